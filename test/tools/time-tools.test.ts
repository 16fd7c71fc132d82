import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caughtOutside, matchesOutside } from '../../source/lib/outside-pattern.ts'
import getDate from '../../tools/get_date/tool.ts'
import getDay from '../../tools/get_day/tool.ts'
import getTime from '../../tools/get_time/tool.ts'
import { DATE, DATE_CUE } from '../../tools/time_get_week_number/date-cue.ts'
import getWeek from '../../tools/time_get_week_number/tool.ts'
import { call, sentenceOf } from './tool-context.ts'

function clockAt(iso: string, timeZone: string) {
  return { clock: { now: () => new Date(iso), monotonicMs: () => 0, timeZone } }
}

test('the time is said in 24 hours of the zone of the person', async () => {
  assert.deepEqual(await call(getTime, {}), {
    type: 'said',
    result: { time: '10:24', timeZone: 'Europe/Berlin' },
    said: { sentence: 'It is 10:24.', key: ['10:24'] },
  })
  assert.equal(
    await sentenceOf(getTime, {}, clockAt('2026-03-12T04:05:59Z', 'America/New_York')),
    'It is 00:05.',
  )
})

test('the date is said with weekday, day, month and year', async () => {
  assert.deepEqual(await call(getDate, {}), {
    type: 'said',
    result: { date: '2026-03-12', weekday: 'Thursday', day: 12, month: 'March', year: 2026 },
    said: { sentence: 'Today is Thursday, 12 March 2026.', key: [['12', 'March']] },
  })
})

test('the day is said by its name', async () => {
  assert.deepEqual(await call(getDay, {}), {
    type: 'said',
    result: { day: 'Thursday' },
    said: { sentence: 'Today is Thursday.', key: ['Thursday'] },
  })
})

test('date and day change at the midnight of the person', async () => {
  const lateEvening = clockAt('2026-03-12T23:30:00Z', 'Europe/Berlin')
  assert.equal(await sentenceOf(getDate, {}, lateEvening), 'Today is Friday, 13 March 2026.')
  assert.equal(await sentenceOf(getDay, {}, lateEvening), 'Today is Friday.')
})

test('the week is said with its ISO year', async () => {
  assert.equal(await sentenceOf(getWeek, {}), 'It is ISO week 11 of 2026.')
  const newYear = clockAt('2027-01-01T12:00:00Z', 'UTC')
  assert.equal(await sentenceOf(getWeek, {}, newYear), 'It is ISO week 53 of 2026.')
})

for (const [date, said] of [
  ['1 May', 'Friday, 1 May 2026 is in ISO week 18 of 2026.'],
  ['Easter', 'Sunday, 5 April 2026 is in ISO week 14 of 2026.'],
  ['the week of Easter', 'Sunday, 5 April 2026 is in ISO week 14 of 2026.'],
  ["New Year's Eve", 'Thursday, 31 December 2026 is in ISO week 53 of 2026.'],
  ['1 January 2027', 'Friday, 1 January 2027 is in ISO week 53 of 2026.'],
  ['next week', 'Next week (from Monday, 16 March 2026) is ISO week 12 of 2026.'],
  ['this week', 'It is ISO week 11 of 2026.'],
  ['today', 'It is ISO week 11 of 2026.'],
  ['31 June', 'bad_date: `31 June` is no date that exists or that can be read; write it like 12 March 2026.'],
] as const)
  test(`the week of ${date}: ${said}`, async () => assert.equal(await sentenceOf(getWeek, { date }), said))

test('the day of a request for a week is read where it stands, and none where now is meant', () => {
  const read = (request: string) =>
    matchesOutside(DATE_CUE, request) ? caughtOutside(DATE, request).map(({ text }) => text) : []
  for (const [request, day] of [
    ['which calendar week is 1 May', '1 May'],
    ['week of Easter 2027', 'Easter 2027'],
    ['in which week is Friday 25 December', 'Friday 25 December'],
    ['what week number will it be in 3 weeks?', 'in 3 weeks'],
    ['KW of 24.12. please', '24.12.'],
    ['what week are we in on 4 July', '4 July'],
    ['which week is the week after next', 'the week after next'],
  ] as const)
    assert.deepEqual(read(request), [day], request)
  for (const request of [
    'what week is it',
    'which week number do we have today',
    'number of this week',
    'are we in week 34 or 35?',
    'is this the 40th week',
    'We close on 3 July, so which week are we in?',
    "still so? it's monday morning now, look again",
  ])
    assert.deepEqual(read(request), [], request)
})
