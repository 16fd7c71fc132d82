import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkHome, checkPermissions, closeHome } from '../../source/doctor/home.ts'
import { HOME_PARTS, isHomePart } from '../../source/doctor/home-parts.ts'
import { homePaths } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'

const NOTHING = { closed: 0, unclosed: undefined }

/** A folder with these files, open to everybody. */
function openFolder(t: TestContext, files: readonly string[]) {
  const folder = temporaryFolder('closing')
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of files) {
    const parent = join(folder, name, '..')
    mkdirSync(parent, { recursive: true })
    chmodSync(parent, 0o755)
    writeFileSync(join(folder, name), 'x')
    chmodSync(join(folder, name), 0o644)
  }
  chmodSync(folder, 0o755)
  const modeOf = (name = '') => statSync(join(folder, name)).mode & 0o777
  return { folder, modeOf }
}

test('a folder that is no home, or a file, keeps its modes, and nothing is said of them', (t) => {
  const { folder, modeOf } = openFolder(t, ['site/index.html', 'commands/run.sh', 'system.md'])
  for (const path of [folder, join(folder, 'system.md'), join(folder, 'none')]) {
    assert.deepEqual(closeHome(path), NOTHING)
    const { status, text } = checkPermissions(path, 'linux')
    assert.deepEqual([status, text], ['ok', 'nothing of a home is there yet'])
  }
  assert.deepEqual(
    [modeOf(), modeOf('site'), modeOf('site/index.html'), modeOf('commands'), modeOf('system.md')],
    [0o755, 0o755, 0o644, 0o755, 0o644],
  )
})

test('in a home only what the program makes is closed', (t) => {
  const ours = ['settings.json', 'sessions/a.jsonl', 'memory.sqlite-wal', 'settings.json.damaged-2026']
  const { folder, modeOf } = openFolder(t, [...ours, 'site/index.html', 'notes.txt', 'tools/own.md'])
  assert.equal(closeHome(folder).closed, 6)
  assert.equal(checkPermissions(folder, 'linux').text, 'only you can read the home')
  for (const name of ours) assert.equal(modeOf(name), 0o600, name)
  for (const name of ['site/index.html', 'notes.txt', 'tools/own.md']) assert.equal(modeOf(name), 0o644, name)
})

test('every name that a home has is one of ours, and its neighbours of other programs are not', () => {
  const { home, ...paths } = homePaths('/home/of/ours', {})
  for (const path of Object.values(paths))
    assert.ok(HOME_PARTS.includes(path.slice(home.length + 1).split('/')[0] ?? ''), path)
  for (const name of ['.settings.json.1a2b.tmp', 'settings.json.lock', 'startup-prompt.md.damaged'])
    assert.ok(isHomePart(name), name)
  for (const name of ['.cache', 'commands-of-mine', 'sessions.old', 'system.mdx', '.git'])
    assert.ok(!isHomePart(name), name)
})

test('a home behind a link is looked at and closed as any other; links in it are let be', (t) => {
  const { folder, modeOf } = openFolder(t, ['home/sessions/a.jsonl', 'outside.txt'])
  chmodSync(join(folder, 'home'), 0o755)
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'home', 'system.md'))
  const link = join(folder, 'link')
  symlinkSync('home', link)
  assert.equal(checkPermissions(link, 'linux').facts.open, 3)
  assert.equal(closeHome(link).closed, 3)
  assert.equal(checkPermissions(link, 'linux').text, 'only you can read the home')
  assert.deepEqual(
    [modeOf('home'), modeOf('home/sessions/a.jsonl'), modeOf('outside.txt')],
    [0o700, 0o600, 0o644],
  )
})

test('a home on a disk that can only be read: no mode helps, and that is said', {
  skip: whyNoDisk() ?? false,
}, (t) => {
  const { path, makeReadOnly } = mountDisk(t, 1)
  const home = join(path, 'home')
  mkdirSync(join(home, 'sessions'), { recursive: true })
  for (const folder of [home, join(home, 'sessions')]) chmodSync(folder, 0o755)
  makeReadOnly()
  const { status, repair } = checkHome(home)
  assert.deepEqual([status, repair], ['fail', 'The disk can only be read; start with another `--home`.'])
  assert.deepEqual(closeHome(home), NOTHING)
  assert.match(checkPermissions(home, 'linux').repair ?? '', /^The disk can only be read, so they stay/)
})

test('what could not be closed is told with the reason', (t) => {
  const { folder } = openFolder(t, ['settings.json'])
  const unclosed = { count: 2, path: '/x/settings.json', reason: 'permission denied' }
  assert.equal(
    checkPermissions(folder, 'linux', unclosed).repair,
    '2 could not be closed, such as `/x/settings.json`: permission denied.',
  )
  assert.match(checkPermissions(folder, 'linux').repair ?? '', /doctor --repair` closes them/)
})
