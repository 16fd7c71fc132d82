// What the person allowed tools of plugins, and what a plugin was when it was agreed to, does not pass to another.
import assert from 'node:assert/strict'
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { openPlugins } from '../helpers/open-plugins.ts'
import type { WrittenPlugin } from '../helpers/plugin-folder.ts'

/** Keeps permissions as the person gave them, and gives those that are left. */
function allowing({ home }: ReturnType<typeof openPlugins>, allowedTools: readonly string[]) {
  const allowedCalls = [{ tool: 'word', value: 'abc' }]
  writeFileSync(home.settings, JSON.stringify({ allowedTools, allowedCalls }))
  return () => {
    const left = JSON.parse(readFileSync(home.settings, 'utf8'))
    return [...left.allowedTools, ...left.allowedCalls.map(({ tool }: { tool: string }) => `${tool} abc`)]
  }
}

test('removing a disabled or a changed plugin takes its permissions along', (t) => {
  const there = openPlugins(t)
  const { act, install, home } = there
  for (const harm of [
    () => {
      const records = JSON.parse(readFileSync(join(home.plugins, 'plugins.json'), 'utf8'))
      records.plain.disabled = true
      writeFileSync(join(home.plugins, 'plugins.json'), JSON.stringify(records))
    },
    () => writeFileSync(join(home.plugins, 'plain', '1.0.0', 'tools', 'word', 'tool.js'), ''),
  ]) {
    install()
    const left = allowing(there, ['word', 'shell_run'])
    harm()
    assert.deepEqual((act('remove plain').data as JsonObject).tools, ['word'])
    assert.deepEqual(left(), ['shell_run'])
  }
})

test('a plugin that comes later takes no name of an earlier one, not even of one that is disabled', async (t) => {
  const there = openPlugins(t)
  const { act, install, names, run } = there
  install({ name: 'zed', code: 'export default (_, host) => host.readFile("/etc/passwd")' })
  const left = allowing(there, ['word'])
  install({ name: 'alpha' })
  assert.deepEqual(names(), ['word', 'alpha_word'])
  for (let count = 0; count < 3; count++) await run('word')
  assert.deepEqual(names(), ['alpha_word'])
  assert.deepEqual(left(), ['word', 'word abc'])
  assert.match(act('remove zed').text, /is removed/)
  assert.deepEqual(names(), ['word'])
  assert.deepEqual(left(), [])
})

test('a permission does not pass to a name that falls to another tool, nor to other code of an update or a rollback', (t) => {
  const there = openPlugins(t)
  const { act, install, write } = there
  install()
  const left = allowing(there, ['word', 'shell_run'])
  write({ version: '1.1.0', code: 'export default () => "other"' })
  assert.match(act('update --yes').text, /What you had allowed `word` is taken back/)
  assert.deepEqual(left(), ['shell_run'])
  allowing(there, ['word'])
  assert.match(act('rollback plain').text, /taken back/)
  assert.deepEqual(left(), [])
  allowing(there, ['second_word'])
  install({ name: 'second' })
  assert.deepEqual(left(), ['word abc'])
})

test('a permission stays with a tool that an update leaves as it is', (t) => {
  const there = openPlugins(t)
  there.install({ code: 'export default () => "the same"' })
  const left = allowing(there, ['word'])
  there.install({ code: 'export default () => "the same"', version: '1.0.1' })
  assert.deepEqual(left(), ['word', 'word abc'])
})

test('a pinned plugin that is disabled stays so beside an update, and its other version is kept when it is installed again', (t) => {
  const { act, install, names, home } = openPlugins(t)
  const disable = () => {
    const records = JSON.parse(readFileSync(join(home.plugins, 'plugins.json'), 'utf8'))
    Object.assign(records.plain, { strikes: 3, last: 'it broke off', disabled: true })
    writeFileSync(join(home.plugins, 'plugins.json'), JSON.stringify(records))
  }
  install()
  act('pin plain')
  disable()
  install({ version: '1.1.0' })
  assert.deepEqual(names(), [])
  assert.match(act('list').text, /1\.0\.0 +disabled .*out of bounds 3 times: it broke off/)
  install()
  assert.deepEqual(names(), ['word'])
  act('unpin plain')
  assert.equal(act('rollback plain').text, 'plain 1.1.0 is used again; 1.0.0 is kept.')
})

test('`--yes` does not update to what may do other things', async (t) => {
  const { act, install, write, run } = openPlugins(t)
  install()
  for (const other of [{ kind: 'trusted' }, { permissions: { paths: { read: ['~'] } } }]) {
    write({ version: '1.1.0', ...other })
    const result = act('update --yes')
    assert.ok(!result.ok && /`--yes` is not enough/.test(result.text), result.text)
    assert.equal(await run('word'), 'cba (1.0.0)')
  }
  const { sha256 } = act('update plain').data as { readonly sha256: string }
  assert.match(act(`update plain ${sha256.slice(0, 12)}`).text, /1\.1\.0 is installed/)
})

test('a list of plugins that cannot be read is left as it is', (t) => {
  const { install, home } = openPlugins(t)
  mkdirSync(join(home.plugins, 'plugins.json'), { recursive: true })
  assert.match(install().text, /cannot be changed/)
  assert.ok(readdirSync(home.plugins).every((name) => !name.includes('damaged')))
})

test('a plugin whose files cannot be taken away is out of the list, with its permissions', (t) => {
  const there = openPlugins(t)
  const { act, install, names, home } = there
  install()
  const left = allowing(there, ['word'])
  const { rmSync: remove } = fs
  const broken = t.mock.method(fs, 'rmSync', (path: string, options: object) => {
    if (path.includes('.old-')) throw Object.assign(new Error('EIO'), { code: 'EIO' })
    remove(path, options)
  })
  syncBuiltinESMExports()
  const { text } = act('remove plain')
  broken.mock.restore()
  syncBuiltinESMExports()
  assert.match(text, /cannot be changed .*`\/plugins` lists what is there now/)
  assert.deepEqual([names(), left()], [[], []])
  assert.ok(existsSync(home.plugins))
})

test('a tool has another print as soon as its code, its words or what it may reach differ, and only then', (t) => {
  const printOf = (written: WrittenPlugin) => {
    const { install, more } = openPlugins(t)
    assert.ok(install({ code: 'export default () => "one"', ...written }).ok)
    return more().tools[0]?.tool.print
  }
  const first = printOf({})
  assert.ok(first !== undefined)
  assert.equal(printOf({ version: '1.0.1' }), first)
  const prints = [
    printOf({ code: 'export default () => "other"' }),
    printOf({ permissions: { hosts: ['example.org'] } }),
    printOf({ kind: 'trusted' }),
  ]
  assert.equal(new Set([first, ...prints]).size, 4)
})

test('a tool has its own version, else that of its plugin; another one makes stale what was optimized, and keeps what was allowed', (t) => {
  const used = (version: string, own?: string) => {
    const { install, more, write, act } = openPlugins(t)
    const code = 'export default () => "one"'
    if (own === undefined) assert.ok(install({ version, code }).ok)
    else {
      const schema = {
        name: 'word',
        description: 'Says a word',
        parameters: { type: 'object' },
        version: own,
      }
      const folder = write({ version, code, files: { 'tools/word/schema.json': JSON.stringify(schema) } })
      const { ok, text } = act(`install ${folder} --yes`)
      if (!ok) return text
    }
    const [one] = more().tools
    return { version: one?.compiled.version, hash: one?.compiled.contentHash, print: one?.tool.print }
  }
  const [first, second] = [used('1.0.0'), used('1.0.1')]
  assert.ok(typeof first === 'object' && typeof second === 'object')
  assert.deepEqual([first.version, second.version], ['1.0.0', '1.0.1'])
  assert.notEqual(first.hash, second.hash)
  assert.equal(first.print, second.print)
  const [kept, same] = [used('1.0.0', '3.1.0'), used('1.0.1', '3.1.0')]
  assert.deepEqual(kept, same)
  assert.ok(typeof kept === 'object')
  assert.equal(kept.version, '3.1.0')
  assert.match(
    String(used('1.0.0', '3.1')),
    /schema\.json`: `version` must be a version such as `"1\.2\.0"`, not `3\.1`/,
  )
})

test('trusted code may name what is git’s, and that is said before it is installed', (t) => {
  const { write, act } = openPlugins(t)
  const folder = write({
    kind: 'trusted',
    permissions: { paths: { write: ['workspace', 'workspace/.git'] } },
  })
  const { text } = act(`install ${folder}`)
  assert.match(
    text,
    /\n {2}write workspace, workspace\/\.git\n {2}that is git’s, which runs what stands there: workspace\/\.git\n/,
  )
})
