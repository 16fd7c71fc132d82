// Writing, appending and editing: what comes out, what is refused, and that the earlier version is always kept.
import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import fileAppend from '../../tools/file_append/tool.ts'
import fileEdit from '../../tools/file_edit/tool.ts'
import fileWrite from '../../tools/file_write/tool.ts'
import { sentenceOf, someContext } from './tool-context.ts'
import { openToolHome } from './tool-home.ts'

test('a file is made with its folders, exactly as it was given', async (t) => {
  const { workspace, context } = openToolHome(t)
  assert.equal(
    await sentenceOf(fileWrite, { path: 'plans/2026/a.txt', content: 'Grüße' }, context),
    'plans/2026/a.txt was made (7 bytes).',
  )
  assert.equal(readFileSync(join(workspace, 'plans/2026/a.txt'), 'utf8'), 'Grüße')
  assert.equal(
    await sentenceOf(fileWrite, { path: 'b.txt', content: '' }, context),
    'b.txt was made (empty).',
  )
})

test('a file is overwritten, keeps its mode, and what it was is kept', async (t) => {
  const { workspace, context, fileHistory } = openToolHome(t, { 'run.sh': 'echo old\n' })
  chmodSync(join(workspace, 'run.sh'), 0o750)
  assert.equal(
    await sentenceOf(fileWrite, { path: 'run.sh', content: 'echo new\n' }, context),
    'run.sh was written (9 bytes).',
  )
  assert.equal(statSync(join(workspace, 'run.sh')).mode & 0o777, 0o750)
  const [change] = await fileHistory.list()
  assert.equal(change?.path, join(workspace, 'run.sh'))
  assert.equal(change?.isNew, false)
  assert.deepEqual(readdirSync(workspace).sort(), ['.keep', 'run.sh'])
})

test('spaces around a path are left out, and a name in it that ends with one is refused', async (t) => {
  const { workspace, context } = openToolHome(t)
  const write = (path: string) => sentenceOf(fileWrite, { path, content: 'x' }, context)
  assert.equal(await write(' q2.txt '), 'q2.txt was made (1 byte).')
  assert.match(await write('plans /a.txt'), /^bad_path: .* a name in it ends with a dot or a space\.$/)
  assert.match(await write('q3.'), /^bad_path: .* a name in it ends with a dot or a space\.$/)
  assert.deepEqual(readdirSync(workspace).sort(), ['.keep', 'q2.txt'])
})

test('a file that has this content already is not written', async (t) => {
  const { workspace, context, fileHistory } = openToolHome(t, { 'a.txt': 'same' })
  const before = statSync(join(workspace, 'a.txt'))
  assert.equal(
    await sentenceOf(fileWrite, { path: 'a.txt', content: 'same' }, context),
    'a.txt has exactly this content already; nothing was written.',
  )
  assert.equal(statSync(join(workspace, 'a.txt')).mtimeMs, before.mtimeMs)
  assert.equal(statSync(join(workspace, 'a.txt')).ino, before.ino)
  assert.deepEqual(await fileHistory.list(), [])
})

test('a preview is a diff and changes nothing', async (t) => {
  const { workspace, context } = openToolHome(t, { 'a.txt': 'one\ntwo\n' })
  assert.equal(
    await fileWrite.preview?.({ path: 'a.txt', content: 'one\n2\n' }, context),
    '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2',
  )
  assert.equal(
    await fileWrite.preview?.({ path: 'new/b.txt', content: 'x' }, context),
    '--- /dev/null\n+++ new/b.txt\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file',
  )
  assert.equal(
    await fileWrite.preview?.({ path: 'a.txt', content: 'one\ntwo\n' }, context),
    'a.txt would not change.',
  )
  assert.equal(existsSync(join(workspace, 'new')), false)
})

test('text is appended as lines of its own, with the line breaks that the file has', async (t) => {
  const { workspace, context } = openToolHome(t, {
    'a.txt': 'one',
    'b.txt': 'one\r\n',
    'c.txt': '',
    'm.txt': '\ufeffone\n',
  })
  const text = (name: string) => readFileSync(join(workspace, name), 'utf8')
  const add = (path: string, content: string) => sentenceOf(fileAppend, { path, content }, context)
  assert.equal(await add('a.txt', 'two'), '1 line was added to a.txt.')
  assert.equal(text('a.txt'), 'one\ntwo\n')
  assert.equal(await add('b.txt', 'two\nthree'), '2 lines were added to b.txt.')
  assert.equal(text('b.txt'), 'one\r\ntwo\r\nthree\r\n')
  await add('c.txt', 'first\n')
  assert.equal(text('c.txt'), 'first\n')
  await add('m.txt', 'two')
  assert.equal(text('m.txt'), '\ufeffone\ntwo\n')
  assert.equal(await add('new.txt', 'x'), 'There was no new.txt; it was made with 1 line.')
  assert.match(await add('a.txt', ''), /^no_content: /)
})

test('a passage that occurs once is replaced, and nothing else', async (t) => {
  const { workspace, context } = openToolHome(t, {
    'a.txt': 'port = 80\nhost = a\n',
    'w.txt': 'a\r\nb\r\nc\r\n',
  })
  const text = (name: string) => readFileSync(join(workspace, name), 'utf8')
  assert.equal(
    await sentenceOf(fileEdit, { path: 'a.txt', old: 'port = 80', new: 'port = $&' }, context),
    'In a.txt, "port = 80" was replaced by "port = $&".',
  )
  assert.equal(text('a.txt'), 'port = $&\nhost = a\n')
  await sentenceOf(fileEdit, { path: 'w.txt', old: 'a\nb', new: 'x\ny' }, context)
  assert.equal(text('w.txt'), 'x\r\ny\r\nc\r\n')
  assert.equal(
    await sentenceOf(fileEdit, { path: 'a.txt', old: 'host = a\n', new: '' }, context),
    '"host = a⏎" was taken out of a.txt.',
  )
  assert.equal(text('a.txt'), 'port = $&\n')
  const behind = { path: 'w.txt', old: 'c', new: 'c\nd' }
  assert.equal(await sentenceOf(fileEdit, behind, context), '"d" was added to w.txt.')
  assert.equal(text('w.txt'), 'x\r\ny\r\nc\r\nd\r\n')
})

test('a passage that is not there exactly once is refused with how often and where', async (t) => {
  const { workspace, context } = openToolHome(t, { 'a.txt': 'cat\ndog\ncat cat\n' })
  const edit = (old: string, fresh = 'x', path = 'a.txt') =>
    sentenceOf(fileEdit, { path, old, new: fresh }, context)
  assert.equal(
    await edit('cat'),
    'not_unique: "cat" occurs 3 times in `a.txt` (lines 1, 3); give more of the text around the one that you mean.',
  )
  assert.equal(
    await edit('mouse'),
    'no_passage: "mouse" does not occur in `a.txt`; read the file to see how it is written.',
  )
  assert.equal(
    await edit('DOG'),
    'no_passage: "DOG" does not occur in `a.txt`; with other capital letters it is in line 2.',
  )
  assert.match(await edit(''), /^no_passage: There is no passage to replace/)
  assert.match(await edit('cat', 'x', 'b.txt'), /^not_found: There is no file `b\.txt` to change/)
  assert.equal(await edit('dog', 'dog'), 'a.txt would stay as it is; nothing was written.')
  assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'cat\ndog\ncat cat\n')
})

test('overlapping places count each', async (t) => {
  const { context } = openToolHome(t, { 'a.txt': 'aaa' })
  assert.match(
    await sentenceOf(fileEdit, { path: 'a.txt', old: 'aa', new: 'b' }, context),
    /occurs 2 times.*\(line 1\)/,
  )
})

test('binary files, folders, pipes and too much text are refused', async (t) => {
  const { workspace, context } = openToolHome(t, { 'logo.png': Uint8Array.from([1, 0, 2]), 'sub/a.txt': '' })
  const write = (path: string, content = 'x') => sentenceOf(fileWrite, { path, content }, context)
  assert.match(await write('logo.png'), /^binary: /)
  assert.match(await write('sub'), /^is_folder: /)
  assert.match(await write('sub/'), /^is_folder: /)
  assert.match(await write('new/'), /^is_folder: /)
  assert.match(await write('a.txt', 'x'.repeat(10 * 1024 * 1024 + 1)), /^too_large: /)
  assert.match(await write('a.txt', 'a\0b'), /^bad_content: /)
  assert.match(await write('a.txt', 'a\ud800b'), /^bad_content: /)
  assert.match(await write('logo.png/a.txt'), /^bad_path: /)
  assert.equal(existsSync(join(workspace, 'a.txt')), false)
  assert.deepEqual(readFileSync(join(workspace, 'logo.png')), Buffer.from([1, 0, 2]))
})

test('a link inside is written through to its file', async (t) => {
  const { workspace, context } = openToolHome(t, { 'real.txt': 'old' })
  symlinkSync('real.txt', join(workspace, 'link.txt'))
  assert.equal(
    await sentenceOf(fileWrite, { path: 'link.txt', content: 'new' }, context),
    'link.txt was written (3 bytes).',
  )
  assert.equal(readFileSync(join(workspace, 'real.txt'), 'utf8'), 'new')
})

test('in safe mode nothing is written, appended or edited, and no preview says otherwise', async (t) => {
  const { workspace, context, settings } = openToolHome(t, { 'a.txt': 'old' })
  settings.set('safeMode', true)
  for (const [tool, args] of [
    [fileWrite, { path: 'a.txt', content: 'new' }],
    [fileAppend, { path: 'a.txt', content: 'new' }],
    [fileEdit, { path: 'a.txt', old: 'old', new: 'new' }],
  ] as const) {
    assert.equal(
      await sentenceOf(tool, args, context),
      'safe_mode: `a.txt` was not written: safe mode is on, so files are read-only; `/settings safeMode false` turns it off.',
    )
    await assert.rejects(
      async () => tool.preview?.(args, context),
      (error) => error instanceof ToolFailure && error.code === 'safe_mode',
    )
  }
  assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'old')
})

test('without a home that keeps earlier versions nothing is written', async (t) => {
  const { workspace } = openToolHome(t)
  const context = { ...someContext, workspace }
  assert.match(await sentenceOf(fileWrite, { path: 'a.txt', content: 'x' }, context), /^no_history: /)
  assert.equal(existsSync(join(workspace, 'a.txt')), false)
})

test('when the earlier version cannot be kept, the file stays as it is', async (t) => {
  const { workspace, context, home } = openToolHome(t, { 'a.txt': 'old' })
  writeFileSync(join(home, 'undo'), 'in the way')
  assert.match(
    await sentenceOf(fileWrite, { path: 'a.txt', content: 'new' }, context),
    /^no_history: `a\.txt` was not written: its earlier version cannot be kept in `[^`]+` \(/,
  )
  assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'old')
})

test('the settings of the program are no file to write, wherever the workspace is', async (t) => {
  const { top, context } = openToolHome(t)
  const wide = { ...context, workspace: top }
  for (const path of ['data/settings.json', 'data/undo/x', 'data/startup-prompt.md'])
    assert.match(await sentenceOf(fileWrite, { path, content: '{}' }, wide), /^guarded: /, path)
})

test('an aborted call writes nothing', async (t) => {
  const { workspace, context, fileHistory } = openToolHome(t, { 'a.txt': 'old' })
  const aborted = { ...context, signal: AbortSignal.abort() }
  await assert.rejects(async () => fileWrite.run({ path: 'a.txt', content: 'new' }, aborted), {
    name: 'AbortError',
  })
  assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'old')
  assert.deepEqual(await fileHistory.list(), [])
})

test('a permission is for the path alone', () => {
  for (const tool of [fileWrite, fileAppend, fileEdit])
    assert.deepEqual([tool.risk, tool.approvalKey], ['write', 'path'])
})

test('an edit keeps the line breaks of the file, whatever breaks the passages have', async (t) => {
  const { workspace, context } = openToolHome(t)
  const edit = async (text: string, old: string, fresh: string) => {
    writeFileSync(join(workspace, 'a.txt'), text)
    const said = await sentenceOf(fileEdit, { path: 'a.txt', old, new: fresh }, context)
    return said.startsWith('In ') ? readFileSync(join(workspace, 'a.txt'), 'utf8') : said
  }
  assert.equal(await edit('a\r\nb\r\n', 'b', 'c\nd'), 'a\r\nc\r\nd\r\n')
  assert.equal(await edit('a\r\nb\r\n', 'a\r\nb', 'c\nd'), 'c\r\nd\r\n')
  assert.equal(await edit('a\r\nb\r\n', 'a\nb', 'c\r\nd'), 'c\r\nd\r\n')
  assert.equal(await edit('a\nb\n', 'a\r\nb', 'c\r\nd'), 'c\nd\n')
  assert.equal(await edit('a\nb\r\n', 'a\nb', 'c\nd'), 'c\nd\r\n')
})

test('a write-protected file is not replaced', async (t) => {
  const { workspace, context, fileHistory } = openToolHome(t, { 'a.txt': 'mine' })
  chmodSync(join(workspace, 'a.txt'), 0o444)
  assert.equal(
    await sentenceOf(fileWrite, { path: 'a.txt', content: 'theirs' }, context),
    'no_access: `a.txt` was not written: it is write-protected; take that away first if you want it changed.',
  )
  assert.equal(readFileSync(join(workspace, 'a.txt'), 'utf8'), 'mine')
  assert.deepEqual(await fileHistory.list(), [])
})
