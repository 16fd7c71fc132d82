// A value that stands in a file or the memory, and that a request needs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '../../source/contracts/tool.ts'
import { namedFile, withoutFile } from '../../source/governor/named-file.ts'
import type { OwnKnowledge } from '../../source/governor/ports.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { routed, runTestTurn, type TurnOptions } from './turn-ports.ts'

const COMPUTE: Tool = {
  name: 'compute',
  description: 'Computes',
  parameters: {
    type: 'object',
    properties: { expression: { type: 'string', 'x-value': true } },
    required: ['expression'],
  },
  risk: 'read',
  run: ({ expression }) => String(expression),
  say: (expression) => ({ sentence: `Computed ${expression}.` }),
}
const RING: Tool = {
  ...COMPUTE,
  name: 'ring',
  risk: 'write',
  say: (expression) => ({ sentence: `Rings in ${expression}.` }),
}
const READ: Tool = {
  ...COMPUTE,
  name: 'read',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string', 'x-looks': 'file' } },
    required: ['path'],
  },
  run: ({ path }) => String(path),
  say: (path) => ({ sentence: `Read ${path}.` }),
}
const texts = {
  'prices.json': '{"rate": 0.31, "base_fee": 9.5}',
  'bread.md': 'Bake for 50 minutes at 220 °C.',
}

/** What was routed, and the turn. */
async function ask(message: string, options: Partial<TurnOptions> = {}) {
  const heard: string[] = []
  const turn = await runTestTurn(message, {
    engine: createFakeEngine({ calls: new Proxy({}, { get: () => '{"expression": "x"}' }) }),
    tools: [COMPUTE, RING, READ],
    texts,
    route: (request) => {
      heard.push(request)
      return routed(/\d/.test(request) && /cost|convert|times|that/.test(request) ? 'compute' : null)
    },
    ...options,
    input: { answers: 'tool', ...options.input },
  })
  return { heard, turn, name: turn.find('tool.finished')?.name }
}

test('a calculation is made with the line of the file that it needs, which is told first', async () => {
  const { heard, turn, name } = await ask('what does a firing cost at the rate in prices.json, in all?')
  assert.equal(heard.at(-1), 'rate: 0.31. what does a firing cost at the rate, in all?')
  assert.equal(name, 'compute')
  assert.equal(turn.outcome.answer, 'prices.json: rate: 0.31\nComputed x.')
  assert.equal(turn.outcome.ownFacts, 'prices.json: rate: 0.31')
})

test('an answer may say what was looked up', async () => {
  const answer = 'At a rate of 0.31 that is x.'
  const engine = createFakeEngine({
    calls: new Proxy({}, { get: () => '{"expression": "x"}' }),
    answers: new Proxy({}, { get: () => answer }),
  })
  const asked = await ask('what does a firing cost at the rate in prices.json, in all?', {
    engine,
    input: { answers: 'auto' },
  })
  assert.equal(asked.turn.outcome.unfaithful, undefined)
  assert.equal(asked.turn.outcome.answer, answer)
})

test('a conversion is asked plainly', async () => {
  const { heard } = await ask('convert the oven temperature of bread.md to fahrenheit')
  assert.equal(heard.at(-1), 'convert 220 °C to fahrenheit')
})

test('a time that is said is looked up nowhere', async () => {
  const tool: Tool = {
    ...RING,
    parameters: {
      type: 'object',
      properties: { expression: { type: 'string', 'x-value': true, 'x-kind': 'length' } },
    },
  }
  const [isTable, isNamed, excerpt] = [false, true, undefined]
  const meant = () => ({ path: 'bread.md', isTable, isNamed, excerpt, share: 1, likeness: 0, lead: 1 })
  const route = () => ({ ...routed('ring'), candidates: [{ tool: 'ring', score: 1 }] })
  const options = { tools: [tool], route, told: ['My bread bakes for 45 minutes.'] }
  const facts = async (message: string) =>
    (await ask(message, { ...options, meant, input: { own: { type: 'there' } } })).turn.outcome.ownFacts
  assert.equal(await facts('start a timer to bake my bread'), 'bread.md: Bake for 50 minutes at 220 °C')
  assert.equal(await facts('and one to bake my bread, 20 minutes'), undefined)
})

test('what says the value itself needs none of a file', async () => {
  const [isTable, isNamed, excerpt] = [false, true, undefined]
  const meant = () => ({ path: 'bread.md', isTable, isNamed, excerpt, share: 1, likeness: 0, lead: 1 })
  const route = () => ({ ...routed('compute'), candidates: [{ tool: 'compute', score: 1 }] })
  const facts = async (message: string) => (await ask(message, { route, meant })).turn.outcome.ownFacts
  assert.equal(await facts('baking time of the bread times 3'), 'bread.md: Bake for 50 minutes at 220 °C')
  assert.equal(await facts('the oven is at 75'), undefined)
  assert.equal(await facts('baking 75'), undefined)
})

test('a file that is plainly to be read is not computed with', async () => {
  const name = async (confidence: number) => {
    const route = (request: string) =>
      /^rate: 0.31/.test(request) ? routed('compute') : { ...routed('read'), confidence }
    return (
      await ask('what does a firing cost at the rate in prices.json?', {
        route,
        ...(confidence > 0.95 && { engine: reader() }),
      })
    ).name
  }
  assert.deepEqual([await name(0.9), await name(0.99)], ['compute', 'read'])
})

test('what only asks for the value is left as it is', async () => {
  const { turn, name } = await ask('what is the rate in prices.json')
  assert.equal(name, undefined)
  assert.equal(turn.outcome.ownFacts, undefined)
})

test('a file says nothing of what is to be done', async () => {
  const isTimer = (request: string) => routed(/Bake for/.test(request) ? 'ring' : null)
  assert.equal((await ask('how is the bread baked in bread.md, really?', { route: isTimer })).name, undefined)
  const wished = (request: string) => ({
    ...routed(/Bake for/.test(request) ? 'ring' : 'read', 0.6),
    candidates: [
      { tool: 'read', score: 0.6 },
      { tool: 'ring', score: 0.3 },
    ],
  })
  assert.equal((await ask('timer for the baking time in bread.md', { route: wished })).name, 'ring')
})

test('a text that is to be changed is no sum', async () => {
  const write: Tool = { ...READ, name: 'write', risk: 'write', say: () => ({ sentence: 'Written.' }) }
  const heard: string[] = []
  const route = (request: string) => {
    heard.push(request)
    return routed('write', 0.7)
  }
  await ask("put 'bake it well' in bread.md as the last line", { tools: [COMPUTE, write], route })
  assert.deepEqual(heard, ["put 'bake it well' in bread.md as the last line"])
  await ask('bake it well, as bread.md says, but how long is that', { tools: [COMPUTE, write], route })
  assert.match(heard.at(-1) ?? '', /^Bake for 50 minutes/)
})

test('what the memory has of it is put before a request in the same way', async () => {
  const own: OwnKnowledge = { type: 'known' }
  const { heard, turn } = await ask("what's my rent per year, times two for that?", {
    told: ['My rent is 840 euros a month.'],
    input: { own },
  })
  assert.equal(heard.at(-1), "My rent is 840 euros a month. what's my rent per year, times two for that?")
  assert.match(turn.outcome.answer, /^Remembered: my rent is 840 euros a month\.\nComputed x\.$/i)
})

test('what was said in the conversation counts, too, and of nothing told nothing is put there', async () => {
  const said: OwnKnowledge = { type: 'said', said: ['the tank holds 200 litres'] }
  assert.match(
    (await ask('what does half of that cost', { input: { own: said } })).heard.at(-1) ?? '',
    /^the tank holds/,
  )
  const untold: OwnKnowledge = { type: 'untold' }
  assert.deepEqual((await ask('what does half of that cost', { input: { own: untold } })).heard, [
    'what does half of that cost',
  ])
})

test('the file and the sentence that only says where a value stands are taken out of a request', () => {
  const bare: readonly (readonly [string, string])[] = [
    ['A firing takes 65 kWh. The rate is in a.json. What is that?', 'A firing takes 65 kWh. What is that?'],
    ['look at a.json, how much is 3 times the rate?', 'how much is 3 times the rate?'],
    ['3 times the rate in a.json', '3 times the rate'],
    ['how old is the half marathon in a.json', 'how old is the half marathon'],
    ["a.json's rate times 3", 'rate times 3'],
  ]
  for (const [request, rest] of bare) assert.equal(withoutFile(request, 'a.json'), rest)
  assert.equal(namedFile('compare a.json and b.json'), undefined)
  assert.equal(namedFile('3.5 of data/a.json'), 'data/a.json')
})

test('a file that is named and there is looked into where no tool was sure', async () => {
  const unsure = (score: number) => () => ({
    ...routed(null),
    candidates: [{ tool: 'read', score }],
  })
  const question = 'how hot is it in bread.md'
  assert.equal((await ask(question, { route: unsure(0.5), engine: reader() })).name, 'read')
  assert.equal((await ask(question, { route: unsure(0.3), engine: reader() })).name, undefined)
  assert.equal(
    (await ask('how hot is it in cake.md', { route: unsure(0.5), engine: reader() })).name,
    undefined,
  )
})

test('of a file that is asked for one line only that is told', async () => {
  const route = () => routed('read')
  const told = async (question: string) =>
    (await ask(question, { route, engine: reader() })).turn.outcome.answer
  assert.equal(await told('how long is it to bake in bread.md?'), 'bread.md: Bake for 50 minutes at 220 °C.')
  assert.equal(await told('how long do I knead in bread.md?'), 'Read bread.md.')
  assert.equal(await told('show me bread.md, the baking'), 'Read bread.md.')
})

function reader() {
  return createFakeEngine({ calls: new Proxy({}, { get: () => '{"path": "bread.md"}' }) })
}
