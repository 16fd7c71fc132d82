import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../source/contracts/engine.ts'
import type { Remembered } from '../../source/contracts/memory.ts'
import { rememberedFacts, tellRemembered } from '../../source/governor/remembered.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { GET_TIME, routed, runTestTurn } from './turn-ports.ts'

const LAKE: Remembered = {
  id: 4,
  kind: 'correction',
  text: 'the lake is 63 m deep',
  context: 'holiday in Como',
}
const SALT: Remembered = { id: 7, kind: 'pattern', text: 'Salt first!', context: '' }

test('corrections and patterns are one line each', () => {
  assert.equal(
    rememberedFacts([LAKE, { ...SALT, text: 'Salt\nfirst!' }]),
    'Remembered: the lake is 63 m deep (holiday in Como).\nWorked before: Salt first!',
  )
  assert.equal(rememberedFacts([]), '')
  assert.equal(rememberedFacts(), '')
})

test('how something is to be done is no fact: it ends the message', async () => {
  const dashes: Remembered = { id: 8, kind: 'correction', text: 'write lists with dashes', context: '' }
  assert.deepEqual(tellRemembered([LAKE, dashes, SALT, { ...dashes, text: "Don't use tables!" }]), {
    facts: 'Remembered: the lake is 63 m deep (holiday in Como).\nWorked before: Salt first!',
    instructions: "Remember: Write lists with dashes. Remember: Don't use tables!",
  })
  const told = async (message: string, remembered: readonly Remembered[]) => {
    const engine = createFakeEngine()
    await runTestTurn(message, { engine, input: { remembered } })
    return engine.asked[0]?.messages.at(-1)?.text
  }
  assert.equal(await told('a list please', [dashes]), 'a list please Remember: Write lists with dashes.')
  assert.equal(
    await told('a list of\na and b', [dashes, LAKE]),
    'a list of\na and b\nRemember: Write lists with dashes.\nFacts: Remembered: the lake is 63 m deep (holiday in Como).',
  )
})

test('a message is told them as facts, the same bytes in history, and the head stays as it is', async () => {
  const asked = 'how deep is it?\nFacts: Remembered: the lake is 63 m deep (holiday in Como).'
  const engine = createFakeEngine({ answers: { [asked]: 'It is 63 m deep.' } })
  const { outcome } = await runTestTurn('how deep is it?', { engine, input: { remembered: [LAKE] } })
  const plain = await runTestTurn('how deep is it?', { engine })
  assert.equal(outcome.answer, 'It is 63 m deep.')
  assert.deepEqual(
    outcome.messages.map((one) => one.text),
    [asked, 'It is 63 m deep.'],
  )
  assert.deepEqual(outcome.talkMessages.slice(0, -1), plain.outcome.talkMessages.slice(0, -1))
  assert.deepEqual(outcome.remembered, [LAKE])
  assert.deepEqual(plain.outcome.remembered, [])
  assert.equal(plain.outcome.talkMessages.at(-1)?.text, 'how deep is it?')
})

test('behind what a tool said an answer may use them, and need not', async () => {
  const asked = 'now\nFacts: It is 10:24.\nRemembered: the lake is 63 m deep (holiday in Como).'
  const run = async (answer: string, remembered: readonly Remembered[] = [LAKE]) => {
    const engine = createFakeEngine({ answers: { [asked]: answer, now: answer } })
    const tools = [GET_TIME]
    return (await runTestTurn('now', { engine, route: routed('get_time'), tools, input: { remembered } }))
      .outcome
  }
  const both = await run('It is 10:24, and the lake is 63 m deep.')
  assert.deepEqual([both.source, both.unfaithful], ['model', undefined])
  assert.equal((await run('It is 10:24.')).source, 'model')
  assert.equal((await run('The lake is 63 m deep.')).answer, 'It is 10:24.')
  assert.equal((await run('It is 10:24, and the lake is 64 m deep.')).source, 'tool')
  assert.equal((await run('It is 10:24, and the lake is 63 m deep.', [])).source, 'tool')
})

test('an answer that was stopped in its middle names what it was told', async () => {
  const stop = new AbortController()
  const engine: Engine = {
    ...createFakeEngine(),
    talk: async ({ onText }, signal) => {
      onText?.('It is thirty ')
      stop.abort()
      throw signal.reason
    },
  }
  const input = { remembered: [LAKE] }
  const { outcome } = await runTestTurn('how deep is it?', { engine, input, signal: stop.signal })
  assert.equal(outcome.status, 'cancelled')
  assert.deepEqual(outcome.remembered, [LAKE])
})
