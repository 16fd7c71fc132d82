import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import completeReminder from '../../tools/memory_complete_reminder/tool.ts'
import deleteMemory from '../../tools/memory_delete/tool.ts'
import listReminders from '../../tools/memory_reminder_list/tool.ts'
import store from '../../tools/memory_store/tool.ts'
import updateReminder from '../../tools/memory_update_reminder/tool.ts'
import { type OpenedMemory, openTestMemory } from '../memory/open-memory.ts'
import { call, someContext } from './tool-context.ts'

/** Runs tools on one memory; gives what they say, sentence and detail. */
function withTools({ book, memory, time }: OpenedMemory) {
  const said = async (tool: Tool, args: JsonObject = {}) => {
    const clock = { ...someContext.clock, now: () => time.now }
    const outcome = await call(tool, args, { services: { memory: book }, workspace: '/nowhere', clock })
    if (outcome.type === 'failed') return `${outcome.code}: ${outcome.message}`
    const { sentence, detail } = outcome.said
    return detail === undefined ? sentence : `${sentence}\n${detail}`
  }
  return { said, memory }
}

test('a reminder that repeats says so, is done for one time, and is ended by deleting it', async () => {
  using opened = await openTestMemory()
  const { said, memory } = withTools(opened)
  assert.equal(
    await said(store, { text: 'bins out every monday at 19:00', tags: ['reminder'] }),
    'Saved as reminder 1: bins out every monday at 19:00 (due every Monday at 19:00, next Monday, 16 March 2026, 19:00)',
  )
  assert.match(
    await said(listReminders),
    /\n1: bins out .* \(every Monday at 19:00, next 2026-03-16 19:00\)$/,
  )
  assert.equal(
    await said(completeReminder, { memory_id: 1 }),
    'Reminder 1 is done for 2026-03-16 19:00: bins out every monday at 19:00 (every Monday at 19:00, next Monday, 23 March 2026, 19:00); to end it for good, delete memory 1.',
  )
  opened.time.now = new Date('2026-03-23T18:00:00Z')
  memory.markRung(1)
  assert.match(
    await said(completeReminder, { memory_id: 1 }),
    /^Reminder 1 is done for this time: .* next Monday, 30 March 2026, 19:00\)/,
  )
  await said(deleteMemory, { memory_ids: [1] })
  assert.equal(await said(listReminders), 'No reminder is open.')
})

test('what is only said to happen every day is a fact', async () => {
  using opened = await openTestMemory()
  const { said } = withTools(opened)
  assert.equal(
    await said(store, { text: 'Ida runs every day at 6' }),
    'Saved as memory 1: Ida runs every day at 6',
  )
})

test('a reminder whose new text has no time keeps its own', async () => {
  using opened = await openTestMemory()
  const { said } = withTools(opened)
  await said(store, { text: 'call mum tomorrow at 10', tags: ['reminder'] })
  assert.equal(
    await said(updateReminder, { memory_id: 1, new_text: 'call dad' }),
    'Reminder 1 is now: call dad (still due Friday, 13 March 2026, 10:00)',
  )
  assert.equal(
    await said(updateReminder, { memory_id: 1, new_text: 'call dad on friday at 5' }),
    'Reminder 1 is now: call dad on friday at 5 (due Friday, 13 March 2026, 17:00)',
  )
})

test('a reminder that a new text lets come once alone says what it was', async () => {
  using opened = await openTestMemory()
  const { said, memory } = withTools(opened)
  await said(store, { text: 'bins out every monday at 19:00', tags: ['reminder'] })
  assert.equal(
    await said(updateReminder, { memory_id: 1, new_text: 'bins out on friday at 17:00' }),
    'Reminder 1 is now: bins out on friday at 17:00 (due Friday, 13 March 2026, 17:00). It comes once now, no longer every Monday at 19:00',
  )
  memory.undo()
  assert.match(
    await said(updateReminder, { memory_id: 1, new_text: 'bins out every tuesday at 19:00' }),
    /^Reminder 1 is now: .* \(due every Tuesday at 19:00, [^)]*\)$/,
  )
})
