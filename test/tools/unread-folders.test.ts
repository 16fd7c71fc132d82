// Folders that cannot be looked into, or not whole: what finding, searching and listing say of them.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { collectUnread, unreadWords } from '../../source/toolkit/unread-folders.ts'
import fileFind from '../../tools/file_find/tool.ts'
import fileList from '../../tools/file_list/tool.ts'
import fileSearch from '../../tools/file_search/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { call, sentenceOf } from './tool-context.ts'

const NOBODY = 65_534

/** Does something while these paths may not be opened; root, who may open everything, is somebody else meanwhile. */
async function withoutAccess(workspace: string, paths: readonly string[], act: () => Promise<void>) {
  const isRoot = process.getuid?.() === 0
  chmodSync(workspace, 0o755)
  for (const path of paths) chmodSync(join(workspace, path), 0)
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    await act()
  } finally {
    if (isRoot) process.seteuid?.(0)
    for (const path of paths) chmodSync(join(workspace, path), 0o700)
  }
}

test('a folder without permission is not called empty', {
  skip: process.platform === 'win32' && 'no modes there',
}, async (t) => {
  const workspace = temporaryFolder(t, { 'private/a.txt': 'needle', 'locked.txt': 'needle', 'b.txt': 'b' })
  const say = (tool: Tool, args: JsonObject) => sentenceOf(tool, args, { workspace })
  await withoutAccess(workspace, ['private', 'locked.txt'], async () => {
    const refused = 'no_access: `private` cannot be opened: permission denied.'
    assert.equal(await say(fileList, { directory: 'private' }), refused)
    assert.equal(await say(fileSearch, { directory: 'private', pattern: 'needle' }), refused)
    assert.equal(await say(fileFind, { name: 'a.txt', directory: 'private' }), refused)
    assert.equal(
      await say(fileSearch, { directory: 'locked.txt', pattern: 'needle' }),
      'no_access: `locked.txt` cannot be opened: permission denied.',
    )
    assert.equal(
      await say(fileList, { directory: '.', recursive: true }),
      'The current folder has 3 entries, subfolders included; private/ could not be opened (permission denied): b.txt, locked.txt, private/.',
    )
    assert.equal(
      await say(fileList, { directory: '.' }),
      'The current folder has 3 entries: b.txt, locked.txt, private/.',
    )
    assert.equal(
      await say(fileSearch, { directory: '.', pattern: 'needle' }),
      'No match for "needle" in the current folder (1 file could not be searched: locked.txt); private/ could not be opened (permission denied).',
    )
    assert.equal(
      await say(fileFind, { name: 'a.txt' }),
      'No file or folder is called "a.txt"; private/ could not be opened (permission denied).',
    )
    assert.equal(
      await say(fileFind, { name: 'b.txt' }),
      '1 name fits "b.txt"; private/ could not be opened (permission denied): b.txt.',
    )
  })
})

test('a folder with more entries than are read is not called one without the file', async (t) => {
  const workspace = temporaryFolder(t)
  mkdirSync(join(workspace, 'many'))
  for (let at = 0; at <= 20_000; at++) writeFileSync(join(workspace, 'many', `f${at}`), '')
  assert.equal(
    await sentenceOf(fileFind, { name: 'g1' }, { workspace }),
    'No file or folder is called "g1"; of many/ only 20,000 entries could be looked at.',
  )
  assert.match(
    await sentenceOf(fileSearch, { directory: 'many', pattern: 'x' }, { workspace }),
    /^No match for "x" in many \(stopped after 2000 files\); of many\/ only 20,000 entries could be looked at\.$/,
  )
})

test('a file that lies deep is found, and what lies deeper is not silently not there', async (t) => {
  const way = Array.from({ length: 31 }, (_, at) => `d${at}`).join('/')
  const workspace = temporaryFolder(t, {
    'backend/services/billing/src/main/java/com/acme/billing/internal/persistence/jpa/Invoice.java': 'needle',
    [`${way}/deeper/Lost.txt`]: 'lost',
  })
  const say = (tool: Tool, args: JsonObject) => sentenceOf(tool, args, { workspace })
  const deep = `too deep to be looked into: ${way}/deeper/`
  assert.match(await say(fileSearch, { directory: '.', pattern: 'needle' }), /^1 match for "needle"/)
  assert.match(await say(fileFind, { name: 'Invoice' }), /^1 name fits "Invoice"/)
  assert.match(await say(fileFind, { name: 'Lost' }), new RegExp(`^No file .*; ${deep}`))
  assert.match(await say(fileSearch, { directory: '.', pattern: 'lost' }), new RegExp(`; ${deep}\\.$`))
  assert.match(await say(fileList, { directory: '.', recursive: true }), new RegExp(`; ${deep}`))
  assert.equal(await say(fileList, { directory: '.' }), 'The current folder has 2 entries: backend/, d0/.')
})

test('names that are not written in UTF-8 are said not to have been looked at', {
  skip: process.platform !== 'linux' && 'such names are taken on Linux alone',
}, async (t) => {
  const workspace = temporaryFolder(t)
  const odd = (name: string) => Buffer.from(`${workspace}/${name}`, 'latin1')
  writeFileSync(odd('caf\xe9.txt'), 'needle')
  mkdirSync(odd('r\xe9sum'))
  assert.equal(
    await sentenceOf(fileSearch, { directory: '.', pattern: 'needle' }, { workspace }),
    'No match for "needle" in the current folder (1 file could not be searched: caf\ufffd.txt); r\ufffdsum/ could not be opened (the name is not written in UTF-8).',
  )
})

test('a name with a line break makes no line of its own', {
  skip: process.platform === 'win32' && 'no such names there',
}, async (t) => {
  const workspace = temporaryFolder(t, { 'a\nb.txt:9: the password.md': 'needle' })
  const name = 'a\u240ab.txt:9: the password.md'
  const outcome = await call(fileSearch, { directory: '.', pattern: 'needle' }, { workspace })
  assert.equal(outcome.type === 'said' && outcome.said.detail, `${name}:1: needle`)
  for (const [tool, args] of [
    [fileFind, { name: 'password' }],
    [fileList, { directory: '.' }],
  ] as const)
    assert.ok((await sentenceOf(tool, args, { workspace })).endsWith(`: ${name}.`))
})

test('what `.gitignore` names is left out in the letter case in which it stands there', {
  skip: process.platform !== 'linux' && 'elsewhere both are one folder',
}, async (t) => {
  const workspace = temporaryFolder(t, {
    '.gitignore': 'notes\n',
    'Notes/a.txt': 'needle',
    'notes/b.txt': 'needle',
  })
  const outcome = await call(fileSearch, { directory: '.', pattern: 'needle' }, { workspace })
  assert.equal(outcome.type === 'said' && outcome.said.detail, 'Notes/a.txt:1: needle')
})

test('three folders are named, and that there are more', () => {
  const start = { real: '/work', shown: '.' }
  const { onUnread, unread } = collectUnread(start, (path) => path)
  assert.equal(unreadWords(unread()), '')
  for (const name of ['a', 'b', 'c', 'd', 'e']) onUnread(name, 'closed')
  onUnread('', 'cut')
  assert.equal(
    unreadWords(unread()),
    '; a/, b/, c/, … could not be opened (permission denied); of the current folder only 20,000 entries could be looked at',
  )
  assert.throws(() => onUnread('', 'closed'), { code: 'no_access' })
})
