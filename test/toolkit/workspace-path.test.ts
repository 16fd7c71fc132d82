import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ToolFailure } from '../../source/contracts/tool.ts'
import { isInside, locate } from '../../source/toolkit/workspace-path.ts'
import { temporaryFolder } from './temporary-folder.ts'

const signal = new AbortController().signal

/** `tim` is the workspace; `timothy`, `secret.txt` and the home lie beside it. */
function neighbourhood(t: TestContext) {
  const top = temporaryFolder(t, {
    'tim/notes.txt': 'mine',
    'tim/docs/guide.md': 'guide',
    'tim/..data/odd.txt': 'odd',
    'tim/a b.txt': 'space',
    'timothy/private.txt': 'his',
    'secret.txt': 'secret',
    'home/.ssh/key': 'key',
  })
  const workspace = join(top, 'tim')
  symlinkSync(join(top, 'secret.txt'), join(workspace, 'link-to-secret'))
  symlinkSync('..', join(workspace, 'up'))
  symlinkSync('up', join(workspace, 'chain'))
  symlinkSync('chain', join(workspace, 'longer-chain'))
  symlinkSync(join(top, 'timothy'), join(workspace, 'docs', 'brother'))
  symlinkSync('loop-b', join(workspace, 'loop-a'))
  symlinkSync('loop-a', join(workspace, 'loop-b'))
  symlinkSync(join(top, 'not-there-yet'), join(workspace, 'dangling'))
  symlinkSync('docs/guide.md', join(workspace, 'shortcut.md'))
  symlinkSync(workspace, join(top, 'way-in'))
  return { top, workspace, home: join(top, 'home') }
}

async function failureOf(workspace: string, path: string, home: string): Promise<ToolFailure> {
  try {
    await locate(workspace, path, { wanted: 'file', signal, home })
  } catch (error) {
    assert.ok(error instanceof ToolFailure, String(error))
    return error
  }
  return assert.fail(`${path} was let through`)
}

test('no way out of the workspace is let through', async (t) => {
  const { top, workspace, home } = neighbourhood(t)
  const tries = [
    '..',
    '../',
    '../secret.txt',
    './../secret.txt',
    'docs/../../secret.txt',
    'docs/./.././../secret.txt',
    'missing/../../secret.txt',
    '../timothy/private.txt',
    '../tim/../secret.txt',
    '../missing.txt',
    '../../../../../../../../etc/passwd',
    '/etc/passwd',
    '//etc/passwd',
    '/',
    join(top, 'secret.txt'),
    join(top, 'timothy', 'private.txt'),
    `${workspace}othy/private.txt`,
    `${workspace}/../secret.txt`,
    '/proc/self/environ',
    '/dev/zero',
    '~',
    '~/',
    '~/.ssh/key',
    '~/missing',
    '~/../secret.txt',
    'link-to-secret',
    'up',
    'up/secret.txt',
    'up/timothy/private.txt',
    'chain/secret.txt',
    'longer-chain/secret.txt',
    'longer-chain/missing.txt',
    'docs/brother',
    'docs/brother/private.txt',
    ' ../secret.txt ',
  ]
  for (const path of tries) {
    const failure = await failureOf(workspace, path, home)
    assert.equal(failure.code, 'outside_workspace', path)
    assert.ok(failure.message.includes(path.trim()) && failure.message.includes(workspace), failure.message)
  }
})

test('what only looks like a way out is a name that does not exist', async (t) => {
  const { workspace, home } = neighbourhood(t)
  const tries = [
    '%2e%2e%2fsecret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '..\\secret.txt',
    '..\\..\\windows\\system32',
    'C:\\Users\\tim\\secret.txt',
    'C:/Users/tim/secret.txt',
    'file:///etc/passwd',
    '~root/secret',
    '.../secret.txt',
    '$HOME/secret.txt',
    '`cat secret`',
    'notes.txt/../../x',
    'notes.txt/deeper',
    'dangling',
    'x'.repeat(5000),
  ]
  for (const path of tries) {
    const code = (await failureOf(workspace, path, home)).code
    assert.ok(
      code === 'not_found' || (path.startsWith('notes.txt/..') && code === 'outside_workspace'),
      `${path}: ${code}`,
    )
  }
})

test('a link that leads to nothing is said to, and no name is offered in its own place', async (t) => {
  const { workspace, home } = neighbourhood(t)
  symlinkSync('../dangling', join(workspace, 'docs', 'chain'))
  const said = async (path: string) => (await failureOf(workspace, path, home)).message
  for (const path of ['dangling', './docs/../dangling', 'dangling/deeper'])
    assert.equal(
      await said(path),
      '`dangling` is a link to something that is not there; make the link anew, or give another name.',
      path,
    )
  assert.match(await said('docs/chain'), /^`docs\/chain` is a link to something that is not there; /)
  assert.match(
    await said('shortcut.md/deeper'),
    /^There is no file `shortcut\.md\/deeper` in the workspace; /,
  )
})

test('a zero byte, an empty path and a link to itself are refused', async (t) => {
  const { workspace, home } = neighbourhood(t)
  for (const path of ['notes.txt\0', 'notes.txt\0/../../secret.txt', '\0', '', '   ', 'loop-a', 'loop-b/x']) {
    assert.equal((await failureOf(workspace, path, home)).code, 'bad_path', JSON.stringify(path))
  }
})

test('every way that ends inside is the same file', async (t) => {
  const { top, workspace } = neighbourhood(t)
  const options = { wanted: 'file', signal, home: top } as const
  const ways = [
    'notes.txt',
    './notes.txt',
    'docs/../notes.txt',
    '../tim/notes.txt',
    join(workspace, 'notes.txt'),
    join(top, 'way-in', 'notes.txt'),
    '~/tim/notes.txt',
    'up/tim/notes.txt',
    ' notes.txt ',
  ]
  for (const way of ways) {
    assert.equal((await locate(workspace, way, options)).real, join(workspace, 'notes.txt'), way)
  }
  assert.equal((await locate(workspace, '../tim/notes.txt', options)).shown, 'notes.txt')
  assert.equal((await locate(workspace, join(top, 'way-in', 'notes.txt'), options)).shown, 'notes.txt')
  assert.equal((await locate(join(top, 'way-in'), 'notes.txt', options)).shown, 'notes.txt')
})

test('a link that stays inside is followed and shown by its own name', async (t) => {
  const { workspace, home } = neighbourhood(t)
  const found = await locate(workspace, 'shortcut.md', { wanted: 'file', signal, home })
  assert.deepEqual(found, { real: join(workspace, 'docs', 'guide.md'), shown: 'shortcut.md' })
})

test('names with dots and spaces are names', async (t) => {
  const { workspace, home } = neighbourhood(t)
  for (const path of ['..data/odd.txt', 'a b.txt']) {
    assert.equal((await locate(workspace, path, { wanted: 'file', signal, home })).shown, path)
  }
})

test('the workspace itself is shown as a dot', async (t) => {
  const { workspace, home } = neighbourhood(t)
  for (const path of ['.', './', workspace, 'docs/..']) {
    assert.deepEqual(await locate(workspace, path, { wanted: 'folder', signal, home }), {
      real: workspace,
      shown: '.',
    })
  }
})

test('a missing file comes with the nearest name of its kind', async (t) => {
  const { workspace, home } = neighbourhood(t)
  const message = async (path: string) => (await failureOf(workspace, path, home)).message
  assert.equal(
    await message('notez.txt'),
    'There is no file `notez.txt` in the workspace; did you mean notes.txt?',
  )
  assert.match(await message('guide.md'), /did you mean docs\/guide\.md\?$/)
  assert.match(await message('docs\\guide.md'), /did you mean docs\/guide\.md\?$/)
  assert.match(await message('doc'), /check its name\.$/)
  await assert.rejects(
    locate(workspace, 'doc', { wanted: 'folder', signal, home }),
    (error) => error instanceof ToolFailure && error.message.endsWith('did you mean docs?'),
  )
})

test('a path inside is one that is the root or below it', () => {
  assert.equal(isInside('/home/tim', '/home/tim'), true)
  assert.equal(isInside('/home/tim', '/home/tim/a'), true)
  assert.equal(isInside('/home/tim', '/home/tim/..a'), true)
  assert.equal(isInside('/home/tim', '/home/timothy'), false)
  assert.equal(isInside('/home/tim', '/home'), false)
  assert.equal(isInside('/', '/etc'), true)
})

test('a file that becomes a link to the outside after the check is not read', async (t) => {
  const { top, workspace, home } = neighbourhood(t)
  mkdirSync(join(workspace, 'swap'))
  writeFileSync(join(workspace, 'swap', 'x.txt'), 'fine')
  const found = await locate(workspace, 'swap/x.txt', { wanted: 'file', signal, home })
  const { rmSync } = await import('node:fs')
  rmSync(join(workspace, 'swap', 'x.txt'))
  symlinkSync(join(top, 'secret.txt'), join(workspace, 'swap', 'x.txt'))
  const { readText } = await import('../../source/toolkit/read-text.ts')
  await assert.rejects(
    readText(found, signal),
    (error) => error instanceof ToolFailure && error.code === 'not_a_file',
  )
})
