import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fileList from '../../tools/file_list/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { call, sentenceOf } from './tool-context.ts'

test('a folder is listed in order, with sizes and slashes', async (t) => {
  const workspace = temporaryFolder(t, {
    'recipes/soup.md': '12345',
    'recipes/pancakes.md': '',
    'recipes/old/x.md': '',
  })
  assert.deepEqual(await call(fileList, { directory: 'recipes' }, { workspace }), {
    type: 'said',
    result: {
      directory: 'recipes',
      recursive: false,
      entries: [
        { name: 'old/', kind: 'folder', bytes: null },
        { name: 'pancakes.md', kind: 'file', bytes: 0 },
        { name: 'soup.md', kind: 'file', bytes: 5 },
      ],
      hidden: 0,
      truncated: false,
    },
    said: {
      sentence: 'recipes has 3 entries: old/, pancakes.md, soup.md.',
      key: ['old/', 'pancakes.md', 'soup.md'],
    },
  })
})

test('subfolders come along when asked, without .git and node_modules', async (t) => {
  const workspace = temporaryFolder(t, {
    'a.txt': '',
    'sub/b.txt': '',
    '.git/config': '',
    'node_modules/x/index.js': '',
  })
  assert.equal(
    await sentenceOf(fileList, { directory: '.', recursive: true }, { workspace }),
    'The current folder has 4 entries, subfolders included (1 hidden): a.txt, node_modules/, sub/, sub/b.txt.',
  )
})

test('hidden entries are counted and not named; a hidden folder can be listed by name', async (t) => {
  const workspace = temporaryFolder(t, { 'only/.env': 'x', '.config/app.json': '{}' })
  assert.equal(
    await sentenceOf(fileList, { directory: 'only' }, { workspace }),
    'only has no visible entries (1 hidden).',
  )
  assert.equal(
    await sentenceOf(fileList, { directory: '.config' }, { workspace }),
    '.config has 1 entry: app.json.',
  )
})

test('an empty folder is empty, and no name means the current folder', async (t) => {
  const workspace = temporaryFolder(t)
  for (const directory of ['.', './', '', ' ']) {
    assert.equal(await sentenceOf(fileList, { directory }, { workspace }), 'The current folder is empty.')
  }
})

test('more than a dozen entries stand below the sentence', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`f${index + 1}.txt`, '']))
  const outcome = await call(fileList, { directory: '.' }, { workspace: temporaryFolder(t, files) })
  assert.ok(outcome.type === 'said')
  assert.equal(outcome.said.sentence, 'The current folder has 13 entries.')
  assert.deepEqual(outcome.said.detail?.split('\n').slice(0, 3), ['f1.txt', 'f2.txt', 'f3.txt'])
})

test('at most 500 entries are given, at most 100 said', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 510 }, (_, index) => [`f${index}.txt`, '']))
  const outcome = await call(fileList, { directory: '.' }, { workspace: temporaryFolder(t, files) })
  assert.ok(outcome.type === 'said')
  assert.equal(outcome.said.sentence, 'The current folder has more than 500 entries.')
  assert.equal(outcome.said.detail?.split('\n').length, 101)
  assert.match(outcome.said.detail ?? '', /\n\[\.\.\. 400 more \.\.\.\]$/)
})

test('links are named and not entered', async (t) => {
  const workspace = temporaryFolder(t, { 'a/x.txt': '' })
  symlinkSync('/etc', join(workspace, 'a', 'etc'))
  assert.equal(
    await sentenceOf(fileList, { directory: 'a', recursive: true }, { workspace }),
    'a has 2 entries, subfolders included: etc, x.txt.',
  )
  assert.match(await sentenceOf(fileList, { directory: 'a/etc' }, { workspace }), /^outside_workspace: /)
})

test('a file, a missing folder and a folder outside are refused', async (t) => {
  const workspace = temporaryFolder(t, { 'docs/a.md': '' })
  assert.equal(
    await sentenceOf(fileList, { directory: 'docs/a.md' }, { workspace }),
    'not_a_folder: `docs/a.md` is a file, not a folder; read it instead.',
  )
  assert.match(
    await sentenceOf(fileList, { directory: 'doc' }, { workspace }),
    /^not_found: .*did you mean docs\?$/,
  )
  assert.match(await sentenceOf(fileList, { directory: '..' }, { workspace }), /^outside_workspace: /)
})

test('control characters in a name do not reach the terminal', async (t) => {
  const workspace = temporaryFolder(t, { '\u001b[31mred.txt': '' })
  assert.equal(
    await sentenceOf(fileList, { directory: '.' }, { workspace }),
    'The current folder has 1 entry: ␛[31mred.txt.',
  )
})
