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
import { sentenceOf } from './tool-context.ts'

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
