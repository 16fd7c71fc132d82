// Ways out of the workspace, forty and more, tried on reading and on writing alike.
import assert from 'node:assert/strict'
import {
  existsSync,
  lstatSync,
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
import { type TestContext, test } from 'node:test'
import type { Folders } from '../../source/contracts/folders.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { readText } from '../../source/toolkit/read-text.ts'
import { locate } from '../../source/toolkit/workspace-path.ts'
import { locateToWrite } from '../../source/toolkit/writable-path.ts'
import { writeWhole } from '../../source/toolkit/write-whole.ts'
import { temporaryFolder } from './temporary-folder.ts'

const signal = new AbortController().signal

/** `tim` is the workspace; what lies beside it is not to be seen or touched. */
function neighbourhood(t: TestContext) {
  const top = temporaryFolder(t, {
    'tim/notes.txt': 'mine',
    'tim/docs/guide.md': 'guide',
    'timothy/private.txt': 'his',
    'music/list.txt': 'songs',
    'musical/cats.txt': 'cats',
    'secret.txt': 'secret',
    'home/.ssh/key': 'key',
  })
  const workspace = join(top, 'tim')
  const links: Readonly<Record<string, string>> = {
    'to-secret': join(top, 'secret.txt'),
    up: '..',
    chain: 'up',
    'longer-chain': 'chain',
    'docs/brother': join(top, 'timothy'),
    'docs/back/up': '../../..',
    dangling: join(top, 'not-there.txt'),
    'dangling-folder': join(top, 'not-there'),
    'dangling-chain': 'dangling',
    'to-root': '/',
    'to-proc': '/proc/self/root',
    'to-home': join(top, 'home'),
  }
  mkdirSync(join(workspace, 'docs/back'))
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(workspace, name))
  return { top, workspace, home: join(top, 'home') }
}

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

/** Everything outside the workspace, path and content. */
function outsideOf(top: string): string {
  const files = readdirSync(top)
    .filter((name) => name !== 'tim')
    .flatMap((name) =>
      statSync(join(top, name)).isFile()
        ? [join(top, name)]
        : readdirSync(join(top, name), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort()
  return files.map((file) => `${file}: ${readFileSync(file, 'utf8')}`).join('\n')
}

async function codeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return 'let through'
  } catch (error) {
    assert.ok(error instanceof ToolFailure, String(error))
    assert.doesNotMatch(error.message, /\0/)
    return error.code
  }
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

test('a folder that becomes a link after the check leads nowhere', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const before = outsideOf(top)
  const bytes = Buffer.from('out')
  const fresh = await locateToWrite(workspace, 'docs/new.txt', { guarded: undefined })
  const deeper = await locateToWrite(workspace, 'docs/deep/er/new.txt', { guarded: undefined })
  const old = await locateToWrite(workspace, 'docs/guide.md', { guarded: undefined })
  const read = await locate(workspace, 'docs/guide.md', { wanted: 'file', signal })
  renameSync(join(workspace, 'docs'), join(workspace, 'docs-before'))
  writeFileSync(join(top, 'timothy/guide.md'), 'his guide')
  symlinkSync(join(top, 'timothy'), join(workspace, 'docs'))
  const outside = outsideOf(top)
  for (const place of [fresh, deeper, old])
    assert.equal(
      await codeOf(() => writeWhole({ place, bytes, before: undefined, signal })),
      'changed',
      place.shown,
    )
  assert.equal(await codeOf(() => readText(read, signal)), 'not_found')
  assert.equal(outsideOf(top), outside)
  assert.notEqual(before, outside)
})

test('a file that becomes a link after the check is not written through', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const place = await locateToWrite(workspace, 'notes.txt', { guarded: undefined })
  const made = await locateToWrite(workspace, 'made.txt', { guarded: undefined })
  const facts = lstatSync(place.real)
  rmSync(place.real)
  symlinkSync(join(top, 'secret.txt'), place.real)
  symlinkSync(join(top, 'secret.txt'), made.real)
  const bytes = Buffer.from('out')
  assert.equal(await codeOf(() => writeWhole({ place, bytes, before: facts, signal })), 'changed')
  assert.equal(await codeOf(() => writeWhole({ place: made, bytes, before: undefined, signal })), 'changed')
  assert.equal(readFileSync(join(top, 'secret.txt'), 'utf8'), 'secret')
  assert.deepEqual(
    readdirSync(workspace).filter((name) => name.endsWith('.tmp')),
    [],
  )
})

test('a missing folder that appears as a link while it would be made is not entered', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const place = await locateToWrite(workspace, 'fresh/new.txt', { guarded: undefined })
  symlinkSync(join(top, 'timothy'), join(workspace, 'fresh'))
  const code = await codeOf(() => writeWhole({ place, bytes: Buffer.from('x'), before: undefined, signal }))
  assert.equal(code, 'changed')
  assert.equal(existsSync(join(top, 'timothy/new.txt')), false)
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
