import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePatterns } from '../../source/router/patterns.ts'
import { ENDLESS, ENDLESS_TEXT } from '../helpers/endless-pattern.ts'

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

test('a group that took no part leaves its argument out', () => {
  const find = compilePatterns([
    { tool: 'find', trigger: { pattern: 'find (?<name>\\S+)(?: in (?<folder>\\S+))?' } },
  ])
  const found = (message: string) => find.match(message, new Set(['find']))[0]?.arguments
  assert.deepEqual(found('find a.md'), { name: 'a.md' })
  assert.deepEqual(found('find a.md in docs'), { name: 'a.md', folder: 'docs' })
})

test('a message that goes on behind the pattern does not match', () => {
  assert.equal(argumentsOf('15% of 1,850 and more'), undefined)
})

test('a pattern without end is left out and said; the others decide as before', () => {
  const some = compilePatterns([
    { tool: 'evil', trigger: { pattern: ENDLESS } },
    { tool: 'huge', trigger: { pattern: '(?:a{1000}){1000}{1000}'.slice(0, 17).repeat(200) } },
    { tool: 'clock', trigger: { pattern: 'time' } },
  ])
  const all = new Set(['evil', 'huge', 'clock'])
  assert.deepEqual(some.match(ENDLESS_TEXT, all), [])
  assert.match(
    some.problems[0]?.message ?? '',
    /^The trigger `\^\(a\+\)\+\$` of evil takes too long to compare/,
  )
  assert.deepEqual(
    some.match('time', all).map(({ tool }) => tool),
    ['clock'],
  )
  const { length } = some.problems
  assert.deepEqual(some.match(ENDLESS_TEXT, all), [])
  assert.equal(some.problems.length, length)
})

test('patterns that only together take too long, as on a slow machine, are all there', () => {
  const slow = Array.from({ length: 80 }, (_, at) => ({
    tool: `slow_${at}`,
    trigger: { pattern: `(?:a+)+b|a{${at + 1}}` },
  }))
  const text = 'a'.repeat(16)
  const some = compilePatterns(slow)
  const tools = new Set(slow.map(({ tool }) => tool))
  assert.deepEqual(
    some.match(text, tools).map(({ tool }) => tool),
    ['slow_15'],
  )
  assert.deepEqual(some.problems, [])
})
