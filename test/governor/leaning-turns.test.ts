// Turns whose message points at what an earlier call showed, or corrects it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, routed, runTestTurn } from './turn-ports.ts'

const TEXT: JsonSchema = { type: 'string', 'x-from': 'message' }
const READ: Tool = {
  name: 'read_it',
  description: 'Reads',
  parameters: { type: 'object', properties: { path: { ...TEXT, 'x-looks': 'file' } }, required: ['path'] },
  risk: 'read',
  run: ({ path }) => String(path),
  say: (path) => ({ sentence: `${path} was read.` }),
}
const SEARCH: Tool = {
  name: 'search_it',
  description: 'Searches',
  parameters: {
    type: 'object',
    properties: { directory: { ...TEXT, 'x-looks': 'folder' }, pattern: TEXT },
    required: ['directory', 'pattern'],
  },
  risk: 'read',
  run: ({ directory, pattern }) => `${pattern} in ${directory}`,
  say: (found) => ({ sentence: `Found ${found}.` }),
}
const tools = [READ, SEARCH, GET_TIME]
const folders = { '.': ['letters/'], letters: ['aunt.txt', 'bank.txt', 'old/'] }
const LISTED: EarlierCall = {
  message: 'list letters',
  tool: 'list_it',
  arguments: { directory: 'letters' },
  said: 'letters has 3 entries: aunt.txt, bank.txt, old/.',
  shows: ['aunt.txt', 'bank.txt', 'old/'],
}
const SEARCHED: EarlierCall = {
  message: 'search letters for rent',
  tool: 'search_it',
  arguments: { directory: 'letters', pattern: 'rent' },
  said: 'Found rent in letters.',
}

describe('a message that points at what was shown', () => {
  test('is routed and written with the path, and answered as it was said', async () => {
    const engine = createFakeEngine({ calls: { 'open letters/bank.txt': '{"path": "letters/bank.txt"}' } })
    const asked: string[] = []
    const route = (request: string) => {
      asked.push(request)
      return routed('read_it')
    }
    const turn = await runTestTurn('open the second one', {
      engine,
      tools,
      folders,
      route,
      split: ['open letters/bank.txt'],
      input: { earlier: [LISTED] },
    })
    assert.ok(asked.includes('open letters/bank.txt'))
    assert.deepEqual(turn.find('tool.called')?.arguments, { path: 'letters/bank.txt' })
    assert.match(turn.outcome.messages[0]?.text ?? '', /^open the second one\n/)
  })
})

describe('a message that corrects the last call', () => {
  test('makes it again with the new value, whatever the router says, and without the model', async () => {
    const engine = createFakeEngine()
    const turn = await runTestTurn('wrong word, I meant deposit', {
      engine,
      tools,
      route: routed(null),
      input: { earlier: [SEARCHED] },
    })
    assert.deepEqual(turn.find('tool.called')?.arguments, { directory: 'letters', pattern: 'deposit' })
    assert.equal(turn.find('route')?.by, 'follow-up')
    assert.equal(engine.written.length, 0)
  })

  test('or with the name that it offered, where that is agreed to', async () => {
    const said = 'There is no file `note.md`; did you mean notes.md?'
    const earlier = [
      {
        message: 'read note.md',
        tool: 'read_it',
        arguments: { path: 'note.md' },
        said,
        failed: true,
      } as const,
    ]
    const options = { engine: createFakeEngine(), tools, route: routed(null), input: { earlier } }
    const turn = await runTestTurn('yes please', options)
    assert.deepEqual(turn.find('tool.called')?.arguments, { path: 'notes.md' })
  })

  test('or in another folder, which alone is named', async () => {
    const run = async (message: string, earlier = SEARCHED) => {
      const options = {
        engine: createFakeEngine(),
        tools,
        route: routed(null),
        input: { earlier: [earlier] },
      }
      const turn = await runTestTurn(message, {
        ...options,
        folders: { '.': ['letters/', 'drafts/'], letters: ['old/'] },
      })
      return turn.find('tool.called')?.arguments
    }
    assert.deepEqual(await run('only in drafts'), { directory: 'drafts', pattern: 'rent' })
    assert.deepEqual(await run('and drafts?'), { directory: 'drafts', pattern: 'rent' })
    assert.deepEqual(await run('and inside the old folder?'), { directory: 'letters/old', pattern: 'rent' })
    assert.deepEqual(await run('the one in it, old'), { directory: 'letters/old', pattern: 'rent' })
    assert.deepEqual(await run('no, I meant in the whole project'), { directory: '.', pattern: 'rent' })
    assert.deepEqual(await run('and everywhere?'), { directory: '.', pattern: 'rent' })
    assert.equal(await run('the whole project is lovely'), undefined)
    assert.equal(await run('the drafts are lovely'), undefined)
    assert.equal(await run('only in letters'), undefined)
    assert.equal(await run('only in drafts', LISTED), undefined)
  })

  test('is left alone where the tool is not there any more, a pattern matches, or nothing was called', async () => {
    const message = 'deposit, not rent'
    const run = async (options: Partial<Parameters<typeof runTestTurn>[1]>) =>
      (
        await runTestTurn(message, { engine: createFakeEngine(), tools, route: routed(null), ...options })
      ).find('tool.called')
    assert.equal(await run({ tools: [GET_TIME], input: { earlier: [SEARCHED] } }), undefined)
    const pattern = { ...routed('get_time'), by: 'pattern' as const }
    assert.equal((await run({ route: pattern, input: { earlier: [SEARCHED] } }))?.name, 'get_time')
    assert.equal(await run({}), undefined)
  })

  test('a value that the result has is taken back, or only said again', async () => {
    const readBefore: EarlierCall = {
      message: 'read todo.md',
      tool: 'read_it',
      arguments: { path: 'todo.md' },
      said: 'todo.md says: see notes.md and 1000',
    }
    const run = (message: string) =>
      runTestTurn(message, {
        engine: createFakeEngine({ answers: { [message]: 'Fine.' } }),
        tools,
        route: routed(null),
        input: { earlier: [readBefore] },
      })
    for (const message of ['oops, notes.md', 'sorry, I meant notes.md']) {
      assert.deepEqual((await run(message)).find('tool.called')?.arguments, { path: 'notes.md' }, message)
    }
    assert.equal((await run('ok, notes.md')).find('tool.called'), undefined)
  })

  test('answers a question of ours if there is one', async () => {
    const turn = await runTestTurn('deposit, not rent', {
      engine: createFakeEngine(),
      tools,
      route: routed(null),
      input: { earlier: [SEARCHED], open: { request: 'read it', tool: 'read_it' } },
    })
    assert.notEqual(turn.find('tool.called')?.name, 'search_it')
  })
})

describe('one word that became two values', () => {
  const calls = {
    'grep fee': '{"directory": "fee", "pattern": "fee"}',
    'Before: search letters for rent -> {"directory": "letters", "pattern": "rent"} -> Found rent in letters.\nNow: grep fee':
      '{"directory": "letters", "pattern": "fee"}',
  }

  test('is written once more behind the last call', async () => {
    const turn = await runTestTurn('grep fee', {
      engine: createFakeEngine({ calls }),
      tools,
      route: routed('search_it'),
      input: { earlier: [SEARCHED] },
    })
    assert.deepEqual(turn.find('tool.called')?.arguments, { directory: 'letters', pattern: 'fee' })
  })

  test('stays where nothing stands before it', async () => {
    const engine = createFakeEngine({ calls })
    await runTestTurn('grep fee', { engine, tools, route: routed('search_it') })
    assert.equal(engine.written.length, 1)
  })
})

describe('a call that would only repeat the one before', () => {
  const ADD: Tool = { ...READ, name: 'add_it', risk: 'write' }
  const added: EarlierCall = {
    message: 'add rent.txt',
    tool: 'add_it',
    arguments: { path: 'rent.txt' },
    said: 'Added rent.txt.',
  }
  const run = (message: string, tool: Tool) => {
    const earlier = { ...added, tool: tool.name }
    const said = `Before: add rent.txt -> {"path": "rent.txt"} -> Added rent.txt.\nNow: ${message}`
    return runTestTurn(message, {
      engine: createFakeEngine({ calls: { [said]: '{"path": "rent.txt"}' } }),
      tools: [tool],
      route: { ...routed(tool.name), by: 'follow-up' },
      input: { earlier: [earlier] },
    })
  }

  test('is asked about where it changes something', async () => {
    const turn = await run('rent.txt as well', ADD)
    assert.equal(turn.find('tool.called'), undefined)
    assert.equal(turn.find('turn.finished')?.status, 'need_clarification')
  })

  test('is made where it only reads, or where that is asked for', async () => {
    assert.equal((await run('rent.txt as well', READ)).find('tool.called')?.name, READ.name)
    assert.equal((await run('rent.txt once more', ADD)).find('tool.called')?.name, 'add_it')
  })
})
