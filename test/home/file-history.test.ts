import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { UndoOutcome } from '../../source/contracts/file-history.ts'
import fileAppend from '../../tools/file_append/tool.ts'
import fileWrite from '../../tools/file_write/tool.ts'
import { call } from '../tools/tool-context.ts'
import { openToolHome } from '../tools/tool-home.ts'

function opened(
  t: Parameters<typeof openToolHome>[0],
  files: Readonly<Record<string, string>> = {},
  budget?: number,
) {
  const place = openToolHome(t, files, budget)
  const write = (path: string, content: string) => call(fileWrite, { path, content }, place.context)
  const text = (path: string) => readFileSync(join(place.workspace, path), 'utf8')
  return { ...place, write, text }
}

function keptOf(outcome: UndoOutcome): string {
  assert.ok('kept' in outcome && outcome.kept !== undefined, JSON.stringify(outcome))
  return outcome.kept
}

test('changes are taken back one after the other, the last first, and what was taken away is kept', async (t) => {
  const { context, fileHistory, write, text } = opened(t, { 'a.txt': 'one\n' })
  await write('a.txt', 'two\n')
  await call(fileAppend, { path: 'a.txt', content: 'three' }, context)
  assert.equal(text('a.txt'), 'two\nthree\n')
  const first = await fileHistory.undo()
  assert.equal(first.type, 'undone')
  assert.equal(text('a.txt'), 'two\n')
  assert.equal(readFileSync(keptOf(first), 'utf8'), 'two\nthree\n')
  assert.equal((await fileHistory.undo()).type, 'undone')
  assert.equal(text('a.txt'), 'one\n')
  assert.equal((await fileHistory.undo()).type, 'nothing')
})

test('a file that was made is moved away, with its folders as far as they are empty', async (t) => {
  const { workspace, fileHistory, write } = opened(t)
  await write('x/y/a.txt', 'mine')
  await write('x/b.txt', 'other')
  const outcome = await fileHistory.undo()
  assert.equal(readFileSync(keptOf(outcome), 'utf8'), 'other')
  assert.equal((await fileHistory.undo()).type, 'undone')
  assert.equal(existsSync(join(workspace, 'x')), false)
})

test('a file that somebody else changed or removed since is not touched', async (t) => {
  const { workspace, fileHistory, write, text } = opened(t, { 'a.txt': 'one' })
  await write('a.txt', 'two')
  writeFileSync(join(workspace, 'a.txt'), 'by hand')
  const changed = await fileHistory.undo()
  assert.equal(changed.type, 'changed')
  assert.equal(readFileSync(keptOf(changed), 'utf8'), 'one')
  assert.equal(text('a.txt'), 'by hand')
  rmSync(join(workspace, 'a.txt'))
  assert.equal((await fileHistory.undo()).type, 'gone')
  assert.equal(existsSync(join(workspace, 'a.txt')), false)
  await write('b.txt', 'made')
  writeFileSync(join(workspace, 'b.txt'), 'by hand')
  assert.equal((await fileHistory.undo()).type, 'changed')
  assert.equal(text('b.txt'), 'by hand')
})

test('a change that shall stand makes way for the one before it', async (t) => {
  const { workspace, fileHistory, write, text } = opened(t, { 'a.txt': 'one', 'b.txt': 'one' })
  await write('a.txt', 'two')
  await write('b.txt', 'two')
  writeFileSync(join(workspace, 'b.txt'), 'by hand')
  assert.equal((await fileHistory.skip())?.path, join(workspace, 'b.txt'))
  assert.equal((await fileHistory.undo()).type, 'undone')
  assert.deepEqual([text('a.txt'), text('b.txt')], ['one', 'by hand'])
  assert.equal(await fileHistory.skip(), undefined)
})

test('a change that was kept and never made is passed over', async (t) => {
  const { workspace, fileHistory, write, text } = opened(t, { 'a.txt': 'one', 'b.txt': 'one' })
  await write('a.txt', 'two')
  await fileHistory.keep({
    path: join(workspace, 'b.txt'),
    before: Buffer.from('one'),
    after: Buffer.from('two'),
    mode: 0o644,
    at: new Date(0),
    folders: [],
  })
  assert.equal((await fileHistory.undo()).type, 'undone')
  assert.deepEqual([text('a.txt'), text('b.txt')], ['one', 'one'])
})

test('a path that became a link since is not followed', async (t) => {
  const { top, workspace, fileHistory, write } = opened(t, { 'sub/a.txt': 'one' })
  await write('sub/a.txt', 'two')
  mkdirSync(join(top, 'other'))
  writeFileSync(join(top, 'other/a.txt'), 'two')
  renameSync(join(workspace, 'sub'), join(workspace, 'sub-before'))
  symlinkSync(join(top, 'other'), join(workspace, 'sub'))
  assert.equal((await fileHistory.undo()).type, 'changed')
  assert.equal(readFileSync(join(top, 'other/a.txt'), 'utf8'), 'two')
})

test('the oldest versions go when the budget is full, the newest never', async (t) => {
  const { fileHistory, write } = opened(t, { 'a.txt': 'x'.repeat(1_000) }, 3_000)
  for (let at = 0; at < 6; at++) await write('a.txt', String(at).repeat(1_000))
  const kept = await fileHistory.list()
  assert.ok(kept.length >= 1 && kept.length < 4, `${kept.length}`)
  await write('a.txt', 'big'.repeat(4_000))
  await write('a.txt', 'small')
  assert.equal((await fileHistory.list()).length, 1)
  assert.equal((await fileHistory.undo()).type, 'undone')
})

test('a damaged record counts as none', async (t) => {
  const { home, fileHistory, write, text } = opened(t, { 'a.txt': 'one', 'b.txt': 'one' })
  await write('a.txt', 'two')
  await write('b.txt', 'two')
  const last = readdirSync(join(home, 'undo')).sort().at(-1) ?? ''
  writeFileSync(join(home, 'undo', last, 'change.json'), '{')
  assert.equal((await fileHistory.list()).length, 1)
  assert.equal((await fileHistory.undo()).type, 'undone')
  assert.deepEqual([text('a.txt'), text('b.txt')], ['one', 'two'])
})

test('what cannot be brought back is a reason', async (t) => {
  const { home, fileHistory, write, text } = opened(t, { 'a.txt': 'one' })
  await write('a.txt', 'two')
  const [id = ''] = readdirSync(join(home, 'undo'))
  rmSync(join(home, 'undo', id, 'before'))
  const outcome = await fileHistory.undo()
  assert.equal(outcome.type, 'failed')
  assert.equal(text('a.txt'), 'two')
})

test('only the person can look into the kept versions', {
  skip: process.platform === 'win32' && 'no modes there',
}, async (t) => {
  const { home, write } = opened(t, { 'a.txt': 'one' })
  await write('a.txt', 'two')
  assert.equal(statSync(join(home, 'undo')).mode & 0o077, 0)
})

test('no more than 500 changes are kept', async (t) => {
  const { home, write } = opened(t, { 'a.txt': 'one' })
  for (let at = 1; at <= 505; at++)
    mkdirSync(join(home, 'undo', `${String(at).padStart(8, '0')}-0123abcd`), { recursive: true })
  await write('a.txt', 'two')
  const kept = readdirSync(join(home, 'undo')).sort()
  assert.equal(kept.length, 500)
  assert.match(kept[0] ?? '', /^00000007-/)
  assert.match(kept.at(-1) ?? '', /^00000506-/)
})
