import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mcpHome, openServers } from '../helpers/mcp-home.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { writePlugin } from '../helpers/plugin-folder.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')
const soon = () => AbortSignal.timeout(30_000)

/** Another program that has ethervox as its server. */
function clientOf(workspace: string, ...flags: readonly string[]) {
  return clientOfHome(temporaryFolder('home'), workspace, ...flags)
}

function clientOfHome(home: string, workspace: string, ...flags: readonly string[]) {
  const args = [CLI, 'mcp', 'serve', '--home', home, ...flags]
  return openServers(
    mcpHome({ vox: { command: process.execPath, args, cwd: workspace, connectSeconds: 30 } }),
  ).servers
}

test('every event goes into the file that --debug names', async () => {
  const log = join(temporaryFolder('log'), 'events.jsonl')
  const servers = clientOf(temporaryFolder('work'), '--debug', log)
  await servers.call('vox', 'calculator_compute', { expression: '17*23' }, soon())
  await servers.close()
  assert.match(readFileSync(log, 'utf8'), /"type":"tool.called".*calculator_compute/)
})

test('our tools are offered over stdio, and run as the policy says', async () => {
  const workspace = temporaryFolder('work')
  writeFileSync(join(workspace, 'note.txt'), 'low tide at noon\n')
  const servers = clientOf(workspace)
  await servers.meet(soon())
  const tools = new Map(servers.tools().map(({ tool }) => [tool.name, tool]))
  assert.equal(tools.get('file_read')?.readOnly, true)
  assert.equal(tools.get('file_write')?.readOnly, false)
  assert.doesNotMatch(JSON.stringify([...tools.values()]), /"x-/)
  assert.match((await servers.call('vox', 'calculator_compute', { expression: '17*23' }, soon())).text, /391/)
  assert.match(
    (await servers.call('vox', 'file_read', { path: 'note.txt' }, soon())).text,
    /low tide at noon/,
  )
  const write = servers.call('vox', 'file_write', { path: 'new.txt', content: 'x' }, soon())
  await assert.rejects(write, /write tools do not run \(--approve read\)/)
  assert.ok(!existsSync(join(workspace, 'new.txt')))
  await assert.rejects(servers.call('vox', 'file_read', {}, soon()), /it needs `path`, as in `{"path":/)
  await assert.rejects(servers.call('vox', 'frob', {}, soon()), /There is no tool `frob` here/)
  const both = await Promise.all(
    ['1+1', '2+2'].map((expression) => servers.call('vox', 'calculator_compute', { expression }, soon())),
  )
  assert.deepEqual(
    both.map(({ text }) => /= (\d)/.exec(text)?.[1]),
    ['2', '4'],
  )
  await servers.close()
})

test('a parameter whose name begins with `x-` is offered, and what is given for it arrives', async () => {
  const home = temporaryFolder('home')
  const schema = {
    ...{ name: 'word', description: 'Says a rate', risk: 'read' },
    parameters: { type: 'object', properties: { 'x-rate': { type: 'number' } }, required: ['x-rate'] },
  }
  const plugin = writePlugin(temporaryFolder('plugin'), {
    code: "export default (args) => 'at ' + args['x-rate']",
    files: { 'tools/word/schema.json': JSON.stringify(schema) },
  })
  const installed = spawnSync(process.execPath, [CLI, 'plugin', 'install', plugin, '--yes', '--home', home], {
    encoding: 'utf8',
  })
  assert.equal(installed.status, 0, installed.stderr)
  const servers = clientOfHome(home, temporaryFolder('work'))
  await servers.meet(soon())
  const { tool } = servers.tools().find((one) => one.tool.name === 'word') ?? assert.fail('no `word`')
  assert.deepEqual(tool.inputSchema.properties, { 'x-rate': { type: 'number' } })
  assert.match((await servers.call('vox', 'word', { 'x-rate': 7 }, soon())).text, /at 7/)
  await servers.close()
})

test('`--approve write` lets them write in the folder of start', async () => {
  const workspace = temporaryFolder('work')
  const servers = clientOf(workspace, '--approve', 'write')
  await servers.meet(soon())
  await servers.call('vox', 'file_write', { path: 'new.txt', content: 'x' }, soon())
  assert.ok(existsSync(join(workspace, 'new.txt')))
  await servers.close()
})

test('what it does not know is refused in a sentence', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [CLI, '--home', temporaryFolder('home'), ...args], {
      encoding: 'utf8',
      input: '',
    })
  const wrong = run('mcp', 'sing')
  assert.equal(wrong.status, 2)
  assert.match(wrong.stderr, /`ethervox mcp sing` is not known; there is `ethervox mcp serve`\./)
  const ask = run('mcp', 'serve', '--approve', 'ask')
  assert.equal(ask.status, 2)
  assert.match(ask.stderr, /`--approve ask` needs a terminal/)
})

test('what is wrong at the start is said on stderr; where no tool can be offered, it ends', () => {
  const run = (write: (home: string) => void) => {
    const home = temporaryFolder('home')
    write(home)
    const args = [CLI, 'mcp', 'serve', '--home', home]
    return spawnSync(process.execPath, args, { encoding: 'utf8', input: '' })
  }
  const broken = run((home) => {
    mkdirSync(join(home, 'tools'))
    writeFileSync(join(home, 'tools', 'tools.bin'), 'broken')
  })
  assert.deepEqual([broken.status, broken.stdout], [1, ''])
  assert.match(
    broken.stderr,
    /^No tool can be offered at level 3: `.*tools\.bin`: .* Repair: `\/tools reload`\.\n$/,
  )
  const wrongTool = run((home) => {
    mkdirSync(join(home, 'tools'))
    writeFileSync(join(home, 'tools', 'odd.md'), 'no tool\n')
  })
  assert.deepEqual([wrongTool.status, wrongTool.stdout], [0, ''])
  assert.match(wrongTool.stderr, /odd\.md` line 1/)
})
