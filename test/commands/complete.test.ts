import assert from 'node:assert/strict'
import { test } from 'node:test'
import composite from '../../commands/composite.ts'
import mcp from '../../commands/mcp.ts'
import skills from '../../commands/skills.ts'
import states from '../../commands/states.ts'
import task from '../../commands/task.ts'
import tool from '../../commands/tool.ts'
import type { Command, CommandContext } from '../../source/contracts/command.ts'
import { commandContext } from '../../source/session/command-context.ts'
import { completeAt } from '../../source/session/complete.ts'
import { openCommands } from '../helpers/open-commands.ts'

test('names that exist are offered behind the commands that take them', async () => {
  const chat = await openCommands()
  await chat.run('/states save kitchen')
  const context = commandContext(chat.session, new AbortController().signal)
  const offered = async (line: string) => {
    const found = await completeAt(line, line.length, { context, used: [], files: async () => ['a.json'] })
    return found?.choices.map(({ text }) => text) ?? []
  }
  for (const line of ['/states load ', '/states compare kitchen ', '/states export kit'])
    assert.deepEqual(await offered(line), ['kitchen'], line)
  assert.deepEqual(await offered('/states import '), ['a.json'])
  assert.ok((await offered('/states best ')).includes('latency'))
  for (const line of ['/persona tu', '/persona use tu'])
    assert.deepEqual(await offered(line), ['tutor'], line)
  assert.deepEqual(await offered('/memory import '), ['a.json'])
  for (const line of ['/tools pin file_r', '/tools resume file_r', '/bad file_r', '/teach file_r'])
    assert.ok((await offered(line)).includes('file_read'), line)
  await chat.done()
})

test('options and their values, taught ids and setups of a trial are offered, also half typed', async () => {
  const chat = await openCommands()
  await chat.run('/states save kitchen')
  await chat.run('/teach none "avast ye all"')
  const context = commandContext(chat.session, new AbortController().signal)
  const offered = async (line: string) => {
    const found = await completeAt(line, line.length, { context, used: [], files: async () => [] })
    return found?.choices.map(({ text }) => text) ?? []
  }
  const optimize = '/optimize_tool_prompts'
  for (const [line, first] of [
    ['/forget-teaching t', 't1'],
    ['/ab start tuto', 'tutor'],
    ['/ab start tutor kit', 'kitchen'],
    ['/ab stop keep ', 'A'],
    [`${optimize} --str`, '--strategy'],
    [`${optimize} --budget 30 --str`, '--strategy'],
    [`${optimize} --tool timer_cancel --str`, '--strategy'],
    [`${optimize} --strategy sh`, 'shots'],
    [`${optimize} --tool timer_c`, 'timer_cancel'],
    [`${optimize} --all --tool timer_cancel timer_cr`, 'timer_create'],
  ] as const)
    assert.ok((await offered(line)).slice(0, 2).includes(first), `${line}: ${await offered(line)}`)
  assert.ok(!(await offered('/ab start tutor ')).includes('tutor'))
  assert.ok(!(await offered('/ab stop ')).includes('tutor'))
  assert.deepEqual(await offered(`${optimize} --budget `), [])
  await chat.done()
})

test('states that were deleted or saved over are offered behind restore, with when that was', async () => {
  const chat = await openCommands()
  await chat.run('/states save kitchen')
  await chat.run('/states save garden')
  await chat.run('/states save garden again')
  await chat.run('/states delete kitchen')
  const context = commandContext(chat.session, new AbortController().signal)
  const offered = async () => {
    const choices = await states.complete?.('restore', context)
    return typeof choices === 'object' ? choices.map(({ text, note }) => [text, note] as const) : []
  }
  const until = /^until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
  const [garden, kitchen] = await offered()
  assert.deepEqual([garden?.[0], kitchen?.[0]], ['garden', 'kitchen'])
  assert.match(garden?.[1] ?? '', until)
  assert.match(kitchen?.[1] ?? '', until)
  await chat.run('/states restore kitchen')
  assert.deepEqual(
    (await offered()).map(([text]) => text),
    ['garden'],
  )
  await chat.done()
})

test('servers, tasks, skills and tools of files are offered behind the words that take one', async () => {
  const context = {
    mcp: { rows: () => [{ name: 'files', place: 'node files.mjs' }] },
    skills: {
      list: () => [
        { name: 'commit', state: 'used' },
        { name: 'review', state: 'untrusted' },
      ],
    },
    toolFiles: {
      list: () => [
        { name: 'tides', state: 'used' },
        { name: 'stars', state: 'untrusted' },
      ],
    },
    tasks: {
      known: () => [
        { id: 1, goal: 'count', state: 'done' },
        { id: 2, problem: 'cannot be read' },
        { id: 3, goal: 'write', state: 'stopped' },
      ],
    },
  } as unknown as CommandContext
  const offered = async (command: Command, input: string) => {
    const found = await command.complete?.(input, context)
    return found === 'files' ? [] : (found ?? []).map(({ text }) => text)
  }
  assert.deepEqual(await mcp.complete?.('restart', context), [{ text: 'files', note: 'node files.mjs' }])
  for (const input of ['list', 'add', 'info files', 'import'])
    assert.deepEqual(await offered(mcp, input), [], input)
  assert.deepEqual(await offered(skills, 'show'), ['commit', 'review'])
  assert.deepEqual(await offered(skills, 'trust'), ['review'])
  assert.deepEqual(await offered(tool, 'test'), ['tides'])
  assert.deepEqual(await offered(tool, 'trust'), ['stars'])
  assert.deepEqual(await offered(tool, 'new'), [])
  assert.deepEqual(await offered(task, 'show'), ['1', '3'])
  for (const verb of ['go', 'resume', 'cancel']) assert.deepEqual(await offered(task, verb), ['3'], verb)
  assert.deepEqual(await offered(task, 'edit'), [])
})

test('a composite is offered behind the words that take one', async () => {
  const rows = [{ name: 'morning', state: 'used' }]
  const context = { composites: { list: () => rows } } as unknown as CommandContext
  assert.deepEqual(await composite.complete?.('show', context), [{ text: 'morning', note: 'used' }])
  assert.deepEqual(await composite.complete?.('show morning', context), [])
})
