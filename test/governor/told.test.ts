import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { ADD, GET_TIME, routed, runTestTurn } from './turn-ports.ts'

const told = (message: string) => `Answer for 7 pupils.\n${message}`

test('what the talk lane is told stands in the prompt and in history, the event has the message', async () => {
  const engine = createFakeEngine({ answers: { [told('hello')]: 'Hello!' } })
  const { outcome, find } = await runTestTurn('hello', { engine, input: { told: told('hello') } })
  assert.equal(find('turn.started')?.text, 'hello')
  assert.equal(outcome.talkMessages.at(-1)?.text, told('hello'))
  assert.deepEqual(
    outcome.messages.map((one) => one.text),
    [told('hello'), 'Hello!'],
  )
})

test('facts stand behind it, and arguments are written from the message alone', async () => {
  const message = 'add 2 and 3'
  const engine = createFakeEngine({ calls: { [message]: '{"a":2,"b":3}' } })
  const input = { told: told(message), answers: 'tool' } as const
  const { outcome } = await runTestTurn(message, { engine, route: 'add_numbers', tools: [ADD], input })
  assert.equal(engine.written[0]?.message, message)
  assert.equal(outcome.messages[0]?.text, `${told(message)}\nFacts: 2 + 3 = 5.`)
})

test('it is no source for a figure of the answer', async () => {
  const asked = `${told('now')}\nFacts: It is 10:24.`
  const engine = createFakeEngine({ answers: { [asked]: 'It is 10:24 for 7 pupils.' } })
  const input = { told: told('now') }
  const { outcome } = await runTestTurn('now', {
    engine,
    route: routed('get_time'),
    tools: [GET_TIME],
    input,
  })
  assert.equal(outcome.source, 'tool')
  assert.equal(outcome.answer, 'It is 10:24.')
})

test('a turn that ends before its answer is complete has it in history too', async () => {
  const stop = new AbortController()
  const fake = createFakeEngine({ answers: { [told('a story')]: 'Once upon a time' } })
  const talk: typeof fake.talk = async (request, signal) => {
    request.onText?.('Once ')
    stop.abort()
    signal.throwIfAborted()
    return fake.talk(request, signal)
  }
  const { outcome } = await runTestTurn('a story', {
    engine: { ...fake, talk },
    input: { told: told('a story') },
    signal: stop.signal,
  })
  assert.equal(outcome.status, 'cancelled')
  assert.equal(outcome.messages[0]?.text, told('a story'))
})
