import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import completeReminder from '../../tools/memory_complete_reminder/tool.ts'
import deleteMemory from '../../tools/memory_delete/tool.ts'
import exportMemory from '../../tools/memory_export/tool.ts'
import forget from '../../tools/memory_forget/tool.ts'
import listReminders from '../../tools/memory_reminder_list/tool.ts'
import search from '../../tools/memory_search/tool.ts'
import store from '../../tools/memory_store/tool.ts'
import storeCorrection from '../../tools/memory_store_correction/tool.ts'
import storePattern from '../../tools/memory_store_pattern/tool.ts'
import summarize from '../../tools/memory_summarize/tool.ts'
import updateReminder from '../../tools/memory_update_reminder/tool.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { daysOn, type OpenedMemory, openTestMemory } from '../memory/open-memory.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'

/** Runs tools on one memory; gives what they say, sentence and detail. */
async function withTools(opened: OpenedMemory, workspace = '/nowhere') {
  const context = () => ({
    services: { memory: opened.book },
    workspace,
    clock: { ...someContext.clock, now: () => opened.time.now },
  })
  const said = async (tool: Tool, args: JsonObject = {}) => {
    const outcome = await call(tool, args, context())
    if (outcome.type === 'failed') return `${outcome.code}: ${outcome.message}`
    const { sentence, detail } = outcome.said
    return detail === undefined ? sentence : `${sentence}\n${detail}`
  }
  const preview = (tool: Tool, args: JsonObject) => tool.preview?.(args, { ...someContext, ...context() })
  return { said, preview, memory: opened.memory }
}

const ALL: readonly (readonly [Tool, JsonObject])[] = [
  [store, { text: 'x' }],
  [search, { query: 'x' }],
  [listReminders, {}],
  [completeReminder, { memory_id: 1 }],
  [updateReminder, { memory_id: 1, new_text: 'x' }],
  [exportMemory, { filepath: 'x.json', format: 'json' }],
  [forget, { older_than_days: 1 }],
  [deleteMemory, { memory_ids: [1] }],
  [storeCorrection, { correction: 'x' }],
  [storePattern, { pattern: 'x' }],
  [summarize, {}],
]

test('every memory tool says so where it is lent no memory', async () => {
  for (const [tool, args] of ALL)
    assert.equal(
      await sentenceOf(tool, args),
      'no_memory: There is no memory here, so nothing can be stored or found in it.',
      tool.name,
    )
})

test('what only looks reads, everything else writes', () => {
  assert.deepEqual(
    ALL.filter(([tool]) => tool.risk === 'read').map(([tool]) => tool.name),
    ['memory_search', 'memory_reminder_list', 'memory_summarize'],
  )
  assert.ok(ALL.every(([{ risk }]) => risk === 'read' || risk === 'write'))
})

test('a fact and a reminder are stored with their ids, the reminder with its due time', async () => {
  using opened = await openTestMemory()
  const { said, memory } = await withTools(opened)
  assert.equal(
    await said(store, { text: 'the garage code is 4471' }),
    'Saved as memory 1: the garage code is 4471',
  )
  assert.equal(
    await said(store, { text: 'call the dentist tomorrow at 10', tags: ['reminder'], importance: 0.9 }),
    'Saved as reminder 2: call the dentist tomorrow at 10 (due Friday, 13 March 2026, 10:00)',
  )
  assert.equal(memory.find(2)?.due, '2026-03-13T09:00:00.000Z')
  assert.equal(memory.find(2)?.importance, 0.9)
  assert.equal(
    await said(store, { text: 'buy light bulbs', tags: ['Reminder'] }),
    'Saved as reminder 3: buy light bulbs (no time was read in it, so it does not ring)',
  )
  assert.equal(
    await said(store, { text: 'The garage code is 4471' }),
    'That is saved already, as memory 1: the garage code is 4471',
  )
})

test('a text with a day and a time in it is a reminder without being called one', async () => {
  using opened = await openTestMemory()
  const { said, memory } = await withTools(opened)
  await said(store, { text: 'the plumber comes on Friday at 4' })
  assert.deepEqual([memory.find(1)?.kind, memory.find(1)?.due], ['reminder', '2026-03-13T15:00:00.000Z'])
  await said(store, { text: 'the cat eats at 7' })
  assert.equal(memory.find(2)?.kind, 'fact')
})

test('a question is not stored, and neither is anything while the memory is paused', async () => {
  using opened = await openTestMemory()
  const { said, memory } = await withTools(opened)
  assert.match(
    await said(store, { text: 'what is my wifi password?' }),
    /^question: `what is my wifi password\?`/,
  )
  opened.book.pause(true)
  for (const [tool, args] of [
    [store, { text: 'x' }],
    [storeCorrection, { correction: 'x' }],
    [storePattern, { pattern: 'x' }],
  ] as const)
    assert.equal(
      await said(tool, args),
      'memory_paused: Nothing was stored or changed: the memory is paused while secret is on; `/secret off` ends that.',
    )
  assert.equal(memory.overview().total, 0)
})

test('what is found has ids, dates and tags', async () => {
  using opened = await openTestMemory()
  const { said } = await withTools(opened)
  await said(store, { text: 'soup needs nutmeg', tags: ['recipes'] })
  await said(store, { text: 'leek soup for Ana' })
  assert.equal(
    await said(search, { query: 'leek soup' }),
    '2 memories for "leek soup":\n2: leek soup for Ana (2026-03-12)\n1: soup needs nutmeg (2026-03-12; recipes)',
  )
  assert.equal(
    await said(search, { query: 'soup', tag: 'recipes', limit: 1 }),
    '1 memory for "soup" with the tag recipes:\n1: soup needs nutmeg (2026-03-12; recipes)',
  )
  assert.equal(await said(search, { query: 'wifi' }), 'No memory for "wifi".')
  assert.match(await said(search, { query: 'recipes', tag: 'recipes' }), /^1 memory for/)
})

test('reminders are listed by due time, done, and changed', async () => {
  using opened = await openTestMemory()
  const { said, memory } = await withTools(opened)
  assert.equal(await said(listReminders), 'No reminder is open.')
  await said(store, { text: 'buy ink', tags: ['reminder'] })
  await said(store, { text: 'pay the rent on Saturday', tags: ['reminder'] })
  assert.equal(
    await said(listReminders),
    '2 reminders:\n2: pay the rent on Saturday (due 2026-03-14 09:00)\n1: buy ink (2026-03-12)',
  )
  assert.equal(
    await said(updateReminder, { memory_id: 2, new_text: 'pay the rent on Sunday' }),
    'Reminder 2 is now: pay the rent on Sunday (due Sunday, 15 March 2026, 09:00)',
  )
  assert.equal(
    await said(updateReminder, { memory_id: 2, new_text: 'pay the whole rent' }),
    'Reminder 2 is now: pay the whole rent (still due Sunday, 15 March 2026, 09:00)',
  )
  assert.equal(await said(completeReminder, { memory_id: 1 }), 'Reminder 1 is done: buy ink')
  assert.notEqual(memory.find(1)?.completed, null)
})

test('an id that is no open reminder names the nearest that are', async () => {
  using opened = await openTestMemory()
  const { said } = await withTools(opened)
  assert.equal(
    await said(completeReminder, { memory_id: 13 }),
    'no_reminder: There is no reminder `13`; no reminder is open.',
  )
  for (const text of ['one', 'two', 'three', 'four']) await said(store, { text, tags: ['reminder'] })
  await said(store, { text: 'a fact' })
  assert.equal(
    await said(completeReminder, { memory_id: 13 }),
    'no_reminder: There is no reminder `13`; the nearest open ones are 4 (four), 3 (three) and 2 (two).',
  )
  assert.match(
    await said(updateReminder, { memory_id: 5, new_text: 'x' }),
    /^no_reminder: Memory `5` is no reminder \(a fact\); /,
  )
  await said(completeReminder, { memory_id: 4 })
  assert.match(await said(completeReminder, { memory_id: 4 }), /Reminder `4` is done already; /)
})

test('deleting shows what goes, takes what there is, and can be undone', async () => {
  using opened = await openTestMemory()
  const { said, preview, memory } = await withTools(opened)
  for (const text of ['one', 'two', 'three']) await said(store, { text })
  assert.equal(
    await preview(deleteMemory, { memory_ids: [1, 3, 8, 9] }),
    '- 1: one (2026-03-12)\n- 3: three (2026-03-12)',
  )
  assert.equal(memory.overview().total, 3)
  assert.equal(
    await said(deleteMemory, { memory_ids: [1, 3, 8, 9] }),
    'Memories 1 and 3 were deleted; `/memory undo` brings them back. There is no memory 8 or 9.\n1: one\n3: three',
  )
  assert.equal(
    await said(deleteMemory, { memory_ids: [1] }),
    'no_memory_of_id: There is no memory `1`; search the memories to see their ids.',
  )
  assert.match(await said(deleteMemory, { memory_ids: [8, 9] }), /There is no memory `8` or `9`;/)
  assert.equal(memory.undo()?.entries.length, 2)
})

test('forgetting asks for a condition, shows what goes, and keeps open reminders', async () => {
  using opened = await openTestMemory()
  const { said, preview, memory } = await withTools(opened)
  const refusal = /^no_condition: Nothing was forgotten: say which memories may go/
  assert.match(await said(forget), refusal)
  await assert.rejects(async () => preview(forget, {}), { code: 'no_condition' })
  opened.time.now = daysOn(-60)
  await said(store, { text: 'old fact', importance: 0.2 })
  await said(store, { text: 'old plan', tags: ['reminder'] })
  opened.time.now = daysOn(0)
  await said(store, { text: 'new fact' })
  assert.equal(await preview(forget, { older_than_days: 45 }), '- 1: old fact (2026-01-11)')
  assert.equal(
    await said(forget, { older_than_days: 45, importance_below: 0.3 }),
    '1 memory older than 45 days and below importance 0.3 was forgotten; `/memory undo` brings it back.',
  )
  assert.equal(
    await said(forget, { older_than_days: 45 }),
    'No memory is older than 45 days, open reminders aside.',
  )
  assert.equal(memory.overview().total, 2)
})

test('corrections and patterns are kept as such', async () => {
  using opened = await openTestMemory()
  const { said, memory } = await withTools(opened)
  assert.equal(
    await said(storeCorrection, { correction: 'the lake is 63 m deep', context: 'holiday' }),
    'Correction saved as 1: the lake is 63 m deep',
  )
  assert.equal(await said(storePattern, { pattern: 'salt first' }), 'Pattern saved as 2: salt first')
  assert.deepEqual([memory.find(1)?.kind, memory.find(1)?.context], ['correction', 'holiday'])
  assert.equal(memory.find(2)?.kind, 'pattern')
})

test('all is exported to a file of the workspace, its folder is made, and no other file is overwritten', async () => {
  using opened = await openTestMemory()
  const workspace = temporaryFolder('workspace')
  const { said, preview } = await withTools(opened, workspace)
  await said(store, { text: 'one' })
  const args = { filepath: 'repair/all.md', format: 'markdown' }
  assert.equal(await preview(exportMemory, args), '1 memory to repair/all.md, as Markdown, a new file')
  assert.equal(existsSync(join(workspace, 'repair')), false)
  assert.equal(await said(exportMemory, args), '1 memory was written to repair/all.md.')
  assert.match(readFileSync(join(workspace, 'repair/all.md'), 'utf8'), /^- 1: one/m)
  assert.match((await preview(exportMemory, args)) ?? '', /in the place of what is there$/)
  assert.equal(await said(exportMemory, args), '1 memory was written to repair/all.md.')
  writeFileSync(join(workspace, 'mine.json'), '{}')
  assert.match(await said(exportMemory, { filepath: 'mine.json', format: 'json' }), /^exists: /)
})

test('an export stays in the workspace', async () => {
  using opened = await openTestMemory()
  const workspace = temporaryFolder('workspace')
  const outside = temporaryFolder('outside')
  symlinkSync(outside, join(workspace, 'way-out'))
  mkdirSync(join(workspace, 'folder'))
  const { said } = await withTools(opened, workspace)
  for (const filepath of ['../a.json', join(outside, 'a.json'), 'way-out/a.json', 'way-out/new/a.json'])
    assert.match(await said(exportMemory, { filepath, format: 'json' }), /^outside_workspace: /, filepath)
  assert.match(await said(exportMemory, { filepath: 'folder/', format: 'json' }), /^is_folder: /)
  assert.match(await said(exportMemory, { filepath: 'folder', format: 'json' }), /^is_folder: /)
})

test('the summary counts kinds and names what is important and open, within a tag and a time', async () => {
  using opened = await openTestMemory()
  const { said } = await withTools(opened)
  assert.equal(await said(summarize), 'No memory is saved.')
  opened.time.now = daysOn(-20)
  await said(store, { text: 'the garage code is 4471', tags: ['home'], importance: 0.9 })
  opened.time.now = daysOn(0)
  await said(store, { text: 'the cat eats at 7' })
  await said(store, { text: 'buy ink', tags: ['reminder', 'home'] })
  await said(storePattern, { pattern: 'salt first' })
  assert.equal(
    await said(summarize),
    [
      '4 memories: 2 facts, 1 reminder and 1 pattern.',
      'Most important:',
      '1: the garage code is 4471 (2026-02-20; home)',
      '4: salt first (2026-03-12)',
      '2: the cat eats at 7 (2026-03-12)',
      'Open reminders:',
      '3: buy ink (2026-03-12; home)',
    ].join('\n'),
  )
  assert.match(
    await said(summarize, { tag: 'home' }),
    /^2 memories with the tag home: 1 fact and 1 reminder\./,
  )
  assert.match(await said(summarize, { period: 'week' }), /^3 memories from the last 7 days: /)
  assert.equal(
    await said(summarize, { tag: 'garden', period: 'year' }),
    'No memory with the tag garden is saved from the last 365 days.',
  )
})
