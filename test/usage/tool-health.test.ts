import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { countsAsFailure, openToolHealth, pausedTools } from '../../source/usage/tool-health.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const now = () => new Date('2026-03-12T10:24:30Z')

function opened(path: string, isSecret = false) {
  return openToolHealth({ path, isSecret: () => isSecret, now })
}

const fail = (health: ReturnType<typeof opened>, times: number, code = 'timeout') =>
  Array.from({ length: times }, () => health.note('a', false, code)).at(-1)

test('the fifth failure running pauses, over sessions; a success before clears the count', () => {
  const path = join(temporaryFolder('health'), 'tool-health.json')
  assert.equal(fail(opened(path), 4), undefined)
  opened(path).note('a', true, '')
  assert.equal(fail(opened(path), 4), undefined)
  assert.deepEqual(pausedTools(path), [])
  assert.deepEqual(fail(opened(path), 1, 'failed'), { failures: 5, code: 'failed', notKept: undefined })
  assert.deepEqual(pausedTools(path), ['a'])
  assert.deepEqual(
    [...opened(path).paused()],
    [['a', { failures: 5, code: 'failed', since: '2026-03-12T10:24:30.000Z' }]],
  )
  assert.equal(fail(opened(path), 1), undefined, 'it is paused already')
  assert.deepEqual(opened(path).resume('a'), { notKept: undefined })
  assert.deepEqual(pausedTools(path), [])
  assert.equal(opened(path).resume('a'), undefined)
  assert.equal(fail(opened(path), 4), undefined, 'the count begins anew')
})

test('what the person asked wrongly or refused does not count, and clears nothing', () => {
  const path = join(temporaryFolder('health'), 'tool-health.json')
  const health = opened(path)
  fail(health, 4)
  for (const code of [
    'denied',
    'dry_run',
    'missing_values',
    'bad_arguments',
    'no_arguments',
    'not_found',
    'bad_path',
    'money',
    'private_address',
    'safe_mode',
    'not_unique',
    'missing_program',
    'plugin_off',
  ])
    assert.equal(health.note('a', false, code), undefined, code)
  assert.deepEqual(fail(health, 1)?.failures, 5)
  for (const code of ['failed', 'timeout', 'bad_answer', 'speech_failed', 'code_of_another'])
    assert.ok(countsAsFailure(code), code)
})

test('nothing is counted in secret or without a place; a damaged file counts as none', () => {
  const path = join(temporaryFolder('health'), 'tool-health.json')
  fail(opened(path, true), 9)
  assert.equal(existsSync(path), false)
  assert.equal(fail(opened(''), 9), undefined)
  for (const text of ['[', '{"a": 7, "b": {"failures": "x", "code": 1}}', '[]']) {
    writeFileSync(path, text)
    assert.deepEqual(pausedTools(path), [])
    assert.equal(fail(opened(path), 1), undefined)
  }
})

test('no word of a failure is kept, only its code', () => {
  const path = join(temporaryFolder('health'), 'tool-health.json')
  fail(opened(path), 1)
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { a: { failures: 1, code: 'timeout' } })
})

test('where nothing can be written the pause holds for the session, and that is said', () => {
  const folder = temporaryFolder('health')
  // A file stands where the folder would be, which stops root, too.
  writeFileSync(join(folder, 'home'), '')
  const health = opened(join(folder, 'home', 'tool-health.json'))
  const paused = fail(health, 5)
  assert.equal(paused?.failures, 5)
  assert.notEqual(paused?.notKept, undefined)
  assert.ok(health.paused().has('a'))
  assert.notEqual(health.resume('a')?.notKept, undefined)
  assert.equal(health.paused().size, 0)
})
