import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { hashWord } from '../../source/router/features.ts'
import { createSpelling, decideBySpelling } from '../../source/router/spelling.ts'

const TEXTS = { today: 300, weather: 90, wether: 3, whether: 40, wrong: 60, notes: 80, time: 400, photos: 30 }
const respell = createSpelling({
  hashes: Uint32Array.from(Object.keys(TEXTS), hashWord),
  counts: Uint16Array.from(Object.values(TEXTS)),
  blocks: new Uint8Array(Object.keys(TEXTS).length),
  documents: 1_000,
})

describe('mistyped words', () => {
  for (const [message, spelled] of [
    ['is it todya?', 'is it today?'],
    ['thats wrogn', 'thats wrong'],
    ['Tooday, please', 'today, please'],
    ['wheather in Rome', 'weather in Rome'],
    // 90 texts are not 20 times 3, 40 not 20 times 3 either.
    ['the wether', 'the weather'],
    ['open photoz.md', undefined],
    ['say "todya"', undefined],
    ['what does Todya mean', undefined],
    ['tody tiem', undefined],
    ['today', undefined],
    ['lamp shade', undefined],
    [`wrogn ${'and '.repeat(100)}`, undefined],
  ] as const)
    test(`"${message.slice(0, 30)}"`, () => assert.equal(respell(message), spelled))
})

describe('a message with them', () => {
  const none = (confidence: number): RouteDecision => ({ tool: null, confidence, by: 'none', candidates: [] })
  const decide = (text: string): RouteDecision =>
    text.includes('today')
      ? { tool: 'get_day', confidence: 0.9, by: 'classifier', candidates: [] }
      : none(0.7)

  test('is decided once more where it is not plainly for no tool', () => {
    const routed = (message: string, confidence: number) =>
      decideBySpelling(none(confidence), () => respell(message), decide).tool
    assert.equal(routed('is it todya?', 0.7), 'get_day')
    assert.equal(routed('is it todya?', 0.95), null)
    assert.equal(routed('wrogn', 0.7), null)
    assert.equal(routed('lamp', 0.7), null)
  })
})
