// Trusted code, in its own process: what Node keeps from it, and how it is ended. The network is not kept from it, which is said at installation.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { PluginPermissions } from '../../source/contracts/plugins.ts'
import { findProgram } from '../../source/paths.ts'
import { inBubblewrap } from '../../source/plugins/bubblewrap.ts'
import { runTrusted, type TrustedCall } from '../../source/plugins/trusted-run.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('trusted')
const place = (...parts: string[]) => join(folder, ...parts)
for (const path of ['workspace', 'data', 'plugin', 'outside', 'bin']) mkdirSync(place(path))
writeFileSync(place('workspace', 'notes.txt'), 'notes')
writeFileSync(place('outside', 'secret.txt'), 'the secret')
after(() => rmSync(folder, { recursive: true, force: true }))

const MAY: PluginPermissions = {
  paths: { read: ['workspace'], write: ['data'] },
  hosts: [],
  commands: [],
  environment: ['NAMED'],
}

function run(body: string, more: Partial<TrustedCall> = {}) {
  writeFileSync(
    place('plugin', 'tool.js'),
    `import fs from 'node:fs'; import { execFileSync } from 'node:child_process'; import { Worker } from 'node:worker_threads'
     import { createRequire } from 'node:module'
     export default async (args, host) => { ${body} }`,
  )
  return runTrusted({
    ...{ child: findProgram().trustedChild, folder: place('plugin'), file: 'tool.js', permissions: MAY },
    ...{ workspace: place('workspace'), data: place('data'), args: { outside: place('outside') } },
    environment: { PATH: '/usr/bin:/bin', NAMED: 'seen', SECRET: 'the secret' },
    now: new Date(0),
    signal: new AbortController().signal,
    ...more,
  })
}

test('what it may do it can: read, write its data, import its own files, read its variable', async () => {
  writeFileSync(place('plugin', 'other.js'), 'export const other = 1')
  const outcome = await run(`const { other } = await import('./other.js')
    fs.writeFileSync(host.data + '/new.txt', 'new')
    console.log('heard by nobody')
    return [fs.readFileSync(host.workspace + '/notes.txt', 'utf8'), other, process.env.NAMED, host.now]`)
  assert.deepEqual(outcome, { type: 'value', value: ['notes', 1, 'seen', '1970-01-01T00:00:00.000Z'] })
  assert.equal(readFileSync(place('data', 'new.txt'), 'utf8'), 'new')
})

const OUTSIDE: { readonly [name: string]: string } = {
  'reading beside': 'return fs.readFileSync(args.outside + "/secret.txt", "utf8")',
  'reading by a file URL': 'return (await import("file://" + args.outside + "/secret.txt")).default',
  'reading by require': 'return createRequire(import.meta.url)(args.outside + "/secret.txt")',
  'reading the passwords': 'return fs.readFileSync("/etc/passwd", "utf8")',
  'listing the root': 'return fs.readdirSync("/")',
  'writing where it may only read': 'fs.writeFileSync(host.workspace + "/notes.txt", "mine")',
  'writing its own code': 'fs.writeFileSync(new URL(import.meta.url), "mine")',
  'a link that leads out':
    'fs.symlinkSync(args.outside, host.data + "/out"); return fs.readFileSync(host.data + "/out/secret.txt", "utf8")',
  'starting a program': 'return execFileSync("/bin/cat", [args.outside + "/secret.txt"]).toString()',
  'starting a thread': 'new Worker("1", { eval: true }); return 1',
  'the threads and addons of Node': 'return process.binding("fs")',
}

for (const [name, body] of Object.entries(OUTSIDE))
  test(`${name}: nothing gets out, and it is told as an attempt`, async () => {
    const outcome = await run(body)
    assert.ok(outcome.type === 'failed' && outcome.code === 'outside_permissions', JSON.stringify(outcome))
    assert.equal(readFileSync(place('workspace', 'notes.txt'), 'utf8'), 'notes')
    assert.ok(!existsSync(place('data', 'out')))
  })

test('variables that are not named, and those of this program, are not there', async () => {
  const outcome = await run(
    'return Object.keys(process.env).filter((name) => /SECRET|ETHERVOX|NODE_/.test(name))',
  )
  assert.deepEqual(outcome, { type: 'value', value: [] })
})

const ENDS: { readonly [name: string]: readonly [body: string, code: string, more?: Partial<TrustedCall>] } =
  {
    'a loop': ['for (;;);', 'timeout', { limitMs: 2_000 }],
    'a promise that never ends': [
      'setInterval(() => {}, 9); return new Promise(() => {})',
      'timeout',
      { limitMs: 2_000 },
    ],
    'a crash': ['process.abort()', 'crashed'],
    'an end of the process': ['process.exit(0)', 'crashed'],
    'a flood of words': ['const a = "x".repeat(99_999); for (;;) fs.writeSync(1, a)', 'flood'],
    'a huge result': ['return "x".repeat(1_000_000)', 'flood'],
    'too much memory': [
      'const a = []; for (;;) a.push(Buffer.alloc(9_000_000, 1))',
      'memory',
      { memoryBytes: 200_000_000 },
    ],
    'too much of the heap': ['const a = []; for (;;) a.push(new Array(1e6).fill(a.length))', 'crashed'],
    'too much memory of a program that it starts': [
      `execFileSync(process.execPath, ['-e', 'const a = []; for (;;) a.push(Buffer.alloc(9_000_000, 1))'])`,
      'memory',
      { memoryBytes: 300_000_000, permissions: { ...MAY, commands: ['node'] } },
    ],
    'a result that is too deep': ['let a = 1; for (let n = 0; n < 60; n++) a = [a]; return a', 'flood'],
    'an error': ['throw new Error("not today")', 'failed'],
  }

for (const [name, [body, code, more]] of Object.entries(ENDS))
  test(`${name}: it is ended, and the program lives`, async () => {
    const outcome = await run(body, more)
    assert.ok(outcome.type === 'failed' && outcome.code === code, JSON.stringify(outcome))
  })

test('a prototype in the result is taken away and noticed', async () => {
  const outcome = await run('return JSON.parse(\'{"a": {"__proto__": {"polluted": 1}, "b": 1}}\')')
  assert.deepEqual(outcome, { type: 'value', value: { a: { b: 1 } }, tricked: true })
})

test('stopping it rejects with the reason, and what it started is gone', async () => {
  const stop = new AbortController()
  const permissions = { ...MAY, commands: ['sleep'] }
  const body = `const { spawn } = await import('node:child_process')
    const child = spawn('/bin/sleep', ['600']); fs.writeFileSync(host.data + '/pid', String(child.pid)); for (;;);`
  const running = run(body, { signal: stop.signal, permissions })
  const look = setInterval(() => existsSync(place('data', 'pid')) && stop.abort(new Error('enough')), 50)
  await assert.rejects(running, /enough/)
  clearInterval(look)
  const pid = Number(readFileSync(place('data', 'pid'), 'utf8'))
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z'
  assert.match(state, /\) [ZX]/, 'dead, if nobody has fetched its end')
})

test('where bwrap is there and works, it stands around the process', async () => {
  // It only writes down what it was asked for: a real one needs namespaces.
  const told = place('told')
  const script = `#!/bin/sh\necho "$@" >> '${told}'\nwhile [ "$1" != "--" ]; do shift; done\nshift\nexec "$@"\n`
  writeFileSync(place('bin', 'bwrap'), script)
  chmodSync(place('bin', 'bwrap'), 0o755)
  const outcome = await run('return 1', { environment: { PATH: `${place('bin')}:/usr/bin:/bin` } })
  assert.deepEqual(outcome, { type: 'value', value: 1 })
  const [, asked = ''] = readFileSync(told, 'utf8').split('\n')
  assert.match(asked, /--unshare-all --die-with-parent/)
  assert.ok(asked.includes(`--bind-try ${place('data')} ${place('data')} --`))
})

test('without hosts there is no network inside bwrap', () => {
  const asked = (hasNetwork: boolean) =>
    inBubblewrap('bwrap', ['node', 'x'], { read: [], write: [], hasNetwork })
  assert.ok(!asked(false).includes('--share-net') && asked(true).includes('--share-net'))
})
