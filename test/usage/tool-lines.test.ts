import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { chooseLines, openToolLines } from '../../source/usage/tool-lines.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const used = (rows: { readonly [tool: string]: number }) =>
  Object.fromEntries(Object.entries(rows).map(([name, n]) => [name, { calls: n, successes: n }]))

test('the tools used most get a line; a few calls say nothing', () => {
  assert.deepEqual(chooseLines([], used({ a: 4, b: 5, c: 60 })), ['b', 'c'])
  assert.deepEqual(chooseLines([], {}), [])
})

test('a line changes hands only when use has changed clearly', () => {
  const before = ['a', 'b', 'c', 'd', 'e']
  const counts = { a: 10, b: 20, c: 20, d: 20, e: 20 }
  assert.deepEqual(chooseLines(before, used({ ...counts, f: 19 })), before)
  assert.deepEqual(chooseLines(before, used({ ...counts, f: 20 })), ['b', 'c', 'd', 'e', 'f'])
})

test('a tool that fails more often than not gets no line, and loses the one it has', () => {
  const counts = { a: { calls: 30, successes: 10 }, b: { calls: 10, successes: 10 } }
  assert.deepEqual(chooseLines(['a'], counts), ['b'])
})

function opened(path: string, { isOn = true, isSecret = false } = {}) {
  return openToolLines({
    path,
    isOn: () => isOn,
    isSecret: () => isSecret,
    pinned: () => [],
    keepPinned: () => undefined,
  })
}

test('lines hold for a session, whatever is called in it, and are chosen anew by the next', () => {
  const path = join(temporaryFolder('usage'), 'tool-uses.json')
  const lines = opened(path)
  assert.deepEqual(
    lines.byUse(() => true),
    [],
  )
  for (let count = 0; count < 5; count++) lines.note('a', true)
  assert.deepEqual(
    lines.byUse(() => true),
    [],
  )
  assert.deepEqual(
    opened(path).byUse(() => true),
    ['a'],
  )
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), {
    counts: { a: { calls: 5, successes: 5 } },
    lines: ['a'],
  })
})

test('calls are those before the session, also where lines by use are off, and failed ones count', () => {
  const path = join(temporaryFolder('usage'), 'tool-uses.json')
  for (const ok of [true, false, true]) opened(path).note('a', ok)
  const lines = opened(path, { isOn: false })
  assert.equal(lines.calls('a'), 3)
  lines.note('a', true)
  assert.deepEqual([lines.calls('a'), lines.calls('b'), lines.calls('toString')], [3, 0, 0])
  assert.deepEqual(
    lines.byUse(() => true),
    [],
  )
  assert.equal(opened('').calls('a'), 0)
})

test('nothing is counted in secret, without a place, or read when it is off; a damaged file counts as none', () => {
  const path = join(temporaryFolder('usage'), 'tool-uses.json')
  opened(path, { isSecret: true }).note('a', true)
  opened('').note('a', true)
  assert.equal(existsSync(path), false)
  writeFileSync(path, JSON.stringify({ counts: used({ a: 50 }), lines: ['a'] }))
  assert.deepEqual(
    opened(path, { isOn: false }).byUse(() => true),
    [],
  )
  writeFileSync(path, '{"counts": [7], "lines": "x"}')
  assert.deepEqual(
    opened(path).byUse(() => true),
    [],
  )
})

test('a damaged file is set aside before counts begin anew, and counts of two programs are both kept', async () => {
  const path = join(temporaryFolder('usage'), 'tool-uses.json')
  writeFileSync(path, '{"counts": {"a"')
  opened(path).note('b', true)
  assert.equal(readFileSync(`${path}.damaged`, 'utf8'), '{"counts": {"a"')
  const module = new URL('../../source/usage/tool-lines.ts', import.meta.url).href
  const counting = `import { openToolLines } from '${module}'
    const lines = openToolLines({ path: process.argv[1], isOn: () => true, isSecret: () => false, patienceMs: 60_000 })
    for (let at = 0; at < 40; at++) lines.note('b', true)`
  const run = promisify(execFile)
  const program = ['--input-type=module-typescript', '-e', counting, path]
  await Promise.all([1, 2].map(() => run(process.execPath, program)))
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).counts.b.calls, 81)
})

test('a tool that is off for a session has its line again in the next, and what stood in its stead stays as long', () => {
  const path = join(temporaryFolder('usage'), 'tool-uses.json')
  const counts = used({ a: 10, c: 10, d: 10, e: 10, f: 6, b: 9 })
  const lines = ['a', 'c', 'd', 'e', 'f']
  writeFileSync(path, JSON.stringify({ counts, lines }))
  const without = () => opened(path).byUse((name) => name !== 'f')
  assert.deepEqual(without(), ['a', 'b', 'c', 'd', 'e'])
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { readonly lines: readonly string[] }
  writeFileSync(path, JSON.stringify({ ...kept, counts: { ...counts, ...used({ g: 11 }) } }))
  assert.deepEqual(without(), ['a', 'b', 'c', 'd', 'e'], 'as in the session before')
  assert.deepEqual(
    opened(path).byUse(() => true),
    lines,
  )
})
