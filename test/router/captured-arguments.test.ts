import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePatterns } from '../../source/router/patterns.ts'

const patterns = compilePatterns([
  {
    tool: 'percent',
    trigger: { pattern: '(?<share>\\d+)% of (?<base>[\\d,]+)', arguments: { operation: 'of' } },
  },
  { tool: 'clock', trigger: { pattern: 'time' } },
])
const argumentsOf = (message: string) => patterns.match(message, new Set(['percent', 'clock']))[0]?.arguments

test('named groups of a pattern are arguments beside those that it fixes', () => {
  assert.deepEqual(argumentsOf('15% of 1,850'), { operation: 'of', share: '15', base: '1,850' })
})

test('a pattern without groups and arguments fixes nothing', () => {
  assert.equal(argumentsOf('time'), undefined)
})

test('a message that goes on behind the pattern does not match', () => {
  assert.equal(argumentsOf('15% of 1,850 and more'), undefined)
})
