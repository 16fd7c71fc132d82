import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarSpanText, dayNumber, exists, longDateText } from '../../source/toolkit/civil-date.ts'
import { type Direction, readDate, writesMonthFirst } from '../../source/toolkit/read-date.ts'
import { readDateRange } from '../../source/toolkit/read-range.ts'

/** A Thursday. */
const today = { year: 2026, month: 3, day: 12 }

function read(text: string, direction: Direction = 'future', monthFirst = false): string | undefined {
  const date = readDate(text, { today, direction, monthFirst })
  return date && longDateText(date)
}

const READ: readonly (readonly [text: string, future: string, past?: string])[] = [
  ['today', 'Thursday, 12 March 2026'],
  ['tomorrow', 'Friday, 13 March 2026'],
  ['the day after tomorrow', 'Saturday, 14 March 2026'],
  ['the day before yesterday', 'Tuesday, 10 March 2026'],
  ['Friday', 'Friday, 13 March 2026', 'Friday, 6 March 2026'],
  ['Thursday', 'Thursday, 19 March 2026', 'Thursday, 5 March 2026'],
  ['next Friday', 'Friday, 20 March 2026'],
  ['last monday', 'Monday, 9 March 2026'],
  ['Tuesday week', 'Tuesday, 24 March 2026'],
  ['12 March 1999', 'Friday, 12 March 1999'],
  ['Mar 1, 2020', 'Sunday, 1 March 2020'],
  ['march 5th', 'Friday, 5 March 2027', 'Thursday, 5 March 2026'],
  ['29 February', 'Tuesday, 29 February 2028', 'Thursday, 29 February 2024'],
  ['the 15th', 'Sunday, 15 March 2026', 'Sunday, 15 February 2026'],
  ['2026-12-24', 'Thursday, 24 December 2026'],
  ['24.12.', 'Thursday, 24 December 2026', 'Wednesday, 24 December 2025'],
  ['12.03.2026', 'Thursday, 12 March 2026'],
  ['1/2/99', 'Monday, 1 February 1999'],
  ['4 july 1776', 'Thursday, 4 July 1776'],
  ['3 weeks from Friday', 'Friday, 3 April 2026', 'Friday, 27 March 2026'],
  ['two weeks before 1 May', 'Friday, 17 April 2026', 'Thursday, 17 April 2025'],
  ['fortnight from today', 'Thursday, 26 March 2026'],
  ['a week on Tuesday', 'Tuesday, 24 March 2026', 'Tuesday, 17 March 2026'],
  ['two weeks tomorrow', 'Friday, 27 March 2026'],
  ['a year ago today', 'Wednesday, 12 March 2025'],
  ['Friday the 13th', 'Friday, 13 March 2026', 'Friday, 13 February 2026'],
  ['my flight on Friday', 'Friday, 13 March 2026', 'Friday, 6 March 2026'],
  ['2nd sunday in may', 'Sunday, 10 May 2026', 'Sunday, 11 May 2025'],
  ['June', 'Monday, 1 June 2026', 'Sunday, 1 June 2025'],
  ['March 2020', 'Sunday, 1 March 2020'],
  ['next month', 'Wednesday, 1 April 2026'],
  ['the 5th of next month', 'Sunday, 5 April 2026'],
  ['in 45 days', 'Sunday, 26 April 2026'],
  ['90 days ago', 'Friday, 12 December 2025'],
  ['a year from now', 'Friday, 12 March 2027'],
  ['6 months after 31 August 2025', 'Saturday, 28 February 2026'],
  ['10 days before the end of the month', 'Saturday, 21 March 2026'],
  ['the end of next month', 'Thursday, 30 April 2026'],
  ['end of year', 'Thursday, 31 December 2026'],
  ['christmas', 'Friday, 25 December 2026', 'Thursday, 25 December 2025'],
  ['christmas next year', 'Saturday, 25 December 2027'],
  ['easter 2027', 'Sunday, 28 March 2027'],
  ['good friday', 'Friday, 3 April 2026', 'Friday, 18 April 2025'],
  ['next thanksgiving', 'Thursday, 26 November 2026'],
  ['memorial day', 'Monday, 25 May 2026', 'Monday, 26 May 2025'],
  // Of a weekday with its date the year follows from both.
  ['Friday 25 December', 'Friday, 25 December 2026', 'Thursday, 25 December 2025'],
  ['Thursday, 25 December', 'Friday, 25 December 2026', 'Thursday, 25 December 2025'],
  ['Friday 13 November', 'Friday, 13 November 2026', 'Thursday, 13 November 2025'],
  ['Saturday the 13th of November', 'Saturday, 13 November 2027', 'Thursday, 13 November 2025'],
  ['this friday, 13.11.', 'Friday, 13 November 2026', 'Thursday, 13 November 2025'],
  ['Wed 4/3', 'Thursday, 4 March 2027', 'Wednesday, 4 March 2026'],
  ['Friday 25 December 2025', 'Thursday, 25 December 2025'],
  // Weeks begin with Monday.
  ['Monday last week', 'Monday, 2 March 2026'],
  ['Monday of this week', 'Monday, 9 March 2026'],
  ['next week on Sunday', 'Sunday, 22 March 2026'],
  ['Tuesday of the week after next', 'Tuesday, 24 March 2026'],
  ['the start of next week', 'Monday, 16 March 2026'],
  ['middle of next week', 'Wednesday, 18 March 2026'],
  ['the end of the week', 'Sunday, 15 March 2026'],
  ['the beginning of last week', 'Monday, 2 March 2026'],
  ['middle of the year', 'Wednesday, 1 July 2026'],
  // Two digits of a year that is over are of the latest such year.
  ['12.5.61', 'Friday, 12 May 1961'],
  ['5/6/75', 'Thursday, 5 June 1975'],
  ['1.9.45', 'Friday, 1 September 2045', 'Saturday, 1 September 1945'],
  ['12 May 45', 'Friday, 12 May 2045', 'Saturday, 12 May 1945'],
  ['12 May 61', 'Friday, 12 May 1961'],
  ['1.3.27', 'Monday, 1 March 2027', 'Tuesday, 1 March 1927'],
  ["new year's eve", 'Thursday, 31 December 2026', 'Wednesday, 31 December 2025'],
]

for (const [text, future, past = future] of READ) {
  test(`"${text}" is the day that a calendar gives`, () => {
    assert.equal(read(text), future)
    assert.equal(read(text, 'past'), past)
  })
}

test('a year of two digits that is not said to be over may lie a little ahead', () => {
  assert.equal(read('12.5.61', 'near'), 'Friday, 12 May 1961')
  assert.equal(read('1.3.27', 'near'), 'Monday, 1 March 2027')
  assert.equal(read('Friday 25 December', 'near'), 'Friday, 25 December 2026')
  assert.equal(read('Thursday 25 December', 'near'), 'Thursday, 25 December 2025')
})

test('what names no day, or one that does not exist, is no date', () => {
  for (const text of [
    '',
    'banana',
    'my birthday',
    '31 Feb 2026',
    '29 Feb 2027',
    '2028',
    'two fridays from now',
    'second friday',
    'half past friday',
    '31/31/2026',
    'sunday after next',
    'Friday 31 November',
    '1 January 0001',
    'x'.repeat(5_000),
  ])
    assert.equal(read(text), undefined, text)
})

test('slashes are read as people of the zone write them, points always with the day first', () => {
  assert.equal(read('3/4/2026'), 'Friday, 3 April 2026')
  assert.equal(read('3/4/2026', 'future', true), 'Wednesday, 4 March 2026')
  assert.equal(read('25/4/2026', 'future', true), 'Saturday, 25 April 2026')
  assert.equal(read('3.4.2026', 'future', true), 'Friday, 3 April 2026')
  assert.equal(writesMonthFirst('America/New_York'), true)
  assert.equal(writesMonthFirst('America/Sao_Paulo'), false)
  assert.equal(writesMonthFirst('Europe/Berlin'), false)
})

test('a range has two ends, and the second is behind the first', () => {
  const range = (text: string) => {
    const ends = readDateRange(text, { today, direction: 'near', monthFirst: false })
    return ends && [longDateText(ends.from), longDateText(ends.to)]
  }
  assert.deepEqual(range('from 3 May to 1 June'), ['Sunday, 3 May 2026', 'Monday, 1 June 2026'])
  assert.deepEqual(range('from 3 to 20 May'), ['Sunday, 3 May 2026', 'Wednesday, 20 May 2026'])
  assert.deepEqual(range('28 December to 3 January'), ['Monday, 28 December 2026', 'Sunday, 3 January 2027'])
  assert.deepEqual(range('28 December to 3 January 2019'), [
    'Friday, 28 December 2018',
    'Thursday, 3 January 2019',
  ])
  assert.deepEqual(range('3 May to 1 June 2019'), ['Friday, 3 May 2019', 'Saturday, 1 June 2019'])
  assert.deepEqual(range('between Christmas and New Year'), [
    'Friday, 25 December 2026',
    'Friday, 1 January 2027',
  ])
  assert.deepEqual(range('Monday to Friday'), ['Monday, 16 March 2026', 'Friday, 20 March 2026'])
  assert.deepEqual(range('3 May 2026 to 1 May 2026'), ['Friday, 1 May 2026', 'Sunday, 3 May 2026'])
  assert.equal(range('3 May'), undefined)
})

test('days are counted over changes of the clocks, centuries and leap days', () => {
  const days = (from: [number, number, number], to: [number, number, number]) => {
    const [a, b] = [from, to].map(([year, month, day]) => dayNumber({ year, month, day }))
    return (b ?? 0) - (a ?? 0)
  }
  assert.equal(days([2026, 3, 28], [2026, 3, 30]), 2)
  assert.equal(days([1900, 2, 28], [1900, 3, 1]), 1)
  assert.equal(days([2000, 2, 28], [2000, 3, 1]), 2)
  assert.equal(days([99, 1, 1], [100, 1, 1]), 365)
  assert.equal(exists({ year: 2100, month: 2, day: 29 }), false)
})

test('a span is told as a calendar counts it', () => {
  const span = (from: [number, number, number], to: [number, number, number]) => {
    const [a, b] = [from, to].map(([year, month, day]) => ({ year, month, day }))
    return a && b && calendarSpanText(a, b)
  }
  assert.equal(span([1980, 5, 3], [2026, 3, 12]), '45 years, 10 months and 9 days')
  assert.equal(span([2026, 1, 31], [2026, 2, 28]), '1 month')
  assert.equal(span([2026, 3, 12], [2026, 3, 13]), '1 day')
  assert.equal(span([2026, 3, 12], [2026, 3, 12]), '0 days')
})
