// Ways out of the workspace, forty and more, tried on reading and on writing alike.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Folders } from '../../source/contracts/folders.ts'
import { locate } from '../../source/toolkit/workspace-path.ts'
import { locateToWrite } from '../../source/toolkit/writable-path.ts'
import { writeWhole } from '../../source/toolkit/write-whole.ts'
import { codeOf, neighbourhood, outsideOf } from './neighbourhood.ts'

const signal = new AbortController().signal

/** Each leads out, or to nothing that may be made. */
function escapesFrom(top: string, workspace: string): readonly string[] {
  return [
    '..',
    '../',
    '../secret.txt',
    './../secret.txt',
    'docs/../../secret.txt',
    'docs/./.././../secret.txt',
    'missing/../../secret.txt',
    '../timothy/private.txt',
    '../tim/../secret.txt',
    '../new.txt',
    '../../../../../../../../../etc/passwd',
    '/etc/passwd',
    '//etc/passwd',
    '/../etc/passwd',
    '/',
    join(top, 'secret.txt'),
    `${workspace}othy/private.txt`,
    `${workspace}othy/new.txt`,
    `${workspace}/../secret.txt`,
    `${workspace}/./..//secret.txt`,
    workspace.toUpperCase(),
    '/proc/self/environ',
    '/proc/self/cwd/../secret.txt',
    '/dev/zero',
    '/dev/stdin',
    '~',
    '~/',
    '~/.ssh/key',
    '~/new.txt',
    '~/../secret.txt',
    '~root/x.txt',
    'to-secret',
    'up/secret.txt',
    'up/new.txt',
    'up/timothy/private.txt',
    'chain/secret.txt',
    'longer-chain/new/er.txt',
    'docs/brother/private.txt',
    'docs/brother/new.txt',
    'docs/back/up/secret.txt',
    'dangling',
    'dangling-chain',
    'dangling-folder/new.txt',
    'to-root/etc/passwd',
    'to-root/tmp/new.txt',
    'to-proc/etc/passwd',
    'to-home/.ssh/key',
    'notes.txt\0',
    'notes.txt\0/../../secret.txt',
    '\0',
    '',
    '   ',
    ' ../secret.txt ',
    '\t../secret.txt',
    '..\\secret.txt',
    'C:\\Users\\tim\\secret.txt',
    'C:/Users/tim/secret.txt',
    'file:///etc/passwd',
    '$HOME/.ssh/key',
    'notes.txt/../../secret.txt',
    'notes.txt/deeper.txt',
    '.../new.txt',
    'docs./new.txt',
    'new.txt.',
    'a\nb.txt',
    'a\u001b[2Jb.txt',
    'x'.repeat(300),
  ]
}

test('no way out can be read', async (t) => {
  const { top, workspace, home } = neighbourhood(t)
  const tries = escapesFrom(top, workspace)
  assert.ok(tries.length >= 40, `${tries.length}`)
  for (const path of tries) {
    const code = await codeOf(() => locate(workspace, path, { wanted: 'file', signal, home }))
    assert.match(code, /^(?:outside_workspace|not_found|bad_path)$/, JSON.stringify(path))
  }
})

test('no way out can be written, and nothing outside changes', async (t) => {
  const { top, workspace, home } = neighbourhood(t)
  const before = outsideOf(top)
  for (const path of escapesFrom(top, workspace)) {
    const code = await codeOf(async () => {
      const place = await locateToWrite(workspace, path, { guarded: undefined, home })
      await writeWhole({ place, bytes: Buffer.from('out'), before: undefined, signal })
    })
    assert.match(code, /^(?:outside_workspace|is_folder|bad_path)$/, JSON.stringify(path))
  }
  assert.equal(outsideOf(top), before)
})

test('what ends inside is written, whatever the way', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const ways = [
    'new.txt',
    './new.txt',
    'docs/../new.txt',
    '../tim/new.txt',
    join(workspace, 'new.txt'),
    '~/tim/new.txt',
  ]
  for (const way of ways) {
    const place = await locateToWrite(workspace, way, { guarded: undefined, home: top })
    assert.equal(place.real, join(workspace, 'new.txt'), way)
    assert.equal(place.shown, 'new.txt')
  }
  const deep = await locateToWrite(workspace, 'a/b/c.txt', { guarded: undefined, home: top })
  assert.deepEqual([deep.folder, deep.missing, deep.name], [workspace, ['a', 'b'], 'c.txt'])
  await writeWhole({ place: deep, bytes: Buffer.from('c'), before: undefined, signal })
  assert.equal(readFileSync(join(workspace, 'a/b/c.txt'), 'utf8'), 'c')
})

test('the program’s own folder and what git runs are not written', async (t) => {
  const { workspace } = neighbourhood(t)
  mkdirSync(join(workspace, 'own'))
  symlinkSync('own', join(workspace, 'also-own'))
  mkdirSync(join(workspace, '.git/hooks'), { recursive: true })
  const tries = [
    'own/settings.json',
    'also-own/settings.json',
    '.git/hooks/pre-commit',
    '.git/config',
    'sub/.GIT/config',
  ]
  for (const path of tries) {
    const options = { guarded: join(workspace, 'own') }
    assert.equal(await codeOf(() => locateToWrite(workspace, path, options)), 'guarded', path)
  }
})

function named(label: string, path: string, isOpen: boolean): Folders {
  return {
    list: () => [{ label, path, by: 'person', isOpen }],
    set: () => undefined,
    whyClosed: () => undefined,
  }
}

test('a named folder can be read by path and by label, and nothing beside it', async (t) => {
  const { top, workspace, home } = neighbourhood(t)
  const music = join(top, 'music')
  const options = { wanted: 'file', signal, home, folders: named('Music', music, true) } as const
  for (const path of [join(music, 'list.txt'), 'Music/list.txt', 'music/list.txt', '../music/list.txt'])
    assert.equal((await locate(workspace, path, options)).real, join(music, 'list.txt'), path)
  symlinkSync(join(top, 'secret.txt'), join(music, 'out'))
  const tries = [
    join(top, 'musical/cats.txt'),
    'Music/../secret.txt',
    'Music/../musical/cats.txt',
    'Music/out',
    join(music, 'out'),
    join(music, '../secret.txt'),
    'Musical/cats.txt',
  ]
  for (const path of tries)
    assert.match(
      await codeOf(() => locate(workspace, path, options)),
      /^(?:outside_workspace|not_found)$/,
      path,
    )
  for (const path of [join(music, 'list.txt'), join(music, 'new.txt')])
    assert.equal(
      await codeOf(() => locateToWrite(workspace, path, { guarded: undefined, home })),
      'outside_workspace',
    )
})

test('a folder that is closed, or that became a link since it was named, cannot be read', async (t) => {
  const { top, workspace, home } = neighbourhood(t)
  const closed = { wanted: 'file', signal, home, folders: named('Music', join(top, 'music'), false) } as const
  for (const path of [join(top, 'music/list.txt'), 'Music/list.txt'])
    assert.equal(await codeOf(() => locate(workspace, path, closed)), 'outside_workspace')
  symlinkSync(join(top, 'timothy'), join(top, 'swapped'))
  const swapped = {
    wanted: 'file',
    signal,
    home,
    folders: named('Mine', join(top, 'swapped'), true),
  } as const
  for (const path of [join(top, 'swapped/private.txt'), 'Mine/private.txt'])
    assert.match(await codeOf(() => locate(workspace, path, swapped)), /^(?:outside_workspace|not_found)$/)
})

test('the workspace wins over a label of the same name', async (t) => {
  const { top, workspace, home } = neighbourhood(t)
  const options = { wanted: 'file', signal, home, folders: named('docs', join(top, 'music'), true) } as const
  assert.equal((await locate(workspace, 'docs/guide.md', options)).real, join(workspace, 'docs/guide.md'))
})
