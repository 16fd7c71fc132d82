// Reminders that are moved by their words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedReminder } from '../../source/memory/moved-reminder.ts'
import { movesSomething } from '../../source/memory/words.ts'
import { findReminderTime } from '../../source/toolkit/reminder-time.ts'
import { openTestMemory } from './open-memory.ts'

const clock = { now: () => new Date('2026-03-12T10:24:00Z'), monotonicMs: () => 0, timeZone: 'UTC' }
const REMINDERS = [
  'call the dentist tomorrow at 10',
  'pick up the cake on Saturday at 3',
  'pay rent',
  'water the plants every day at 8',
  'renew the passport on 3 May 2027 at 10',
]

for (const [message, id, text] of [
  ['push the dentist to Monday at 9', 1, 'call the dentist on Monday at 9'],
  ['can you move my dentist reminder to 4pm please', 1, 'call the dentist on 13 March at 4pm'],
  ['the dentist was moved to Friday at 11', 1, 'call the dentist on Friday at 11'],
  ['move the cake pickup to Sunday', 2, 'pick up the cake on Sunday at 15:00'],
  ['bring the cake forward to 1 pm', 2, 'pick up the cake on 14 March at 1 pm'],
  ['push rent to the 20th', 3, 'pay rent the 20th'],
  ['move the passport to 4 pm', 5, 'renew the passport on 3 May 2027 at 4 pm'],
  ['could you move the dentist to Monday at 9?', 1, 'call the dentist on Monday at 9'],
  ['put the dentist off until Monday at 9', 1, 'call the dentist on Monday at 9'],
  ['push the dentist to 6 tomorrow morning', 1, 'call the dentist at 6 tomorrow morning'],
  ['push the dentist to 9 on friday evening', 1, 'call the dentist at 9 on friday evening'],
  ['delay the dentist for an hour', 1, 'call the dentist on 13 March at 11:00'],
  ['delay the dentist by 1 hour and 20 minutes please', 1, 'call the dentist on 13 March at 11:20'],
  ['push the dentist back for 30 minutes', 1, 'call the dentist on 13 March at 10:30'],
  ['can you postpone the passport for two weeks?', 5, 'renew the passport on 17 May 2027 at 10:00'],
  ['bring the cake forward by an hour', 2, 'pick up the cake on 14 March at 14:00'],
  ['move the dentist forward by an hour', undefined, undefined],
  ['bring the dentist forward by 2 days', undefined, undefined],
  ['delay rent for an hour', undefined, undefined],
  ['delay the plants by an hour', undefined, undefined],
  ['put the cake on for 5 minutes', undefined, undefined],
  ['put the cake in the oven until 5', undefined, undefined],
  ['Has the dentist been moved to Friday?', undefined, undefined],
  ['has the dentist been moved to Friday', undefined, undefined],
  ['The dentist was moved to Friday?', undefined, undefined],
  ['did you hear that the dentist was moved to Friday', undefined, undefined],
  ['the dentist has not been moved to Friday', undefined, undefined],
  ["the dentist hasn't been moved to Friday", undefined, undefined],
  ['the dentist wasnt moved to Friday', undefined, undefined],
  ['nobody told me that the dentist was moved to Friday', undefined, undefined],
  ['if the dentist is moved to Friday', undefined, undefined],
  ['move the sofa to the garage', undefined, undefined],
  ['move the vet to Monday', undefined, undefined],
  ['postpone the plants to 9', undefined, undefined],
  ['call the dentist on Monday', undefined, undefined],
] as const)
  test(`"${message}" ${id === undefined ? 'moves none' : `makes reminder ${id} "${text}"`}`, async () => {
    using opened = await openTestMemory()
    for (const one of REMINDERS)
      opened.memory.store({
        text: one,
        kind: 'reminder',
        ...findReminderTime(one, { clock, isReminder: true }),
      })
    const moved = movedReminder(message, opened.memory, clock)
    assert.deepEqual(moved, id === undefined ? undefined : { id, text })
  })

test('two reminders that fit as well are not moved', async () => {
  using opened = await openTestMemory()
  for (const text of ['call the dentist', 'pay the dentist']) opened.memory.store({ text, kind: 'reminder' })
  assert.equal(movedReminder('move the dentist to Monday', opened.memory, clock), undefined)
})

test('what moves nothing is known without the memory', () => {
  assert.equal(movesSomething('what is on Monday'), undefined)
  assert.deepEqual(movesSomething('please postpone my reminder about the vet until Friday'), {
    what: 'the vet',
    when: 'Friday',
  })
})

test('what is put off counts on the real clock by hours, on the wall by days, over a change of the clocks too', async () => {
  using opened = await openTestMemory()
  const text = 'feed the cat on 28 March at 10'
  const berlin = { ...clock, timeZone: 'Europe/Berlin' }
  opened.memory.store({
    text,
    kind: 'reminder',
    ...findReminderTime(text, { clock: berlin, isReminder: true }),
  })
  const moved = (message: string) => movedReminder(message, opened.memory, berlin)?.text
  assert.equal(moved('delay the cat by a day'), 'feed the cat on 29 March at 10:00')
  assert.equal(moved('delay the cat by 24 hours'), 'feed the cat on 29 March at 11:00')
})

test('a day alone stays one where it is put off by days', async () => {
  using opened = await openTestMemory()
  const text = 'water the fern on 20 March'
  opened.memory.store({ text, kind: 'reminder', ...findReminderTime(text, { clock, isReminder: true }) })
  const moved = (message: string) => movedReminder(message, opened.memory, clock)?.text
  assert.equal(moved('postpone the fern for 2 days'), 'water the fern on 22 March')
  assert.equal(moved('postpone the fern for 2 hours'), 'water the fern on 20 March at 11:00')
})

/** The reminder `stored`, whose words are `reworded` by then, and what `message` makes of it: its words, and when it is due. */
async function movedFrom(stored: string, message: string, reworded?: string) {
  using opened = await openTestMemory()
  const timeOf = (text: string) => findReminderTime(text, { clock, isReminder: true })
  const { entry } = opened.memory.store({ text: stored, kind: 'reminder', ...timeOf(stored) })
  if (reworded !== undefined) await opened.memory.reword(entry.id, reworded)
  const text = movedReminder(message, opened.memory, clock)?.text
  return [text, text && timeOf(text)?.due.toISOString().slice(0, 16)]
}

const BINS = 'take out the bins tonight'
const CROWN = 'ring the dentist about the crown'
for (const [stored, message, text, due, reworded] of [
  [BINS, 'delay the bins by a day', 'take out the bins on 13 March at 20:00', '2026-03-13T20:00'],
  [BINS, 'move the bins to Monday', 'take out the bins on Monday at 20:00', '2026-03-16T20:00'],
  [BINS, 'push the bins to 25 March', 'take out the bins on 25 March at 20:00', '2026-03-25T20:00'],
  [BINS, 'move the bins to 9 pm', 'take out the bins at 9 pm', '2026-03-12T21:00'],
  [BINS, 'move the bins to Monday morning', 'take out the bins on Monday morning', '2026-03-16T09:00'],
  [
    'tonight: feed the cat',
    'delay the cat by a day',
    'feed the cat on 13 March at 20:00',
    '2026-03-13T20:00',
  ],
  ['call mum at 9', 'move mum to midnight', 'call mum at midnight', '2026-03-13T00:00'],
  ['call mum at 9', 'move mum to 10 pm', 'call mum at 10 pm', '2026-03-12T22:00'],
  ['call mum tomorrow at 10', 'move mum to tonight', 'call mum tonight', '2026-03-12T20:00'],
  ['call mum tomorrow at 10', 'move mum to Friday evening', 'call mum on Friday evening', '2026-03-13T18:00'],
  ['call mum on Saturday', 'move mum to this afternoon', 'call mum this afternoon', '2026-03-12T15:00'],
  ['call mum on Saturday', 'move mum to today', 'call mum today', '2026-03-12T18:00'],
  [
    'call the dentist next friday at 10',
    'move the dentist to 4 pm',
    `${CROWN} on 20 March at 4 pm`,
    '2026-03-20T16:00',
    CROWN,
  ],
  [
    'call the dentist next friday at 10',
    'push the dentist to Monday',
    `${CROWN} on Monday at 10:00`,
    '2026-03-16T10:00',
    CROWN,
  ],
  [
    'call the dentist next friday at 10',
    'delay the dentist by a day',
    `${CROWN} on 21 March at 10:00`,
    '2026-03-21T10:00',
    CROWN,
  ],
] as const)
  test(`"${reworded ?? stored}", of "${stored}", and "${message}" make "${text}"`, async () => {
    assert.deepEqual(await movedFrom(stored, message, reworded), [text, due])
  })

test('one that rang days ago is moved to the next such time', async () => {
  using opened = await openTestMemory()
  const due = new Date('2026-03-10T10:00:00Z')
  opened.memory.store({ text: 'call the dentist', kind: 'reminder', due })
  const moved = (message: string) => movedReminder(message, opened.memory, clock)?.text
  assert.equal(moved('move the dentist to 4 pm'), 'call the dentist at 4 pm')
  assert.equal(moved('move the dentist to tomorrow'), 'call the dentist tomorrow at 10:00')
})
