// What a person does with plugins beyond installing them: resume, go back, unpin, seal; each says what it did and did not.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pausedTools } from '../../source/usage/tool-health.ts'
import { openPlugins } from '../helpers/open-plugins.ts'

const LEAVES_ITS_BOUNDS = 'export default (_, host) => host.readFile("/etc/passwd")'

/** Pauses tools as after five failures running. */
function pause({ home }: ReturnType<typeof openPlugins>, ...names: readonly string[]): void {
  const kept = { failures: 5, code: 'outside_permissions', paused: '2026-03-12T10:24:30Z' }
  writeFileSync(home.toolHealth, JSON.stringify(Object.fromEntries(names.map((name) => [name, kept]))))
}

test('resuming a plugin resumes its tools that were paused, and no others', async (t) => {
  const there = openPlugins(t)
  const { act, install, run, home } = there
  install({ code: LEAVES_ITS_BOUNDS })
  for (let count = 0; count < 3; count++) await run('word')
  pause(there, 'word', 'get_time')
  assert.match(act('resume plain').text, /goes on; what was counted against it is forgotten/)
  assert.deepEqual(pausedTools(home.toolHealth), ['get_time'])
  pause(there, 'word')
  const again = act('resume plain')
  assert.ok(again.changed, 'the session turns the tool on')
  assert.match(again.text, /goes on/)
  assert.deepEqual(pausedTools(home.toolHealth), [])
  assert.equal(act('resume plain').text, 'plain is not disabled.')
})

test('a new version with other code begins without the failures of the old one, and so does the same one installed again', async (t) => {
  const there = openPlugins(t)
  const { install, run, home } = there
  install({ code: LEAVES_ITS_BOUNDS })
  pause(there, 'word', 'get_time')
  install({ version: '1.1.0' })
  assert.deepEqual(pausedTools(home.toolHealth), ['get_time'])
  pause(there, 'word')
  install({ version: '1.1.0' })
  assert.deepEqual(pausedTools(home.toolHealth), ['word'], 'nothing was installed')
  install({ version: '1.2.0', code: LEAVES_ITS_BOUNDS })
  for (let count = 0; count < 3; count++) await run('word')
  pause(there, 'word')
  install({ version: '1.2.0', code: LEAVES_ITS_BOUNDS })
  assert.deepEqual(pausedTools(home.toolHealth), [])
})

test('a version that was installed beside a pinned one is taken by the next update once it is unpinned', async (t) => {
  const { act, install, write, run } = openPlugins(t)
  install()
  act('pin plain')
  write({ version: '2.0.0' })
  act('update plain --yes')
  assert.match(
    act('update plain').text,
    /^plain 2\.0\.0 is the newest: .* has 2\.0\.0\. 1\.0\.0 is used and pinned: `\/plugins unpin plain`\.$/,
  )
  assert.equal(
    act('unpin plain').text,
    'plain follows updates again. 2.0.0 is installed: `/plugins update plain` takes it.',
  )
  assert.match(act('update plain').text, /^plain 2\.0\.0 \(sandboxed\)[\s\S]*installs exactly this/)
  assert.equal(
    act('update --yes').text,
    'plain 2.0.0 is installed: word. 1.0.0 is kept: `/plugins rollback plain`.',
  )
  assert.equal(await run('word'), 'cba (2.0.0)')
  act('pin plain')
  assert.equal(act('unpin plain').text, 'plain follows updates again.')
})

test('an update does not take the version that the person went back from, and says so; a newer one it takes', async (t) => {
  const { act, install, write, run } = openPlugins(t)
  install()
  install({ version: '2.0.0' })
  act('rollback plain')
  for (const line of ['update plain', 'update --yes'])
    assert.match(
      act(line).text,
      /is the newest: .* You went back to 1\.0\.0; `\/plugins rollback plain` uses 2\.0\.0\.$/,
    )
  assert.equal(await run('word'), 'cba (1.0.0)')
  act('rollback plain')
  assert.equal(await run('word'), 'cba (2.0.0)')
  act('rollback plain')
  write({ version: '2.0.1' })
  assert.match(act('update --yes').text, /2\.0\.1 is installed/)
  assert.equal(await run('word'), 'cba (2.0.1)')
})

test('seal says which file stands in the way, and writes nothing then', (t) => {
  const { act, write, folder } = openPlugins(t)
  const plain = write()
  const before = readFileSync(join(plain, 'plugin.json'), 'utf8')
  symlinkSync('/nowhere', join(plain, 'dangling'))
  const { ok, text } = act(`seal ${plain}`)
  assert.ok(!ok)
  assert.match(text, /made\/plain\/dangling` is no plain file/)
  assert.equal(readFileSync(join(plain, 'plugin.json'), 'utf8'), before)
  const other = join(folder, 'other')
  mkdirSync(other)
  const sheet = join(other, 'plugin.json')
  for (const written of ['["a","b"]', '"text"', 'null', '{']) {
    writeFileSync(sheet, written)
    assert.ok(act(`seal ${other}`).text.startsWith(`\`${sheet}\` is no JSON object`), written)
    assert.equal(readFileSync(sheet, 'utf8'), written)
  }
  assert.ok(act(`seal ${join(folder, 'nothing')}`).text.startsWith(`\`${join(folder, 'nothing')}`))
})

test('seal says that it left out node_modules', (t) => {
  const { act, write } = openPlugins(t)
  const folder = write()
  mkdirSync(join(folder, 'node_modules', 'x'), { recursive: true })
  for (const name of ['index.js', 'more.js', '.hidden'])
    writeFileSync(join(folder, 'node_modules', 'x', name), '')
  const { text } = act(`seal ${folder}`)
  assert.match(text, /has the sums of 3 files\. The 2 files below `node_modules` are left out: /)
  assert.doesNotMatch(readFileSync(join(folder, 'plugin.json'), 'utf8'), /node_modules/)
})

test('words that nothing takes are refused, and nothing is done', (t) => {
  const { act, install } = openPlugins(t)
  install()
  assert.match(act('pin plain 1.0.0 junk').text, /one plugin and maybe one version/)
  assert.match(act('list').text, /sandboxed, 1 tool$/, 'it is not pinned')
  assert.deepEqual([act('list junk').ok, act('list').ok], [false, true])
})
