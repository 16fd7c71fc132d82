import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ToolContext } from '../../source/contracts/tool.ts'
import { openRings } from '../../source/rings/ring-folder.ts'
import { cleanLabel, LABEL_CUE } from '../../source/toolkit/ring-request.ts'
import { DATE_CUE } from '../../tools/alarm_create/date-cue.ts'
import alarmCreate from '../../tools/alarm_create/tool.ts'
import timerCancel from '../../tools/timer_cancel/tool.ts'
import timerCreate from '../../tools/timer_create/tool.ts'
import timerList from '../../tools/timer_list/tool.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'

/** A home of its own, at 10:24 in Berlin. */
function open(context: TestContext): {
  readonly home: Partial<ToolContext>
  rings: ReturnType<typeof openRings>
} {
  const folder = temporaryFolder('ring-tools')
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const rings = openRings(join(folder, 'rings'))
  return { home: { services: { rings } }, rings }
}

test('a timer says when it rings, and is kept', async (context) => {
  const { home, rings } = open(context)
  assert.deepEqual(await call(timerCreate, { duration: '10 minutes', label: 'the tea' }, home), {
    type: 'said',
    result: { id: 1, label: 'tea', duration: '10 minutes', time: '10:34', due: '2026-03-12T09:34:00.000Z' },
    said: { sentence: 'Timer 1 (tea) rings at 10:34, in 10 minutes.', key: [['10:34', '10 minutes']] },
  })
  assert.equal(
    await sentenceOf(timerCreate, { duration: 'an hour and a half' }, home),
    'Timer 2 rings at 11:54, in 1 hour and 30 minutes.',
  )
  assert.equal(
    await sentenceOf(timerCreate, { duration: '4:30' }, home),
    'Timer 3 rings at 10:28, in 4 minutes and 30 seconds.',
  )
  assert.deepEqual(
    (await rings.list()).map(({ kind, label }) => [kind, label]),
    [
      ['timer', ''],
      ['timer', 'tea'],
      ['timer', ''],
    ],
  )
})

test('a duration that is none, too short or too long is refused with what to say', async (context) => {
  const { home, rings } = open(context)
  const wanted: { readonly [duration: string]: RegExp } = {
    '10': /^bad_duration: `10` is no duration; say 10 minutes or 10 seconds\.$/,
    'a while': /^bad_duration: `a while` is no duration; say it like 10 minutes/,
    '0 minutes': /a second at least/,
    '200 days': /99 days at most/,
    '3 months': /counts days, hours, minutes and seconds, not `3 months`; set an alarm with a date/,
    '100 years': /not `100 years`; set an alarm/,
    '-5 minutes': /^bad_duration: `-5 minutes` is no duration/,
    '10-15 minutes': /^bad_duration: `10-15 minutes` is no duration/,
  }
  for (const [duration, pattern] of Object.entries(wanted))
    assert.match(await sentenceOf(timerCreate, { duration }, home), pattern)
  assert.deepEqual(await rings.list(), [])
})

test('an alarm says its day and what is left until then', async (context) => {
  const { home } = open(context)
  assert.equal(
    await sentenceOf(alarmCreate, { time: '7', date: 'tomorrow', label: 'swimming' }, home),
    'Alarm 1 (swimming) rings on Friday, 13 March 2026, 07:00, in 20 hours and 36 minutes.',
  )
  assert.equal(
    await sentenceOf(alarmCreate, { time: 'half past seven' }, home),
    'Alarm 2 rings on Thursday, 12 March 2026, 19:30, in 9 hours and 6 minutes.',
  )
  assert.match(
    await sentenceOf(alarmCreate, { time: '7 every weekday' }, home),
    /^repeats: An alarm rings once, and "every weekday" is again and again; ask for a reminder/,
  )
  assert.match(await sentenceOf(alarmCreate, { time: '7', date: 'mondays' }, home), /^repeats: .*"mondays"/)
  assert.match(
    await sentenceOf(alarmCreate, { time: '8 am', date: 'today' }, home),
    /^past: `8 am today` is over/,
  )
  assert.match(
    await sentenceOf(alarmCreate, { time: '6:15', date: 'tomorow morning, gym' }, home),
    /^Alarm \d+ \(gym\) rings on Friday, 13 March 2026, 06:15/,
  )
  assert.match(await sentenceOf(alarmCreate, { time: 'soon' }, home), /^bad_time: `soon` is no time/)
  assert.match(
    await sentenceOf(alarmCreate, { time: '7', date: '1 May 2060' }, home),
    /^bad_time: .*ten years/,
  )
})

test('a preview tells what would be set, and sets nothing', async (context) => {
  const { home, rings } = open(context)
  const at = { ...someContext, ...home }
  assert.equal(
    await timerCreate.preview?.({ duration: '10 minutes', label: 'tea' }, at),
    'A timer of 10 minutes for tea that rings at 10:34.',
  )
  assert.equal(
    await alarmCreate.preview?.({ time: '7 am' }, at),
    'An alarm on Friday, 13 March 2026, 07:00, in 20 hours and 36 minutes.',
  )
  assert.deepEqual(await rings.list(), [])
})

test('the list has timers and alarms, soonest first', async (context) => {
  const { home } = open(context)
  assert.equal(await sentenceOf(timerList, {}, home), 'No timer or alarm is set.')
  await call(alarmCreate, { time: '7 am' }, home)
  assert.equal(
    await sentenceOf(timerList, {}, home),
    'One is set: alarm 1: Friday, 13 March 2026, 07:00 (in 20 hours and 36 minutes).',
  )
  await call(timerCreate, { duration: '10 minutes', label: 'tea' }, home)
  const listed = await call(timerList, {}, home)
  assert.deepEqual(listed.type === 'said' && listed.said, {
    sentence: '1 timer and 1 alarm are set, the next is timer 2, tea: 10:34 (in 10 minutes).',
    detail: [
      'timer 2, tea: 10:34 (in 10 minutes)',
      'alarm 1: Friday, 13 March 2026, 07:00 (in 20 hours and 36 minutes)',
    ].join('\n'),
  })
})

/** Ids by what is said: 1 tea (10 min), 2 pizza (20 min), 3 alarm at 07:00, 4 alarm at 18:30 for the gym. */
const MEANT: readonly (readonly [which: string, ids: readonly number[] | string])[] = [
  ['tea', [1]],
  ['the tea timer', [1]],
  ['Pizza', [2]],
  ['timer 2', [2]],
  ['2', [2]],
  ['number 3', [3]],
  ['10 minute timer', [1]],
  ['the 20 minutes one', [2]],
  ['the 7 am alarm', [3]],
  ['7', [3]],
  ['alarm at half past six', [4]],
  ['gym alarm', [4]],
  ["tomorrow's alarm", [3]],
  ['the last timer', [2]],
  ['the second one', [2]],
  ['2nd alarm', [4]],
  ['next', [1]],
  ['all', [1, 2, 3, 4]],
  ['all alarms', [3, 4]],
  ['both timers', [1, 2]],
  ['all except the pizza timer', [1, 3, 4]],
  ['all timers but the tea one', [2]],
  ['everything except the laundry', 'not_found'],
  ['both', 'several'],
  ['alarm 2', 'not_found'],
  ['', 'several'],
  ['the timer', 'several'],
  ['laundry', 'not_found'],
  ['9', 'not_found'],
]

for (const [which, meant] of MEANT) {
  test(`cancelling "${which}" is ${Array.isArray(meant) ? `numbers ${meant.join(', ')}` : `refused: ${meant}`}`, async (context) => {
    const { home, rings } = open(context)
    await call(timerCreate, { duration: '10 minutes', label: 'tea' }, home)
    await call(timerCreate, { duration: '20 minutes', label: 'pizza' }, home)
    await call(alarmCreate, { time: '7 am' }, home)
    await call(alarmCreate, { time: '18:30', label: 'gym' }, home)
    const outcome = await call(timerCancel, which === '' ? {} : { which }, home)
    const left = (await rings.list()).map(({ id }) => id)
    if (outcome.type === 'failed') {
      assert.equal(outcome.code, meant)
      assert.equal(left.length, 4)
    } else
      assert.deepEqual(
        [1, 2, 3, 4].filter((id) => !left.includes(id)),
        meant,
      )
  })
}

test('an alarm of an hour is not the timer with that number', async (context) => {
  const { home, rings } = open(context)
  for (let id = 1; id <= 7; id++) await call(timerCreate, { duration: '10 minutes' }, home)
  await call(alarmCreate, { time: '7 am' }, home)
  assert.match(await sentenceOf(timerCancel, { which: 'the 7 alarm' }, home), /^Cancelled: alarm 8: /)
  assert.equal((await rings.list()).length, 7)
})

test('the only one there is needs no name, and nothing is to cancel where there is none', async (context) => {
  const { home } = open(context)
  assert.match(await sentenceOf(timerCancel, {}, home), /^not_found: No timer or alarm is set/)
  await call(timerCreate, { duration: '10 minutes' }, home)
  await call(alarmCreate, { time: '7 am' }, home)
  assert.equal(
    await sentenceOf(timerCancel, { which: 'my alarm' }, home),
    'Cancelled: alarm 2: Friday, 13 March 2026, 07:00 (in 20 hours and 36 minutes).',
  )
  assert.equal(await sentenceOf(timerCancel, {}, home), 'Cancelled: timer 1: 10:34 (in 10 minutes).')
})

test('without a home nothing is set, and that is said', async () => {
  for (const [tool, args] of [
    [timerCreate, { duration: '10 minutes' }],
    [alarmCreate, { time: '7 am' }],
    [timerList, {}],
    [timerCancel, {}],
  ] as const)
    assert.match(await sentenceOf(tool, args), /^unavailable: Timers and alarms cannot be kept here/)
})

test('a home that cannot be written is a sentence', async (context) => {
  const { rings } = open(context)
  const broken = { ...rings, add: () => Promise.reject(new Error('EACCES: permission denied')) }
  assert.equal(
    await sentenceOf(timerCreate, { duration: '10 minutes' }, { services: { rings: broken } }),
    'not_kept: The timer was not set: it cannot be kept (EACCES: permission denied).',
  )
})

test('a label is what is left without articles, quotes and the name of the thing', () => {
  const wanted: { readonly [label: string]: string } = {
    'the pasta': 'pasta',
    '"laundry".': 'laundry',
    'tea timer': 'tea',
    'for my eggs': 'eggs',
    timer: '',
    '10 minutes': '',
    '7 am': '',
    'the alarm': '',
    'check the oven': 'check the oven',
  }
  for (const [label, expected] of Object.entries(wanted)) assert.equal(cleanLabel(label), expected, label)
  assert.equal(cleanLabel(undefined), '')
})

test('a label is written where the message says what it is for', () => {
  const cue = new RegExp(LABEL_CUE, 'iu')
  for (const text of [
    'set a timer for 10 minutes for the pasta',
    'tea timer 4 min',
    'start a 20 minute timer called laundry',
    'timer for pasta, 9 minutes',
    '12 min eggs',
    'remind me in 20 minutes to check the oven',
    'wake me at 7 for swimming',
    'alarm at 6 to feed the cat',
    'alarm at half past six to feed the cat',
  ])
    assert.match(text, cue)
  for (const text of [
    'set a timer for 10 minutes',
    'start a ten-minute timer please',
    'timer for half an hour',
    'I want to set a timer for an hour',
    'wake me at quarter to eight',
    'set an alarm for tomorrow at 6',
    '90 sec timer',
    'set the timer to 10 minutes',
    'alarm at ten to six',
    'alarm at 10 to noon',
    'set an alarm for the next morning at 7',
  ])
    assert.doesNotMatch(text, cue)
})

test('a day is written where the message names one', () => {
  const cue = new RegExp(DATE_CUE, 'iu')
  for (const text of [
    'wake me tomorrow at 7',
    'alarm on friday at 8',
    'alarm for 24 December at 9',
    'set one for 24.12. 8:00',
    'wake me the day after tomorrow at 6',
    'alarm this evening at 8',
    'ring me on the 15th at noon',
    'alarm 7am sat',
    'alarm in five days at 9',
    'alarm 20/3 at 8',
    'alarm on new years day at 10',
  ])
    assert.match(text, cue)
  for (const text of [
    'wake me at 7',
    'alarm at 7:30 am',
    'set an alarm for 18:30',
    'alarm in the morning at six',
  ])
    assert.doesNotMatch(text, cue)
})
