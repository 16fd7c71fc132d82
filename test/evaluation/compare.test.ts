import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compareRuns, exactTest, formatComparison, readRun } from '../../source/evaluation/compare.ts'
import type { CaseResult } from '../../source/evaluation/run.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const run = (right: string, wrong: string): CaseResult[] =>
  [...right, ...wrong].map(
    (id, at) => ({ id, rightTool: true, rightArguments: at < right.length }) as CaseResult,
  )

test('only cases that both runs have are compared', () => {
  const { cases, better, worse, chance } = compareRuns(run('abx', 'cd'), run('acd', 'by'))
  assert.deepEqual([cases, better, worse], [4, ['c', 'd'], ['b']])
  assert.equal(chance, 1)
})

test('the exact test: six of six differing cases got better', () => {
  const { chance } = compareRuns(run('', 'abcdef'), run('abcdef', ''))
  assert.ok(Math.abs(chance - 2 / 64) < 1e-12)
  assert.match(formatComparison(compareRuns(run('', 'abcdef'), run('abcdef', ''))), /more than chance/)
})

test('as many got better as worse: chance, of however many cases', () => {
  for (const count of [10, 600, 5_000]) assert.equal(exactTest(count, count), 1)
  assert.ok(Math.abs(exactTest(600, 700) - 0.00602) < 0.0005)
  assert.ok(exactTest(100, 2_000) < 1e-300)
})

test('one id of two files is no case in common, and is counted', () => {
  const of = (input: string, more: Partial<CaseResult> = {}) =>
    ({ id: 'a', input, expected: 'get_time', rightTool: true, rightArguments: true, ...more }) as CaseResult
  const one = compareRuns([of('what time is it?')], [of('and in Rome?', { rightTool: false })])
  assert.deepEqual([one.cases, one.worse, one.others], [0, [], ['a']])
  assert.match(formatComparison(one), /^other requests +1 of one id, left out: a$/m)
  assert.equal(compareRuns([of('x')], [of('x', { expected: null })]).cases, 0)
  assert.equal(compareRuns([of('x')], [of('x')]).cases, 1)
})

test('two equal runs differ by chance alone', () => {
  const same = compareRuns(run('ab', 'c'), run('ab', 'c'))
  assert.deepEqual([same.better, same.worse, same.chance], [[], [], 1])
  assert.match(formatComparison(same), /may be chance/)
})

test('a file that is no run is refused with its name', () => {
  const path = join(temporaryFolder('compare'), 'x.json')
  assert.throws(() => readRun(path), /cannot be read/)
  writeFileSync(path, '{"model": "m"}')
  assert.throws(() => readRun(path), /is no run; write one with/)
  writeFileSync(path, '{"model": "m", "results": [null]}')
  assert.throws(() => readRun(path), /is no run; write one with/)
  writeFileSync(path, '{"model": "m", "results": []}')
  assert.deepEqual(readRun(path), { model: 'm', results: [] })
})
