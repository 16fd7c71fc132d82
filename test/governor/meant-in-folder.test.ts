// A question that names no file, and a file of the folder that has what it asks for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EarlierCall } from '../../source/contracts/manifest.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import type { MeantFile } from '../../source/lib/meant-file.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { runTestTurn, type TurnOptions } from './turn-ports.ts'

const READ: Tool = {
  name: 'read',
  description: 'Reads',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string', 'x-looks': 'file' } },
    required: ['path'],
  },
  risk: 'read',
  run: ({ path }) => String(path),
  say: (path) => ({ sentence: `All of ${path}.` }),
}
const QUERY: Tool = {
  ...READ,
  name: 'query',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-looks': 'file' },
      question: { type: 'string', 'x-whole': 'question' },
    },
    required: ['path', 'question'],
  },
  run: ({ path, question }) => `${path} | ${question}`,
  say: (found) => ({ sentence: `Found: ${found}.` }),
}
const REMEMBER: Tool = {
  ...READ,
  name: 'remembered',
  parameters: { type: 'object', properties: { query: { type: 'string', 'x-remembered': true } } },
  say: () => ({ sentence: 'No memory.' }),
}
const REMINDERS: Tool = {
  ...READ,
  name: 'reminders',
  parameters: { type: 'object', properties: {}, 'x-lists': 'reminders' },
  say: () => ({ sentence: 'No reminder is open.' }),
}
const RING: Tool = {
  ...READ,
  name: 'ring',
  parameters: { type: 'object', properties: {} },
  risk: 'write',
  say: () => ({ sentence: 'It rings.' }),
}

const LEDGER: MeantFile = {
  path: 'ledger.csv',
  isTable: true,
  share: 0.6,
  likeness: 0.5,
  isNamed: true,
  lead: 0.6,
  excerpt: undefined,
}
const NOTES: MeantFile = { ...LEDGER, path: 'notes.txt', isTable: false, excerpt: 'Yusuf starts on Monday.' }

const scores = (tool: string | null, candidates: Readonly<Record<string, number>>): RouteDecision => ({
  tool,
  confidence: tool === null ? 0.5 : (candidates[tool] ?? 0),
  by: tool === null ? 'none' : 'classifier',
  candidates: Object.entries(candidates).map(([name, score]) => ({ tool: name, score })),
})

/** The turn, where the router takes a request with a file's name for one to read with these probabilities. */
async function ask(
  message: string,
  file: MeantFile | undefined,
  options: Partial<TurnOptions> & { plain?: RouteDecision; reads?: Readonly<Record<string, number>> } = {},
) {
  const { plain = scores(null, { remembered: 0.2 }), reads = { query: 0.6, read: 0.3 } } = options
  return runTestTurn(message, {
    engine: createFakeEngine({}),
    tools: [READ, QUERY, REMEMBER, REMINDERS, RING],
    route: (request) => (/\(\S+\.\w+\)$/.test(request) ? scores(null, reads) : plain),
    meant: () => file,
    ...options,
    input: { answers: 'tool', ...options.input },
  })
}

test('a question about a table is asked of it, one about a text is told its lines', async () => {
  const spent = await ask('how much did we spend in February?', LEDGER)
  assert.equal(spent.outcome.answer, 'Found: ledger.csv | how much did we spend in February?.')
  assert.equal(spent.find('route')?.by, 'folder')
  const starts = await ask('when does Yusuf start?', NOTES)
  assert.equal(starts.outcome.answer, 'notes.txt:\nYusuf starts on Monday.')
})

test('what is asked of the world, told, or far from every file is left alone', async () => {
  const none = async (message: string, file: MeantFile, options = {}) =>
    (await ask(message, file, options)).find('tool.finished')
  assert.equal(await none('why do bees swarm?', NOTES), undefined)
  assert.equal(await none('how do I get rid of rust?', NOTES), undefined)
  assert.equal(
    await none('how long is a day on Jupiter?', { ...NOTES, share: 0.3, likeness: 0.32 }),
    undefined,
  )
  assert.equal(await none('how many of them do we have?', { ...NOTES, share: 0.1, likeness: 0.2 }), undefined)
  assert.equal(
    await none('which is the larger of my two?', { ...LEDGER, lead: 0.01, share: 0.4, likeness: 0 }),
    undefined,
  )
  assert.equal(await none('Second', { ...NOTES, share: 1 }), undefined)
  assert.equal(await none('the x files', { ...NOTES, share: 1 }), undefined)
  assert.equal(await none('What a day!', { ...NOTES, share: 1 }), undefined)
  assert.equal(await none('this week was exhausting', { ...NOTES, share: 0.3, likeness: 0.3 }), undefined)
  assert.equal(await none('when does Yusuf start, did I tell you?', NOTES), undefined)
  assert.equal(await none('what did I ask you to keep of Yusuf?', NOTES), undefined)
  assert.equal(await none('list some people like Yusuf', NOTES), undefined)
  assert.equal(await none("what means 'Yusuf' in english?", NOTES), undefined)
  assert.equal(await none('when does /etc/yusuf start?', NOTES), undefined)
  assert.equal(await none('who is my dentist?', NOTES, { reads: { ring: 0.9, read: 0.05 } }), undefined)
})

test('what is only told reads no file, and a name that stands nowhere is asked of the world', async () => {
  const near = { ...NOTES, share: 0.9, likeness: 0.9 }
  const read = async (message: string, file: MeantFile = near) =>
    (await ask(message, file)).find('tool.finished')?.name
  assert.equal(await read('Yusuf is on holiday'), undefined)
  assert.equal(await read('Kim takes over for Yusuf'), undefined)
  assert.equal(await read('get the kids from school'), undefined)
  assert.equal(await read('assign 105 to Yusuf'), undefined)
  assert.equal(await read('total hours of Yusuf'), 'read')
  const far = { ...near, isNamed: false, lacksNames: true as const }
  assert.equal(await read('who is the manager of Liverpool?', far), undefined)
  assert.equal(await read('who is our manager in Liverpool?', far), 'read')
  assert.equal(await read('who is the manager of Liverpool?', { ...far, isNamed: true }), 'read')
})

test('what surely needs no tool is asked of the world, whatever words of it a file has', async () => {
  const told = async (confidence: number, file: MeantFile) => {
    const plain = { ...scores(null, { remembered: 1 - confidence }), confidence }
    return (await ask('where does a stopcock sit?', file, { plain })).find('tool.finished')?.name
  }
  const near = { ...NOTES, share: 0.6, likeness: 0.6 }
  assert.equal(await told(0.9, NOTES), 'read')
  assert.equal(await told(0.997, near), 'read')
  assert.equal(await told(0.997, { ...NOTES, share: 0.4, likeness: 0.5 }), undefined)
  assert.equal(await told(0.9995, near), undefined)
  const plain = { ...scores(null, { remembered: 0.001 }), confidence: 0.9995 }
  const ours = await ask('how many stopcocks do we have?', near, { plain })
  assert.equal(ours.find('tool.finished')?.name, 'read')
})

test('what hardly needs a tool needs a file that is near, also where it has a "my"', async () => {
  const read = async (confidence: number, near: number) => {
    const plain = { ...scores(null, { remembered: 1 - confidence }), confidence }
    const file = { ...NOTES, share: near / 2, likeness: near / 2 }
    return (await ask('how long should steak rest, my wife says an hour?', file, { plain })).find(
      'tool.finished',
    )?.name
  }
  assert.equal(await read(0.7, 0.58), 'read')
  assert.equal(await read(0.85, 0.58), undefined)
  assert.equal(await read(0.85, 0.65), 'read')
  assert.equal(await read(0.97, 0.65), undefined)
  assert.equal(await read(0.97, 0.75), 'read')
})

test('what the memory knows, or was said here, needs no file', async () => {
  for (const own of [{ type: 'known' }, { type: 'said', said: ['I park at the mill'] }] as const) {
    const turn = await ask('where do I park?', NOTES, { input: { own } })
    assert.notEqual(turn.find('tool.finished')?.name, 'read')
  }
})

test('a tool that is sure stays, a search of the memory that has nothing does not', async () => {
  const sure = await ask('when does it ring, my notes alarm?', NOTES, {
    plain: scores('ring', { ring: 0.95 }),
  })
  assert.equal(sure.find('tool.finished')?.name, 'ring')
  const own = { type: 'untold' } as const
  const asked = await ask('when does my Yusuf start?', NOTES, {
    plain: scores('remembered', { remembered: 0.99 }),
    input: { own },
  })
  assert.equal(asked.find('tool.finished')?.name, 'read')
})

test('a list is meant where no reminder is open', async () => {
  const plain = scores('reminders', { reminders: 1 })
  const message = 'what is still on my todo list?'
  assert.equal((await ask(message, NOTES, { plain })).find('tool.finished')?.name, 'read')
  assert.equal((await ask(message, NOTES, { plain, reminders: 2 })).find('tool.finished')?.name, 'reminders')
  const reminders = await ask('which reminders do I have?', NOTES, { plain })
  assert.equal(reminders.find('tool.finished')?.name, 'reminders')
})

test('a question that goes on is asked of the file before, unless its words are in another one', async () => {
  const earlier = [
    {
      message: 'how many nights in March? (march.csv)',
      tool: 'query',
      arguments: { path: 'march.csv', question: 'how many nights in March?' },
      said: 'That is 7.',
    },
  ]
  const march = { ...LEDGER, path: 'march.csv', share: 0.1 }
  const goesOn = await ask('and who has them?', undefined, {
    input: { earlier },
    meant: (_question, only) => (only === 'march.csv' ? march : undefined),
  })
  assert.equal(
    goesOn.outcome.answer,
    'Found: march.csv | and who has them? (before: how many nights in March?).',
  )
  const april = { ...LEDGER, path: 'april.csv', share: 1 }
  const other = await ask('and in April?', undefined, {
    input: { earlier },
    meant: (_question, only) => (only === 'march.csv' ? { ...march, share: 0 } : april),
  })
  assert.equal(other.outcome.answer, 'Found: april.csv | and in April? (before: how many nights in March?).')
})

test('what leans on a call that was about no file reads none', async () => {
  const rang = { message: 'ring in 9 minutes', tool: 'ring', arguments: {}, said: 'It rings in 9 minutes.' }
  const read = { message: 'open it', tool: 'read', arguments: { path: 'notes.txt' }, said: 'notes.txt' }
  const reads = async (message: string, earlier: EarlierCall, options = {}) =>
    (await ask(message, LEDGER, { ...options, input: { answers: 'tool', earlier: [earlier] } })).find(
      'tool.called',
    ) !== undefined
  for (const message of ['and the day?', 'how many seconds is that', 'a week?']) {
    assert.equal(await reads(message, rang), false, message)
    assert.equal(await reads(message, read), true, message)
  }
  assert.equal(await reads("and what's on my list?", rang), true)
  const leaning: RouteDecision = { ...scores('ring', { ring: 0.95 }), by: 'follow-up' }
  const turn = await ask('what about the spending of the whole of February', LEDGER, {
    plain: leaning,
    input: { answers: 'tool', earlier: [rang] },
  })
  assert.equal(turn.find('route')?.tool, 'ring')
})
