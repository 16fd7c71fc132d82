// Written tries to get out through the functions of the host: each is one call of a plugin that may read `workspace/open` and its data,
// write its data and `workspace/made`, ask one server, and read one variable. What is secret lies beside all of these. None may succeed,
// and the program lives: the same process goes on.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Risk, ToolContext } from '../../source/contracts/tool.ts'
import { openFileHistory } from '../../source/home/lent/file-history.ts'
import { findProgram } from '../../source/paths.ts'
import { HostGate } from '../../source/plugins/host-gate.ts'
import { runInSandbox } from '../../source/plugins/sandbox.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { someContext } from '../tools/tool-context.ts'
import { FILES, FLOODS, WORLD } from './host-tries.ts'

const SECRET = 'the secret of the person'
const folder = temporaryFolder('gate')
const workspace = join(folder, 'workspace')
const data = join(folder, 'home', 'plugins', 'try', 'data')
const outside = join(folder, 'outside')
const place = (...parts: string[]) => join(folder, ...parts)
let server: Server
let secretServer: Server

before(async () => {
  for (const path of [
    join(workspace, 'open'),
    join(workspace, 'made'),
    join(workspace, 'opener'),
    data,
    outside,
  ])
    mkdirSync(path, { recursive: true })
  for (const path of [
    'workspace/private.txt',
    'workspace/opener/x.txt',
    'outside/secret.txt',
    'home/settings.json',
  ])
    writeFileSync(place(path), SECRET)
  writeFileSync(join(workspace, 'open', 'notes.txt'), 'notes')
  writeFileSync(join(data, 'kept.txt'), 'kept')
  symlinkSync(join(outside, 'secret.txt'), join(workspace, 'open', 'file-link'))
  symlinkSync(outside, join(workspace, 'open', 'folder-link'))
  symlinkSync('..', join(workspace, 'open', 'up'))
  symlinkSync(outside, join(workspace, 'linked'))
  symlinkSync(outside, join(data, 'out'))
  mkdirSync(join(workspace, '.git', 'hooks'), { recursive: true })
  symlinkSync(join('.git', 'hooks'), join(workspace, 'hooks'))
  symlinkSync(outside, join(workspace, 'made', 'out'))
  symlinkSync(join(outside, 'new.txt'), join(workspace, 'made', 'dangling'))
  secretServer = await listening((_, answer) => answer.end(SECRET))
  const other = `http://127.0.0.1:${portOf(secretServer)}/`
  server = await listening((request, answer) => {
    if (request.url === '/away') answer.writeHead(302, { location: other })
    if (request.url === '/slow') return
    answer.end(request.url === '/headers' ? JSON.stringify(request.headers) : 'hello')
  })
})

after(() => {
  for (const one of [server, secretServer]) {
    one.closeAllConnections()
    one.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

function listening(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  return new Promise((resolve) => {
    const one = createServer(answer as never).listen(0, '127.0.0.1', () => resolve(one))
  })
}

function portOf(one: Server): number {
  return (one.address() as AddressInfo).port
}

async function call(body: string, risk: Risk = 'network', more: ToolContext['services'] = {}) {
  const context: ToolContext = {
    ...someContext,
    workspace,
    services: {
      fileHistory: openFileHistory({ folder: place('undo'), home: place('home') }),
      safeMode: { isOn: false, turnOn: () => undefined },
      web: { allowPrivate: [server, secretServer].map((one) => `127.0.0.1:${portOf(one)}`) },
      ...more,
    },
  }
  const gate = new HostGate({
    ...{ data, home: place('home'), context, risk },
    environment: { ALLOWED: 'seen', KEY: SECRET },
    permissions: {
      paths: {
        read: ['workspace/open', 'workspace/linked', 'data'],
        write: [
          'workspace/made',
          'workspace/later',
          'workspace/hooks',
          'workspace/linked/later',
          'data/later',
          'data',
        ],
      },
      hosts: [`127.0.0.1:${portOf(server)}`],
      commands: [],
      environment: ['ALLOWED'],
    },
  })
  const code = `const BASE = 'http://127.0.0.1:${portOf(server)}'; const OTHER = 'http://127.0.0.1:${portOf(secretServer)}'
    export default async (args, host) => { ${body} }`
  const { sandboxWorker: worker } = findProgram()
  const started = { worker, code, line: 1, file: 'tool.js', args: { folder }, now: new Date(0) }
  const outcome = await runInSandbox({ ...started, signal: new AbortController().signal, host: gate })
  return { outcome, attempts: gate.attempts }
}

const COUNT = [FILES, WORLD, FLOODS].reduce((sum, table) => sum + Object.keys(table).length, 0)

test('together with those of the bare sandbox there are a hundred tries', () => {
  const bare = readFileSync(join(import.meta.dirname, 'sandbox.test.ts'), 'utf8')
  const listed = bare.slice(bare.indexOf('const TRIES'), bare.indexOf("test('the list"))
  const counted = [...listed.matchAll(/^ {2}(?:'[^']+'|\S+): \[/gm)].length
  assert.ok(counted >= 40 && counted + COUNT >= 100, `${counted} and ${COUNT}`)
})

for (const [name, [code, end, risk]] of Object.entries({ ...FILES, ...WORLD }))
  test(`${name}: nothing gets out, and the program lives`, async () => {
    const { outcome, attempts } = await call(code, risk)
    if (typeof end === 'object') assert.deepEqual(outcome, { type: 'value', value: end.value })
    else assert.equal(outcome.type, 'failed', JSON.stringify(outcome))
    assert.equal(attempts.length > 0, end === 'attempt', JSON.stringify([outcome, attempts]))
    assertUntouched(JSON.stringify(outcome))
  })

for (const [name, [code, ends]] of Object.entries(FLOODS))
  test(`${name}: it is ended, and the program lives`, async () => {
    const began = performance.now()
    const { outcome } = await call(code)
    assert.ok(outcome.type === 'failed' && ends.includes(outcome.code), JSON.stringify(outcome))
    assert.ok(performance.now() - began < 60_000)
    assertUntouched(JSON.stringify(outcome))
  })

function assertUntouched(said: string): void {
  assert.ok(!said.includes(SECRET) && !said.includes('root:'), said)
  assert.equal(readFileSync(place('workspace/open/notes.txt'), 'utf8'), 'notes')
  assert.deepEqual(readdirSync(outside), ['secret.txt'])
  assert.deepEqual(readdirSync(place('workspace/.git/hooks')), [])
  assert.ok(!existsSync(place('workspace/made.txt')) && !existsSync(place('workspace/made/.git')))
  assert.equal(({} as { polluted?: number }).polluted, undefined)
}

test('what it may do it can: read, list, write, fetch with a header, and read its variable', async () => {
  const { outcome, attempts } = await call(`
    await host.writeFile('workspace/made/deep/new.txt', 'new')
    await host.writeFile('data/count.txt', '1')
    const [names, text, count, page, headers, seen, none] = await Promise.all([
      host.listFolder('workspace/open'),
      host.readFile('workspace/open/notes.txt'),
      host.readFile('data/count.txt'),
      host.fetch(BASE),
      host.fetch(BASE + '/headers', { headers: { 'x-key': 'a' } }),
      host.environment('ALLOWED'),
      host.readFile('workspace/open/none').catch((e) => e.code),
    ])
    return { names: names.map((one) => one.name), text, count, status: page.status, page: page.text, key: JSON.parse(headers.text)['x-key'], seen, none }`)
  assert.deepEqual(attempts, [])
  assert.deepEqual(outcome, {
    type: 'value',
    value: {
      names: ['file-link', 'folder-link', 'notes.txt', 'up'],
      ...{ text: 'notes', count: '1', status: 200, page: 'hello', key: 'a', seen: 'seen', none: 'not_found' },
    },
  })
  assert.equal(readFileSync(place('workspace/made/deep/new.txt'), 'utf8'), 'new')
})

test('a place of a permission that is not there yet is no breach: it can be written, and reading tells that nothing is there', async () => {
  const { outcome, attempts } = await call(`
    const codes = [
      await host.readFile('workspace/later/a.txt').catch((e) => e.code),
      await host.listFolder('workspace/later').catch((e) => e.code),
    ]
    await host.writeFile('workspace/later/a.txt', 'a')
    await host.writeFile('data/later/deep/b.txt', 'b')
    await host.writeFile('data/__proto__.txt', '__proto__')
    return [...codes, await host.readFile('workspace/later/a.txt'), await host.readFile('data/later/deep/b.txt')]`)
  assert.deepEqual(attempts, [])
  assert.deepEqual(outcome, { type: 'value', value: ['not_found', 'not_found', 'a', 'b'] })
  rmSync(place('workspace/later'), { recursive: true })
})

test('a text that is a prototype’s name is no prototype, and a large file is refused before it is read', async () => {
  writeFileSync(place('workspace/open/large.txt'), 'x'.repeat(1_000_001))
  const { outcome, attempts } = await call(`
    await host.writeFile('workspace/made/text.txt', '__proto__')
    return host.readFile('workspace/open/large.txt').catch((e) => e.code)`)
  assert.deepEqual([attempts, outcome], [[], { type: 'value', value: 'too_large' }])
  rmSync(place('workspace/open/large.txt'))
})

test('in safe mode nothing is written, and while `/secret` is on nothing is kept', async () => {
  const write = (path: string, services: ToolContext['services']) =>
    call(`return host.writeFile('${path}', 'x').catch((e) => e.code)`, 'network', services)
  const safe = { safeMode: { isOn: true, turnOn: () => undefined } }
  for (const path of ['data/safe.txt', 'workspace/made/safe.txt'])
    assert.deepEqual((await write(path, safe)).outcome, { type: 'value', value: 'safe_mode' })
  const secret = { secret: { isOn: () => true, onChange: () => () => undefined } }
  assert.deepEqual((await write('data/kept.txt', secret)).outcome, { type: 'value', value: 'secret' })
  assert.equal(readFileSync(join(data, 'kept.txt'), 'utf8'), 'kept')
})
