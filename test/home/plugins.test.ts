// Plugins of a home: installed, updated, taken back, removed; what is damaged is said and not used.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { openPlugins } from '../helpers/open-plugins.ts'
import { packPlugin } from '../helpers/plugin-folder.ts'
import { call } from '../tools/tool-context.ts'

test('what it may do is shown; only with its hash or `--yes` it is installed, from a folder as from an archive', async (t) => {
  const { act, write, names, run, folder, home } = openPlugins(t)
  const permissions = {
    paths: { read: ['workspace/docs'], write: ['data'] },
    hosts: ['api.example.org'],
    environment: ['KEY'],
  }
  const archive = packPlugin(write({ permissions, risk: 'network' }), join(folder, 'plain.tgz'))
  const shown = act(`install ${archive}`)
  assert.equal(shown.ok, false)
  for (const line of [
    'read workspace/docs',
    'write data',
    'fetch from api.example.org',
    'read the variables KEY',
    'tool word (network)',
  ])
    assert.ok(shown.text.includes(`  ${line}`), shown.text)
  assert.deepEqual(names(), [])
  assert.ok(!existsSync(home.plugins))
  assert.match(act(`install ${archive} 000000000000`).text, /is not the hash/)
  const { sha256 } = shown.data as { readonly sha256: string }
  assert.equal(act(`install ${archive} ${sha256.slice(0, 12)}`).text, 'plain 1.0.0 is installed: word.')
  assert.deepEqual(names(), ['word'])
  assert.equal(await run('word'), 'cba (1.0.0)')
  assert.equal(act(`install ${archive} --yes`).text, 'plain 1.0.0 is installed already.')
  assert.equal(act('verify plain').text, 'plain 1.0.0 is whole: every file is what was installed.')
})

test('trusted code is called so before it is installed, and in a terminal showing is no failure', (t) => {
  const { act, write } = openPlugins(t, true)
  const shown = act(`install ${write({ kind: 'trusted', permissions: { commands: ['git'] } })}`)
  assert.ok(
    shown.ok && shown.text.includes('run as trusted code') && shown.text.includes('start git'),
    shown.text,
  )
})

test('an update keeps the version before, which comes back; a pinned one stays', async (t) => {
  const { act, install, write, run } = openPlugins(t)
  install()
  assert.match(act('update plain').text, /^plain 1\.0\.0 is the newest/)
  write({ version: '1.1.0' })
  assert.match(act('update plain').text, /It may do this and nothing else/)
  assert.equal(
    act('update --yes').text,
    'plain 1.1.0 is installed: word. 1.0.0 is kept: `/plugins rollback plain`.',
  )
  assert.equal(await run('word'), 'cba (1.1.0)')
  assert.equal(act('rollback plain').text, 'plain 1.0.0 is used again; 1.1.0 is kept.')
  assert.equal(await run('word'), 'cba (1.0.0)')
  act('rollback plain')
  assert.equal(await run('word'), 'cba (1.1.0)')
  assert.match(act('pin plain 1.0.0').text, /is pinned/)
  write({ version: '2.0.0-rc.1' })
  assert.match(act('update plain --yes').text, /2\.0\.0-rc\.1 is installed beside 1\.0\.0, which is pinned/)
  assert.equal(await run('word'), 'cba (1.0.0)')
  assert.match(act('rollback plain').text, /pinned/)
  act('unpin plain')
  assert.deepEqual(
    (act('list').data as readonly JsonObject[]).map(({ version, state, pinned }) => [version, state, pinned]),
    [
      ['1.0.0', 'used', false],
      ['2.0.0-rc.1', 'kept', false],
    ],
  )
})

test('a tool that runs of a version that was replaced says so', async (t) => {
  const { install, more } = openPlugins(t)
  install()
  const [old] = more().tools
  install({ version: '1.1.0' })
  assert.ok(old)
  const outcome = await call(old.tool, { text: 'a' })
  assert.ok(outcome.type === 'failed' && /no longer used/.test(outcome.message))
})

test('the same version with other files is refused', (t) => {
  const { install } = openPlugins(t)
  install()
  assert.match(install({ code: 'export default () => 1' }).text, /another version/)
})

test('a changed file, a file more, and a changed list are not used, and said', (t) => {
  const { act, install, more, home, names } = openPlugins(t)
  install()
  const file = join(home.plugins, 'plain', '1.0.0', 'tools', 'word', 'tool.js')
  const before = readFileSync(file)
  writeFileSync(file, 'export default () => "mine"')
  assert.deepEqual(names(), [])
  assert.match(more().notices.join(), /The plugin `plain` is not used: .*tool\.js` is not the file/)
  assert.ok(!act('verify').ok && !act('list').ok)
  writeFileSync(file, before)
  assert.deepEqual(names(), ['word'])
  writeFileSync(join(home.plugins, 'plain', '1.0.0', 'more.js'), '')
  assert.deepEqual(names(), [])
  rmSync(join(home.plugins, 'plain', '1.0.0', 'more.js'))
  rmSync(file)
  symlinkSync('/etc/passwd', file)
  assert.match(more().notices.join(), /no plain file/)
  writeFileSync(join(home.plugins, 'plugins.json'), '{"plain": {')
  assert.match(more().notices.join(), /plugins\.json` is damaged, so none is used/)
  assert.match(act('install nothing').text, /cannot be read/)
  install()
  assert.deepEqual(names(), ['word'])
  assert.ok(readdirSync(home.plugins).some((name) => name.startsWith('plugins.json.damaged-')))
})

const BROKEN: { readonly [name: string]: readonly [change: (text: string) => string, said: RegExp] } = {
  'is no JSON': [(text) => text.slice(0, 40), /plugin\.json` line \d+, column \d+: /],
  'has a key that is not known': [
    (text) => text.replace('{', '{\n  "wish": 1,'),
    /line 2, column 3: .*`wish`/,
  ],
  'has a version that is none': [
    (text) => text.replace('1.0.0', '1.0'),
    /line 3, column 14: `version` must match/,
  ],
  'has a name that leads out': [(text) => text.replace('"plain"', '"../plain"'), /line 2, column 11: `name`/],
  'names a file that leads out': [
    (text) => text.replace('"tools/word/tool.js"', '"../tool.js"'),
    /`\.\.\/tool\.js` must be a plain path/,
  ],
  'asks for commands in the sandbox': [
    (text) => text.replace('"files"', '"permissions": { "commands": ["git"] }, "files"'),
    /a sandboxed plugin starts no commands/,
  ],
  'asks for a path with dots': [
    (text) => text.replace('"files"', '"permissions": { "paths": { "read": ["workspace/../.."] } }, "files"'),
    /permissions\.paths\.read\[0\]` must match/,
  ],
  'asks for names that begin so': [
    (text) => text.replace('"files"', '"permissions": { "paths": { "write": ["workspace/.gi*"] } }, "files"'),
    /permissions\.paths\.write\[0\]` must match/,
  ],
  'asks for every host': [
    (text) => text.replace('"files"', '"permissions": { "hosts": ["*"] }, "files"'),
    /permissions\.hosts\[0\]` must match/,
  ],
  'asks for what is git’s in the sandbox': [
    (text) =>
      text.replace('"files"', '"permissions": { "paths": { "write": ["workspace/.Git/hooks"] } }, "files"'),
    /line \d+, column \d+: `workspace\/\.Git\/hooks` is git’s, which runs what stands there, and no sandboxed plugin writes it; leave it out\.$/,
  ],
  'has another sum': [(text) => text.replace(/"[0-9a-f]{64}"/, `"${'0'.repeat(64)}"`), /its SHA-256 differs/],
  'has a prototype for a key': [(text) => text.replace('"files"', '"__proto__": {}, "files"'), /__proto__/],
}

for (const [name, [change, said]] of Object.entries(BROKEN))
  test(`a plugin.json that ${name} is refused with what and where`, (t) => {
    const { act, write, home } = openPlugins(t)
    const folder = write()
    const file = join(folder, 'plugin.json')
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    const result = act(`install ${folder} --yes`)
    assert.equal(result.ok, false)
    assert.match(result.text, said)
    assert.ok(!existsSync(home.plugins))
  })

test('a broken schema or config of a tool is refused with what and where', (t) => {
  const { act, write } = openPlugins(t)
  const words = write({ files: { 'tools/word/config.yaml': 'one_liner: x\ngroup: own\nwish: 1\n' } })
  assert.match(act(`install ${words} --yes`).text, /config\.yaml` line 3, column 1: `wish` is not known/)
  const schema = write({ files: { 'tools/word/schema.json': '{"name": "other"}' } })
  assert.match(act(`install ${schema} --yes`).text, /schema\.json`.*`name` must be the folder's name/)
})

test('triggers are refused; a pattern of a schema is held against few-shots, and one without end is refused and hangs nothing', (t) => {
  const { act, write } = openPlugins(t)
  const config = 'one_liner: x\ngroup: own\nexamples: [say it, spell it]\n'
  const triggers = write({
    files: { 'tools/word/config.yaml': `${config}triggers:\n  - pattern: '(\\w+\\s?)+'\n` },
  })
  assert.match(act(`install ${triggers} --yes`).text, /config\.yaml`: `triggers` are nothing/)
  const shots = `few_shots:\n  - user: say it\n    arguments: { text: ${'a'.repeat(60)}! }\n`
  const withParameters = (properties: object) => {
    const tool = { name: 'word', description: 'Says a word', parameters: { type: 'object', properties } }
    const files = { 'tools/word/config.yaml': config + shots, 'tools/word/schema.json': JSON.stringify(tool) }
    return write({ files })
  }
  const slow = { type: 'string', pattern: '^(\\w+\\s?)+$' }
  for (const text of [slow, { anyOf: [{ type: 'number' }, slow] }])
    assert.match(
      act(`install ${withParameters({ text })} --yes`).text,
      /config\.yaml` line 6, column \d+: the few-shot does not fit `word`: The value could not be checked within 250 ms/,
    )
  for (const keyword of ['x-when', 'x-empty', 'x-unit', 'x-cues'])
    assert.match(
      act(`install ${withParameters({ text: { [keyword]: '(' } })} --yes`).text,
      new RegExp(`schema\\.json\`: \`${keyword}\` is nothing that a plugin has`),
    )
  const fitting = (pattern: string) => act(`install ${withParameters({ text: { pattern } })} --yes`).text
  assert.match(fitting('^b'), /`text` must match the pattern `\^b`/)
  assert.match(fitting('^a+!$'), /is installed/)
})

test('a name that is taken gets the plugin’s in front, and that is said', async (t) => {
  const { install, names, more, run } = openPlugins(t)
  install({ name: 'first' })
  install({ name: 'second', code: 'export default () => "second"' })
  install({ name: 'third', tool: 'get_time' })
  assert.deepEqual(names(), ['word', 'second_word', 'third_get_time'])
  assert.equal(await run('second_word'), 'second')
  assert.match(more().notices.join('\n'), /The tool `word` of the plugin `second` is `second_word` here/)
})

test('three times out of bounds disable a plugin, which is said and kept, until it is resumed', async (t) => {
  const { act, install, names, more, run } = openPlugins(t)
  install({ code: 'export default ({ text }, host) => (text === "well" ? "well" : host.readFile(text))' })
  assert.match(await run('word', { text: '/etc/passwd' }), /^outside_permissions: `word` tried to read/)
  assert.equal(await run('word', { text: 'well' }), 'well')
  await run('word', { text: '/etc/shadow' })
  const [tool] = more().tools
  assert.match(
    await run('word', { text: '~' }),
    /once too often: the plugin `plain` is disabled; `\/plugins resume plain`/,
  )
  assert.ok(tool)
  const off = await call(tool.tool, { text: 'well' })
  assert.ok(off.type === 'failed' && off.code === 'plugin_off', JSON.stringify(off))
  assert.deepEqual(names(), [])
  assert.match(more().notices.join(), /The plugin `plain` is disabled \(it reached for what it may not\)/)
  assert.match(act('list').text, /disabled .*out of bounds 3 times/)
  assert.match(act('resume plain').text, /goes on/)
  assert.equal(await run('word', { text: 'well' }), 'well')
})

test('an error of its own is no breach', async (t) => {
  const { act, install, run } = openPlugins(t)
  install({ code: 'export default () => { throw new Error("not today") }' })
  for (let count = 0; count < 4; count++) assert.match(await run('word'), /not today \(line 1/)
  assert.doesNotMatch(act('list').text, /out of bounds/)
})

test('removing takes versions, data, states, optimized lines, counts and permissions along', (t) => {
  const { act, install, names, home } = openPlugins(t)
  install()
  const state = join(home.states, 'model', 'call-word.kv')
  const other = join(home.states, 'model', 'call-get_time.kv')
  for (const path of [join(home.states, 'model'), home.optimized]) mkdirSync(path, { recursive: true })
  for (const path of [state, `${state}.json`, other]) writeFileSync(path, '')
  const overlay = join(home.optimized, 'model.json')
  writeFileSync(overlay, JSON.stringify({ formatVersion: 1, tools: { word: {}, get_time: {} } }))
  writeFileSync(
    home.toolUses,
    JSON.stringify({ counts: { word: { calls: 1, successes: 1 } }, lines: ['word', 'get_time'] }),
  )
  writeFileSync(
    home.settings,
    JSON.stringify({ allowedTools: ['word', 'shell_run'], disabledTools: ['word'] }),
  )
  mkdirSync(join(home.plugins, 'plain', 'data'))
  assert.match(act('remove plain').text, /^plain is removed/)
  assert.deepEqual(names(), [])
  assert.ok(!existsSync(state) && !existsSync(`${state}.json`) && existsSync(other))
  assert.ok(!existsSync(join(home.plugins, 'plain')))
  assert.deepEqual(JSON.parse(readFileSync(overlay, 'utf8')).tools, { get_time: {} })
  assert.deepEqual(JSON.parse(readFileSync(home.toolUses, 'utf8')), { counts: {}, lines: ['get_time'] })
  const { allowedTools, disabledTools } = JSON.parse(readFileSync(home.settings, 'utf8'))
  assert.deepEqual([allowedTools, disabledTools], [['shell_run'], []])
  assert.match(act('remove plai').text, /There is no plugin `plai`/)
})

test('what a killed installation left is swept away by the next', (t) => {
  const { install, home } = openPlugins(t)
  mkdirSync(join(home.plugins, '.new-0123', 'tools'), { recursive: true })
  writeFileSync(join(home.plugins, '.new-0123', 'tools', 'x'), '')
  install()
  assert.deepEqual(readdirSync(home.plugins).sort(), ['plain', 'plugins.json'])
})

test('seal writes the sums of a folder, hidden files aside', (t) => {
  const { act, write } = openPlugins(t)
  const folder = write()
  writeFileSync(join(folder, 'tools', 'word', 'tool.js'), 'export default () => "changed"')
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, '.git', 'config'), '')
  assert.match(act(`install ${folder} --yes`).text, /its SHA-256 differs/)
  assert.match(act(`seal ${folder}`).text, /has the sums of 3 files/)
  assert.match(act(`install ${folder} --yes`).text, /is installed/)
})
