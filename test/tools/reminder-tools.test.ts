import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { Tool, ToolContext } from '../../source/contracts/tool.ts'
import { findMissing } from '../../source/governor/missing.ts'
import { openArguments } from '../../source/lib/open-arguments.ts'
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

test('a time that its text lacks stands in the request, and what was read as a reminder is one without its tag', async () => {
  using opened = await openTestMemory()
  const clock = { ...someContext.clock, now: () => opened.time.now }
  const said = async (text: string, asked: ToolContext['asked']) => {
    const outcome = await call(store, { text }, { services: { memory: opened.book }, clock, asked })
    return outcome.type === 'said' ? outcome.said.sentence : outcome.message
  }
  assert.match(
    await said('feed the cat', { request: 'tomorrow 19:30 poke me to feed the cat', act: 'remind' }),
    /^Saved as reminder 1: feed the cat \(due .*19:30\)$/,
  )
  assert.match(
    await said('call Ann at noon', { request: 'it is 8 am, poke me to call Ann at noon', act: 'remind' }),
    /12:00\)$/,
  )
  // A fact is none because a time stands near it.
  assert.equal(
    await said('Ann has the key', {
      request: 'i saw Jo tomorrow at 9, note that Ann has the key',
      act: 'remember',
    }),
    'Saved as memory 3: Ann has the key',
  )
})

for (const [text, repetition] of [
  ['blink every 30 seconds', 'every 30 seconds'],
  ['pay the dues every Friday the 13th', 'every Friday the 13th'],
  ['take the pills twice a day', 'twice a day'],
  ['drink water every hour from 9 to 5', 'every hour from 9 to 5'],
  ['walk every day at 8, except when it rains', 'every day at 8, except when it rains'],
  ['call mum bimonthly', 'bimonthly'],
] as const)
  test(`"${text}": that this repetition cannot be kept is said, and which can`, async () => {
    using opened = await openTestMemory()
    const { said } = withTools(opened)
    assert.equal(
      await said(store, { text, tags: ['reminder'] }),
      `Saved as reminder 1: ${text} (it does not ring: the repetition \`${repetition}\` cannot be kept; \`every day at 8\`, \`every Monday\` or \`monthly on the 1st\` can)`,
    )
  })

test('where no repetition is named, only that no time was read is said', async () => {
  using opened = await openTestMemory()
  const { said } = withTools(opened)
  for (const text of ['tell every neighbour about the party', 'buy a present for each child'])
    assert.match(
      await said(store, { text, tags: ['reminder'] }),
      /\(no time was read in it, so it does not ring\)$/,
    )
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

test('a reminder is done and deleted by its words; several, none and no words are told', async () => {
  using opened = await openTestMemory()
  const { said, memory } = withTools(opened)
  await said(store, { text: 'call the dentist', tags: ['reminder'] })
  await said(store, { text: 'pay the dentist bill', tags: ['reminder'] })
  await said(store, { text: 'my dentist is Dr Novak' })
  assert.equal(
    await said(deleteMemory, { about: 'the dentist', kind: 'reminder' }),
    'several: Nothing was changed: 2 reminders fit `the dentist`: 1 (call the dentist); 2 (pay the dentist bill). Say which by its number.',
  )
  assert.match(await said(deleteMemory, { about: 'dentist' }), /^several: .* 3 memories fit `dentist`/)
  assert.equal(
    await said(completeReminder, { about: 'dentist bill' }),
    'Reminder 2 is done: pay the dentist bill',
  )
  assert.equal(
    await said(deleteMemory, { about: 'the dentist', kind: 'reminder' }),
    'Reminder 1 was deleted; `/memory undo` brings it back.\n1: call the dentist',
  )
  assert.equal(
    await said(completeReminder, { about: 'the dentist' }),
    'not_found: Nothing was changed: no open reminder fits `the dentist`. No reminder is open.',
  )
  await said(store, { text: 'buy milk', tags: ['reminder'] })
  assert.equal(
    await said(completeReminder, { about: 'bread' }),
    'not_found: Nothing was changed: no open reminder fits `bread`. Open: 4 (buy milk).',
  )
  assert.match(await said(completeReminder), /^no_reminder: .*say its number, or what it is about/)
  assert.equal(
    await said(deleteMemory, { about: 'my dentist' }),
    'Memory 3 was deleted; `/memory undo` brings it back.\n3: my dentist is Dr Novak',
  )
  assert.match(await said(deleteMemory, { about: 'the cat' }), /^not_found: .*no memory fits `the cat`/)
  assert.deepEqual(
    memory.openReminders().map(({ id }) => id),
    [4],
  )
})

test('words of something else change nothing, and the nearest one is told with its number', async () => {
  using opened = await openTestMemory()
  const { said, memory } = withTools(opened)
  await said(store, { text: "my sister's birthday is 3 May" })
  await said(store, { text: 'water plant 2', tags: ['reminder'] })
  assert.equal(
    await said(deleteMemory, { about: "my brother's birthday" }),
    "not_found: Nothing was changed: no memory fits `my brother's birthday`; the nearest is 1 (my sister's birthday is 3 May). Say its number if that one is to go.",
  )
  assert.equal(
    await said(completeReminder, { about: 'I watered plant 3' }),
    'not_found: Nothing was changed: no open reminder fits `I watered plant 3`. Open: 2 (water plant 2).',
  )
  assert.equal(
    await said(deleteMemory, { about: 'my umbrella' }),
    'not_found: Nothing was changed: no memory fits `my umbrella`; search the memories to see their ids.',
  )
  assert.equal(memory.openReminders().length, 1)
})

test('what a person says for a reminder opens its words, and its number where there is one', () => {
  const opens = (tool: Tool, request: string, leans = false) =>
    openArguments(tool.parameters, request, leans).map(({ name }) => name)
  for (const request of [
    'stop reminding me about the dentist',
    "don't remind me of the parent evening anymore",
    'cancel my reminder to buy 3 lemons',
    'no more reminders about the 5 pm call',
    'drop the reminder for the bins',
  ])
    assert.deepEqual(opens(deleteMemory, request), ['about', 'kind'], request)
  assert.deepEqual(opens(deleteMemory, 'forget that I like tea'), ['about'])
  for (const request of [
    'delete reminder 44',
    'del 4,5,6 from memory',
    'forget memory twelve',
    'you can stop reminding me about id 27',
    'delete that reminder',
    'delete one of my memories please',
  ])
    assert.deepEqual(opens(deleteMemory, request), ['memory_ids'], request)
  for (const request of ['the dentist reminder is done', 'I rang the plumber at 5, tick that reminder off'])
    assert.deepEqual(opens(completeReminder, request), ['about'], request)
  for (const request of [
    '7 done',
    'number eleven is out of the way',
    'that reminder is done now',
    'tick the box at 68',
  ])
    assert.deepEqual(opens(completeReminder, request), ['memory_id'], request)
  assert.deepEqual(opens(completeReminder, 'the ink is bought', true), ['memory_id'], 'behind a list')
})

test('what says nothing of a reminder is asked for, whichever of the two was open', () => {
  const missing = (tool: Tool, args: JsonObject, request: string) =>
    findMissing(args, tool, request).map(({ name, question }) => `${name}: ${question}`)
  assert.deepEqual(missing(completeReminder, { memory_id: 3 }, 'tick off one of my reminders'), [
    'memory_id: Which reminder is done? Its number, or what it is about.',
  ])
  assert.deepEqual(
    missing(completeReminder, { about: 'that reminder' }, 'well, I did Oslo, so that reminder is done')
      .length,
    1,
  )
  assert.deepEqual(missing(completeReminder, { about: 'dentist' }, 'the dentist reminder is done'), [])
  assert.deepEqual(
    missing(deleteMemory, { about: 'rent', kind: 'reminder' }, 'stop reminding me about the rent'),
    [],
  )
})
