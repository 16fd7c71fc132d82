import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findReminderTime } from '../../source/toolkit/reminder-time.ts'
import { isRepeat, repeatText } from '../../source/toolkit/repeats.ts'

/** A Thursday, 10:24 in Berlin. */
const CLOCK = { now: () => new Date('2026-03-12T09:24:00Z'), monotonicMs: () => 0, timeZone: 'Europe/Berlin' }

function read(text: string): string {
  const found = findReminderTime(text, { clock: CLOCK, isReminder: true })
  if (found === undefined) return 'none'
  const due = found.due.toISOString().slice(0, 16)
  return found.repeats === undefined ? due : `${repeatText(found.repeats)}, ${due}`
}

const SAID: { readonly [text: string]: string } = {
  'change the filter every six months': 'every 6 months on the 12th at 09:00, 2026-09-12T07:00',
  'change the filter every half year': 'every 6 months on the 12th at 09:00, 2026-09-12T07:00',
  'send the report every quarter at 10': 'every 3 months on the 12th at 10:00, 2026-06-12T08:00',
  'send the report quarterly': 'every 3 months on the 12th at 09:00, 2026-06-12T07:00',
  'renew the pass every two years': 'every 2 years on 12 March at 09:00, 2028-03-12T08:00',
  'clean the filter every 2 weeks': 'every 2 weeks on Thursday at 09:00, 2026-03-26T08:00',
  'clean the filter every 2 weeks on monday': 'every 2 weeks on Monday at 09:00, 2026-03-16T08:00',
  'team meeting bi-weekly on Monday': 'every 2 weeks on Monday at 09:00, 2026-03-16T08:00',
  'swim biweekly': 'every 2 weeks on Thursday at 09:00, 2026-03-26T08:00',
  'swim weekends at 10': 'every Saturday and Sunday at 10:00, 2026-03-14T09:00',
  'turn around every quarter of an hour': 'every 15 minutes, 2026-03-12T09:39',
  // What cannot be kept is not kept as something else.
  'blink every 30 seconds': 'none',
  'buy a ticket every Friday the 13th': 'none',
  'read the meter bimonthly': 'none',
  'read the meter semi-annually': 'none',
  'bins out every second friday': 'every 2 weeks on Friday at 09:00, 2026-03-13T08:00',
  'stretch every hour and a half': 'every 90 minutes, 2026-03-12T10:54',
  'stretch every forty five minutes': 'every 45 minutes, 2026-03-12T10:09',
  'stretch every 10 minutes for an hour': 'every 10 minutes, 2026-03-12T09:34',
  'lock the door every night at 12': 'every day at 00:00, 2026-03-12T23:00',
  'take the pill every night at 2': 'every day at 02:00, 2026-03-13T01:00',
  'call mum every monday at 9': 'every Monday at 09:00, 2026-03-16T08:00',
  'take the pills every day at 8': 'every day at 08:00, 2026-03-13T07:00',
  'take the pills everyday at 8 pm': 'every day at 20:00, 2026-03-12T19:00',
  'get up every weekday at 7:30': 'every weekday at 07:30, 2026-03-13T06:30',
  'pay the rent monthly on the 1st': 'every month on the 1st at 09:00, 2026-04-01T07:00',
  'stretch every 2 hours': 'every 2 hours, 2026-03-12T11:24',
  'drink something every hour': 'every hour, 2026-03-12T10:24',
  'look at the oven every half hour': 'every 30 minutes, 2026-03-12T09:54',
  'water the plants every other day at 18:00': 'every 2 days at 18:00, 2026-03-12T17:00',
  'bins out every second tuesday at 7pm': 'every 2 weeks on Tuesday at 19:00, 2026-03-17T18:00',
  'gym every monday, wednesday and friday at 6':
    'every Monday, Wednesday and Friday at 18:00, 2026-03-13T17:00',
  'yoga on tuesdays and thursdays at 18:30': 'every Tuesday and Thursday at 18:30, 2026-03-12T17:30',
  'feed the cat every morning': 'every day at 09:00, 2026-03-13T08:00',
  'feed the cat every morning at 6': 'every day at 06:00, 2026-03-13T05:00',
  'lock the door every evening': 'every day at 18:00, 2026-03-12T17:00',
  'lock the door every night at 11': 'every day at 23:00, 2026-03-12T22:00',
  'at 9 every sunday call Ida': 'every Sunday at 09:00, 2026-03-15T08:00',
  'report hours on the last friday of the month at noon':
    'every month on the last Friday at 12:00, 2026-03-27T11:00',
  'choir every first monday of the month at 19:00':
    'every month on the first Monday at 19:00, 2026-04-06T17:00',
  'last friday of every month: report': 'every month on the last Friday at 09:00, 2026-03-27T08:00',
  'every last friday report': 'every month on the last Friday at 09:00, 2026-03-27T08:00',
  'send the invoice on the 15th of every month at 10': 'every month on the 15th at 10:00, 2026-03-15T09:00',
  'backup every 31st': 'every month on the 31st at 09:00, 2026-03-31T07:00',
  'read the meter every 3 months on the 5th': 'every 3 months on the 5th at 09:00, 2026-04-05T07:00',
  "Ida's birthday every year on 3 May": 'every year on 3 May at 09:00, 2026-05-03T07:00',
  'renew the domain yearly on June 14th at 8': 'every year on 14 June at 08:00, 2026-06-14T06:00',
  'clean the filter once a week': 'every Thursday at 09:00, 2026-03-19T08:00',
  'swim weekly on saturday at 10': 'every Saturday at 10:00, 2026-03-14T09:00',
  'water the ferns at weekends': 'every Saturday and Sunday at 09:00, 2026-03-14T08:00',
  'take the pills every day at 8 starting on monday': 'every day at 08:00, 2026-03-16T07:00',
  'every monday to friday at 8 walk the dog': 'every weekday at 08:00, 2026-03-13T07:00',
  'walk the dog every day from monday to friday at 8': 'every weekday at 08:00, 2026-03-13T07:00',
  'walk the dog every day at 8 from friday to sunday':
    'every Friday, Saturday and Sunday at 08:00, 2026-03-13T07:00',
  'walk the dog every day at 8 except sundays':
    'every Monday, Tuesday, Wednesday, Thursday, Friday and Saturday at 08:00, 2026-03-13T07:00',
  'walk the dog every morning at 7 but not on weekends': 'every weekday at 07:00, 2026-03-13T06:00',
  'mail the report from anna to bob every monday at 9': 'every Monday at 09:00, 2026-03-16T08:00',
  'leave at 6 every monday morning': 'every Monday at 06:00, 2026-03-16T05:00',
  // Its end is not kept, and is no time of day either.
  'water the plants every day at 8 until 20 march': 'every day at 08:00, 2026-03-13T07:00',
  'water the plants every day until 20 march at 8': 'every day at 08:00, 2026-03-13T07:00',
  'water the plants every day for 5 days at 8': 'every day at 08:00, 2026-03-13T07:00',
  'pay every month until june on the 5th': 'every month on the 5th at 09:00, 2026-04-05T07:00',
  // What cannot be kept as it was said is not kept otherwise.
  'take pills twice a day': 'none',
  'take pills three times a day at 8': 'none',
  'ring the bell three times every day at 8': 'every day at 08:00, 2026-03-13T07:00',
  'stretch every hour from 9 to 5': 'none',
  'stretch every 2 hours between 9 and 17': 'none',
  'water the plants every day at 8 but not when it rains': 'none',
  'water the plants every day from 1 april to 30 april at 8': 'none',
  'stretch every 2000 hours': 'none',
  'call the dentist tomorrow at 10': '2026-03-13T09:00',
  'buy ink': 'none',
  'ask each parent for a signature': 'none',
}

for (const [text, wanted] of Object.entries(SAID)) {
  test(`"${text}" is ${wanted}`, () => {
    assert.equal(read(text), wanted)
  })
}

test('a rhythm that is confirmed is one that a file may hold', () => {
  const found = findReminderTime('every 17 hours and 5 minutes', { clock: CLOCK, isReminder: true })
  assert.deepEqual(found?.repeats, { unit: 'minute', every: 1_025 })
  assert.ok(isRepeat(found?.repeats))
})

test('what was not asked for as a reminder never repeats', () => {
  assert.equal(findReminderTime('I run every day at 6', { clock: CLOCK, isReminder: false }), undefined)
})

test('a start on the day when clocks go forward is on that day', () => {
  const clock = { ...CLOCK, now: () => new Date('2026-03-20T09:24:00Z') }
  const found = findReminderTime('water the plants every week starting on sunday 29 march', {
    clock,
    isReminder: true,
  })
  assert.equal(found?.repeats && repeatText(found.repeats), 'every Sunday at 09:00')
  assert.equal(found?.due.toISOString(), '2026-03-29T07:00:00.000Z')
})
