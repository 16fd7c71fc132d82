import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { routed, runTestTurn } from './turn-ports.ts'

const engine = createFakeEngine({ answers: { 'tell me a story': 'Once upon a', 'say nothing': '' } })
const stopping = (stop: 'end' | 'length' | 'window' | 'repeats') => ({
  ...engine,
  talk: async (...given: Parameters<typeof engine.talk>) => ({ ...(await engine.talk(...given)), stop }),
})

test('an answer that stops at its limit says so behind it', async () => {
  const { outcome, find, order } = await runTestTurn('tell me a story', {
    engine: stopping('length'),
    route: routed(null),
    input: { maxAnswerTokens: 24 },
  })
  assert.equal(find('notice')?.code, 'answer_cut')
  assert.match(find('notice')?.message ?? '', /24 tokens; say "go on"/)
  assert.equal(outcome.answer, 'Once upon a')
  assert.ok(order.indexOf('notice') > order.indexOf('answer'))
})

test('so does one that says the same over and over', async () => {
  const turn = await runTestTurn('tell me a story', { engine: stopping('repeats'), route: routed(null) })
  assert.match(turn.find('notice')?.message ?? '', /the same over and over/)
})

test('so does one that fills the window', async () => {
  const turn = await runTestTurn('tell me a story', { engine: stopping('window'), route: routed(null) })
  assert.match(turn.find('notice')?.message ?? '', /window is full; \/compact/)
})

test('one that ends by itself says nothing', async () => {
  const turn = await runTestTurn('tell me a story', { engine: stopping('end'), route: routed(null) })
  assert.equal(turn.find('notice'), undefined)
})

test('one without a word says so, and a limit that was reached by thinking alone is told as that', async () => {
  const told = async (stop: 'end' | 'length' | 'window', answer = '') => {
    const silent = {
      ...engine,
      talk: async (...given: Parameters<typeof engine.talk>) => ({
        ...(await engine.talk(...given)),
        text: answer,
        stop,
      }),
    }
    const turn = await runTestTurn('say nothing', {
      engine: silent,
      route: routed(null),
      input: { maxAnswerTokens: 24 },
    })
    assert.equal(turn.outcome.answer, '')
    return turn.find('notice')
  }
  assert.equal((await told('end'))?.code, 'answer_empty')
  assert.match((await told('end'))?.message ?? '', /without a word of answer; \/retry/)
  assert.match(
    (await told('length'))?.message ?? '',
    /still thinking at its limit of 24 tokens.*`--max-tokens`/,
  )
  assert.equal((await told('length'))?.code, 'answer_cut')
  assert.match((await told('window'))?.message ?? '', /window was full before an answer began; \/compact/)
})
