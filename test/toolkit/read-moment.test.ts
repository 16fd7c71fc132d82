import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutText, durationText, findDuration, readDuration } from '../../source/toolkit/durations.ts'
import { readClock } from '../../source/toolkit/read-clock.ts'
import { momentText, readMoment } from '../../source/toolkit/read-moment.ts'
import { isTimeZone, momentOf } from '../../source/toolkit/zoned-time.ts'

/** A Thursday, 10:24:10 in Berlin. */
const clock = {
  now: () => new Date('2026-03-12T09:24:10Z'),
  monotonicMs: () => 0,
  timeZone: 'Europe/Berlin',
}

function read(time: string, date?: string): string {
  const found = readMoment(time, date, clock)
  return found.type === 'moment' ? momentText(found.ms, clock.timeZone) : found.type
}

const MINUTES: readonly (readonly [text: string, minutes: number])[] = [
  ['10 minutes', 10],
  ['10min', 10],
  ['an hour and a half', 90],
  ['1h30', 90],
  ['1h 30m', 90],
  ['5m30s', 5.5],
  ['90s', 1.5],
  ['half an hour', 30],
  ['a half hour', 30],
  ['two and a half minutes', 2.5],
  ['three quarters of an hour', 45],
  ['forty-five minutes', 45],
  ['twenty five minutes', 25],
  ['a couple of minutes', 2],
  ['1,5 h', 90],
  ['1½ hours', 90],
  ['one hour, twenty minutes', 80],
  ['4 mintues', 4],
  ['2 1/2 hours', 150],
  ['3/4 hour', 45],
  ['3/4 of an hour', 45],
  ['1:30 hours', 90],
  ['2:30 minutes', 2.5],
  ['1 hour 30', 90],
  ['one hour thirty', 90],
  ['1 minute 30', 1.5],
  ['hour', 60],
  ['hour and a half', 90],
  ['an hour and half', 90],
  ['a quarter hour', 15],
  ['couple of minutes', 2],
  ['a hundred and twenty minutes', 120],
  ['two hundred seconds', 200 / 60],
  ['1,200 seconds', 20],
]

test('durations are read in words, digits and shorthand', () => {
  for (const [text, minutes] of MINUTES)
    assert.deepEqual(readDuration(text), { months: 0, days: 0, ms: minutes * 60_000 }, text)
  assert.deepEqual(readDuration('2 weeks and 3 days'), { months: 0, days: 17, ms: 0 })
  assert.deepEqual(readDuration('a year and a half'), { months: 18, days: 0, ms: 0 })
})

test('what is no duration, or more than one, is none', () => {
  for (const text of ['', '45', 'banana', '10 minutes for the tea', '5 apples', 'at 5'])
    assert.equal(readDuration(text), undefined, text)
  assert.equal(findDuration('10 minutes for the tea')?.duration.ms, 600_000)
  assert.equal(findDuration('10 minutes for the tea')?.rest, 'for the tea')
  assert.equal(findDuration('the tea'), undefined)
  // A part of what was said is not what was said.
  for (const text of [
    '-5 minutes',
    'minus 5 minutes',
    '10-15 minutes',
    '10 minutes or thirty',
    'five or ten minutes',
    'an hour less 5 minutes',
  ])
    assert.equal(findDuration(text), undefined, text)
})

test('durations are told in whole parts', () => {
  assert.equal(durationText(5_400_000), '1 hour and 30 minutes')
  assert.equal(durationText(90_061_000), '1 day, 1 hour, 1 minute and 1 second')
  assert.equal(aboutText(3_630_000), '1 hour and 1 minute')
  assert.equal(aboutText(45_000), '45 seconds')
  assert.equal(aboutText(20), 'less than a second')
})

test('times of day are read with and without their half of the day', () => {
  const time = (text: string) => {
    const { hour, minute, isOpen } = readClock(text) ?? {}
    return hour === undefined ? undefined : `${hour}:${minute}${isOpen ? '?' : ''}`
  }
  const wanted: { readonly [text: string]: string | undefined } = {
    '7': '7:0?',
    '07:00': '7:0',
    '19': '19:0',
    '7.30': '7:30?',
    '0700': '7:0',
    '7 pm': '19:0',
    '12 am': '0:0',
    '12 pm': '12:0',
    'half past seven': '7:30?',
    'half eight': '8:30?',
    'quarter to 8': '7:45?',
    'quarter to 1': '12:45?',
    'ten to five': '4:50?',
    'seven in the evening': '19:0',
    '11 at night': '23:0',
    '2 at night': '2:0',
    noon: '12:0',
    midnight: '0:0',
    'quarter to midnight': '23:45',
    'half an hour before midnight': '23:30',
    'a quarter past noon': '12:15',
    'ten past midnight': '0:10',
    'seven fifteen am': '7:15',
    'seven ten am': '7:10',
    'seven oh five': '7:5?',
    'six twenty-five pm': '18:25',
    'at 7 thirty am': '7:30',
    '630': '6:30?',
    '630pm': '18:30',
    '7ish': '7:0?',
    '25:00': undefined,
    'in a while': undefined,
    banana: undefined,
  }
  for (const [text, expected] of Object.entries(wanted)) assert.equal(time(text), expected, text)
})

const MOMENTS: readonly (readonly [time: string, date: string | undefined, expected: string])[] = [
  ['7', undefined, 'Thursday, 12 March 2026, 19:00'],
  ['11', undefined, 'Thursday, 12 March 2026, 11:00'],
  ['07:00', undefined, 'Friday, 13 March 2026, 07:00'],
  ['7:30 am', undefined, 'Friday, 13 March 2026, 07:30'],
  ['7', 'tomorrow', 'Friday, 13 March 2026, 07:00'],
  ['9', 'tomorrow evening', 'Friday, 13 March 2026, 21:00'],
  ['tomorrow at 6:30', undefined, 'Friday, 13 March 2026, 06:30'],
  ['6:30 tomorrow', 'tomorrow', 'Friday, 13 March 2026, 06:30'],
  ['8 am', 'Friday', 'Friday, 13 March 2026, 08:00'],
  ['9 am', 'Friday 13 November', 'Friday, 13 November 2026, 09:00'],
  ['9', 'start of next week', 'Monday, 16 March 2026, 09:00'],
  ['10', 'tonight', 'Thursday, 12 March 2026, 22:00'],
  ['9:00', 'today', 'Thursday, 12 March 2026, 21:00'],
  ['in 20 minutes', undefined, 'Thursday, 12 March 2026, 10:44'],
  ['in 2 days', undefined, 'Saturday, 14 March 2026, 10:24'],
  ['tomorrow', undefined, 'Friday, 13 March 2026, 09:00'],
  ['christmas at noon', undefined, 'Friday, 25 December 2026, 12:00'],
  ['midnight tonight', undefined, 'Friday, 13 March 2026, 00:00'],
  ['12', 'tomorrow', 'Friday, 13 March 2026, 12:00'],
  ['half past 12', 'Friday', 'Friday, 13 March 2026, 12:30'],
  ['12', undefined, 'Thursday, 12 March 2026, 12:00'],
  ['midnight', 'today', 'Friday, 13 March 2026, 00:00'],
  ['1', 'tonight', 'Friday, 13 March 2026, 01:00'],
  ['1', 'tomorrow night', 'Saturday, 14 March 2026, 01:00'],
  ['18h30', undefined, 'Thursday, 12 March 2026, 18:30'],
  ['18h', undefined, 'Thursday, 12 March 2026, 18:00'],
  ['in 18h30', undefined, 'Friday, 13 March 2026, 04:54'],
  ['seven fifteen am', 'tomorrow', 'Friday, 13 March 2026, 07:15'],
  ['morning', 'tomorrow', 'Friday, 13 March 2026, 09:00'],
  ['tonight', undefined, 'unreadable'],
  ['tomorrow evening', undefined, 'unreadable'],
  ['banana', 'tomorrow', 'unreadable'],
  ['10 minutes ago', undefined, 'past'],
  ['10', 'yesterday', 'past'],
  ['09:00', 'today', 'past'],
  ['7', 'blursday', 'unreadable'],
  ['banana', undefined, 'unreadable'],
  ['noon on the day after tomorrow', undefined, 'Saturday, 14 March 2026, 12:00'],
  ['7 am, gym', undefined, 'Friday, 13 March 2026, 07:00'],
  ['7 pm dinner time', undefined, 'Thursday, 12 March 2026, 19:00'],
  // A day or a zone that is not read is not left out.
  ['7 am on 31 june', undefined, 'unreadable'],
  ['7:30 on 30 february', undefined, 'unreadable'],
  ['7 am on the 32nd', undefined, 'unreadable'],
  ['8 am EST', undefined, 'unreadable'],
  ['3 pm london time', 'friday', 'unreadable'],
]

for (const [time, date, expected] of MOMENTS) {
  test(`"${time}"${date ? ` and "${date}"` : ''} is ${expected}`, () =>
    assert.equal(read(time, date), expected))
}

test('a time that the change of the clocks skips is as much later, and one that comes twice is the first', () => {
  assert.equal(read('2:30 am', '29 March'), 'Sunday, 29 March 2026, 03:30')
  const twice = momentOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, 'Europe/Berlin')
  assert.equal(new Date(twice).toISOString(), '2026-10-25T00:30:00.000Z')
})

test('a night with a change of the clocks is an hour shorter for an alarm', () => {
  const evening = { ...clock, now: () => new Date('2026-03-28T20:00:00Z') }
  const found = readMoment('7 am', undefined, evening)
  assert.equal(found.type === 'moment' && found.ms - evening.now().getTime(), 9 * 3_600_000)
})

test('zones are those that Intl knows', () => {
  assert.equal(isTimeZone('Asia/Tokyo'), true)
  assert.equal(isTimeZone('Mars/Olympus'), false)
})

for (const [time, date, wanted] of [
  ['5 May', undefined, 'Tuesday, 5 May 2026, 09:00'],
  ['12 June', undefined, 'Friday, 12 June 2026, 09:00'],
  ['5 May', '5 May', 'Tuesday, 5 May 2026, 09:00'],
  ['24 December', '24 December', 'Thursday, 24 December 2026, 09:00'],
  ['7 August 2026', undefined, 'Friday, 7 August 2026, 09:00'],
  ['5.5.2026', undefined, 'Tuesday, 5 May 2026, 09:00'],
  ['2026-05-05', undefined, 'Tuesday, 5 May 2026, 09:00'],
  ['2026-05-05T07:00', undefined, 'Tuesday, 5 May 2026, 07:00'],
  ['7 am 30 june 2026', undefined, 'Tuesday, 30 June 2026, 07:00'],
  ['7 am 30 june 2025', undefined, 'past'],
  ['5 May 7:30', undefined, 'Tuesday, 5 May 2026, 07:30'],
  ['7:30 june 5', undefined, 'Friday, 5 June 2026, 07:30'],
  ['12 noon', undefined, 'Thursday, 12 March 2026, 12:00'],
  ['12.30', undefined, 'Thursday, 12 March 2026, 12:30'],
] as const)
  test(`the numbers of a date are no time of day: ${JSON.stringify([time, date])}`, () =>
    assert.equal(read(time, date), wanted))
