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
