import assert from 'node:assert/strict'
import { test } from 'node:test'
import getDate from '../../tools/get_date/tool.ts'
import getDay from '../../tools/get_day/tool.ts'
import getTime from '../../tools/get_time/tool.ts'
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
