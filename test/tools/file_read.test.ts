import assert from 'node:assert/strict'
import { test } from 'node:test'
import fileRead from '../../tools/file_read/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { call, sentenceOf } from './tool-context.ts'

test('a file is read with its size, and its text stands below the sentence', async (t) => {
  const workspace = temporaryFolder(t, { 'sub/notes.txt': 'one\ntwo\n' })
  assert.deepEqual(await call(fileRead, { path: './sub/notes.txt' }, { workspace }), {
    type: 'said',
    result: { path: 'sub/notes.txt', text: 'one\ntwo\n', lines: 2, bytes: 8, truncated: false },
    said: { sentence: 'sub/notes.txt:', detail: 'one\ntwo\n' },
  })
})

test('one line is one line, and an empty file is empty', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': 'only', 'empty.txt': '' })
  assert.equal(await sentenceOf(fileRead, { path: 'a.txt' }, { workspace }), 'a.txt:')
  const outcome = await call(fileRead, { path: 'empty.txt' }, { workspace })
  assert.ok(outcome.type === 'said')
  assert.deepEqual(outcome.said, { sentence: 'empty.txt is empty.' })
})

test('a long file keeps head and tail and says how much is missing', async (t) => {
  const lines = Array.from({ length: 5000 }, (_, index) => `row ${index + 1}`)
  const workspace = temporaryFolder(t, { 'long.log': lines.join('\n') })
  const outcome = await call(fileRead, { path: 'long.log' }, { workspace })
  assert.ok(outcome.type === 'said')
  const { sentence, detail = '' } = outcome.said
  assert.equal(sentence, 'long.log (shown in part):')
  assert.ok(detail.length <= 6000, `${detail.length}`)
  assert.match(detail, /^row 1\n/)
  assert.match(detail, /\[\.\.\. \d+ lines, \d+ characters left out \.\.\.\]/)
  assert.match(detail, /\nrow 5000$/)
})

test('escape sequences in a file do not reach the terminal', async (t) => {
  const workspace = temporaryFolder(t, { 'a.txt': '\u001b]0;title\u0007 text' })
  const outcome = await call(fileRead, { path: 'a.txt' }, { workspace })
  assert.ok(outcome.type === 'said')
  assert.equal(outcome.said.detail, '␛]0;title␇ text')
})

test('what cannot be read is refused with the reason', async (t) => {
  const workspace = temporaryFolder(t, {
    'notes.txt': 'x',
    'docs/a.md': 'x',
    'logo.png': Uint8Array.from([137, 80, 0]),
  })
  const sentence = (path: string) => sentenceOf(fileRead, { path }, { workspace })
  assert.equal(
    await sentence('notes.md'),
    'not_found: There is no file `notes.md` in the workspace; did you mean notes.txt?',
  )
  assert.equal(await sentence('docs'), 'is_folder: `docs` is a folder, not a file; list it to see its files.')
  assert.match(await sentence('logo.png'), /^binary: `logo\.png` is not a text file/)
  assert.match(await sentence('../x'), /^outside_workspace: /)
  assert.match(await sentence('/etc/passwd'), /^outside_workspace: /)
  assert.match(await sentence(''), /^bad_path: /)
})
