import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { walk } from '../../source/toolkit/walk.ts'
import { temporaryFolder } from './temporary-folder.ts'

async function pathsOf(folder: string, maxDepth: number): Promise<readonly string[]> {
  const paths: string[] = []
  const signal = new AbortController().signal
  for await (const entry of walk(folder, { maxDepth, signal })) paths.push(`${entry.path}:${entry.kind}`)
  return paths
}

function tree(t: TestContext): string {
  return temporaryFolder(t, {
    'b/file10.txt': '',
    'b/file2.txt': '',
    'b/deep/er/x.txt': '',
    'a.txt': '',
    '.git/config': '',
    'node_modules/lib/index.js': '',
    '.hidden/secret.txt': '',
    '.env': '',
  })
}

test('entries come in order, numbers by value, a folder before what it holds', async (t) => {
  assert.deepEqual(await pathsOf(tree(t), 9), [
    '.env:file',
    '.git:folder',
    '.hidden:folder',
    'a.txt:file',
    'b:folder',
    'b/deep:folder',
    'b/deep/er:folder',
    'b/deep/er/x.txt:file',
    'b/file2.txt:file',
    'b/file10.txt:file',
    'node_modules:folder',
  ])
})

test('the depth is a limit', async (t) => {
  const folder = tree(t)
  assert.equal(
    (await pathsOf(folder, 1)).some((path) => path.includes('/')),
    false,
  )
  assert.equal((await pathsOf(folder, 2)).includes('b/deep:folder'), true)
  assert.equal((await pathsOf(folder, 2)).includes('b/deep/er:folder'), false)
})

test('links are named and not followed', async (t) => {
  const folder = temporaryFolder(t, { 'sub/a.txt': '' })
  symlinkSync('..', join(folder, 'sub', 'up'))
  assert.deepEqual(await pathsOf(folder, 9), ['sub:folder', 'sub/a.txt:file', 'sub/up:link'])
})

test('a folder that is gone counts as empty', async (t) => {
  assert.deepEqual(await pathsOf(join(temporaryFolder(t), 'gone'), 3), [])
})

test('of folders that are read whole, or are gone, nothing is told', async (t) => {
  const folder = temporaryFolder(t, { 'sub/a.txt': '' })
  const signal = new AbortController().signal
  const heard: string[] = []
  const onUnread = (path: string, why: string) => void heard.push(`${path}:${why}`)
  for await (const _ of walk(folder, { maxDepth: 3, signal, onUnread }));
  for await (const _ of walk(join(folder, 'gone'), { maxDepth: 3, signal, onUnread }));
  assert.deepEqual(heard, [])
})

test('an abort ends the walk', async (t) => {
  const folder = tree(t)
  const walking = walk(folder, { maxDepth: 3, signal: AbortSignal.abort() })
  await assert.rejects(walking.next(), { name: 'AbortError' })
})
