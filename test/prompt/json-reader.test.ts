import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonValue } from '../../source/contracts/json.ts'
import { readWhole } from '../../source/prompt/calls/growing-text.ts'
import { readValue } from '../../source/prompt/calls/json-reader.ts'
import { createRandom } from './call-samples.ts'

const read = (text: string) => readWhole(text, (from) => readValue(from))

function randomValue(random: () => number, depth: number): JsonValue {
  const at = Math.floor(random() * (depth > 4 ? 5 : 8))
  const text = () =>
    Array.from({ length: random() * 8 }, () => '"\\\n\t/aé漢😀\u0007 {}[]<>`\''.at(random() * 21)).join('')
  const some = <T>(make: () => T) => Array.from({ length: random() * 4 }, make)
  if (at === 0) return random() < 0.5
  if (at === 1) return null
  if (at === 2) return Math.floor((random() - 0.5) * 10 ** (random() * 12))
  if (at === 3) return (random() - 0.5) * 10 ** (random() * 40 - 20)
  if (at === 4) return text()
  if (at < 6) return some(() => randomValue(random, depth + 1))
  return Object.fromEntries(some(() => [text(), randomValue(random, depth + 1)]))
}

describe('JSON', () => {
  test('that is right is read as JSON.parse reads it', () => {
    const random = createRandom(1)
    for (let round = 0; round < 1500; round++) {
      const value = randomValue(random, 0)
      for (const indent of [0, 2]) {
        const text = JSON.stringify(value, undefined, indent)
        assert.deepEqual(read(text), JSON.parse(text), text)
      }
    }
  })

  const lenient: readonly (readonly [string, JsonValue])[] = [
    ["{'a': 'b'}", { a: 'b' }],
    ["{'a': 'it's'}", { a: "it's" }],
    ['{"a": "it\\\'s"}', { a: "it's" }],
    ['{a: 1, b_2: 2}', { a: 1, b_2: 2 }],
    ['[1, 2, ]', [1, 2]],
    ['[1,, 2]', [1, 2]],
    ['{"a": 1,, "b": 2,}', { a: 1, b: 2 }],
    ['{"a": 1 "b": 2}', { a: 1, b: 2 }],
    ['[True, False, None]', [true, false, null]],
    ['{"a": [1, {"b": 2', { a: [1, { b: 2 }] }],
    ['{"a": [1, 2}', { a: [1, 2] }],
    ['{"a": "x', { a: 'x' }],
    ['"\\u00e9\\ud83d\\ude00\\d\\q"', 'é😀\\d\\q'],
    ['{"a": "C:\\\\x", "b": "\\/"}', { a: 'C:\\x', b: '/' }],
  ]
  for (const [text, value] of lenient) test(`${text} is read`, () => assert.deepEqual(read(text), value))

  test('a number that JSON has not stays the text that it is, for the schema to read', () => {
    assert.deepEqual(read('[007, +5, .5, 0, -0.5, 1e3, 10]'), ['007', '+5', '.5', 0, -0.5, 1000, 10])
  })

  test('what is no value is undefined, never a guess', () => {
    for (const text of [
      '',
      'x',
      'hello',
      '{"a": oops}',
      '[1, f(x)]',
      '{"a" 1}',
      '1.2.3',
      '2024-01-01',
      'NaN',
      '1e999',
    ])
      assert.equal(read(text), undefined, text)
    assert.equal(read('['.repeat(5000)), undefined)
    assert.equal(read('{"a":'.repeat(5000)), undefined)
  })
})
