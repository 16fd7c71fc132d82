// Trusted code, in its own process: what Node keeps from it, and how it is ended, alone and, where one is there and works, in a real
// bubblewrap. The network is not kept from it by Node, which is said at installation.
import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import type { PluginPermissions } from '../../source/contracts/plugins.ts'
import { findProgram } from '../../source/paths.ts'
import { runTrusted, type TrustedCall, type TrustedOutcome } from '../../source/plugins/trusted-run.ts'
import { areGone, hasFence, isRunning } from '../helpers/fence.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('trusted')
const place = (...parts: string[]) => join(folder, ...parts)
for (const path of ['workspace', 'data', 'plugin', 'outside']) mkdirSync(place(path))
writeFileSync(place('workspace', 'notes.txt'), 'notes')
writeFileSync(place('outside', 'secret.txt'), 'the secret')
after(() => rmSync(folder, { recursive: true, force: true }))

const MAY: PluginPermissions = {
  paths: { read: ['workspace'], write: ['data'] },
  hosts: [],
  commands: [],
  environment: ['NAMED'],
}

type Run = (body: string, more?: Partial<TrustedCall>) => Promise<TrustedOutcome>

function runWith(path: string, body: string, more: Partial<TrustedCall> = {}) {
  writeFileSync(
    place('plugin', 'tool.js'),
    `import fs from 'node:fs'; import { execFileSync } from 'node:child_process'; import { Worker } from 'node:worker_threads'
     import { createRequire } from 'node:module'
     export default async (args, host) => { ${body} }`,
  )
  return runTrusted({
    ...{ child: findProgram().trustedChild, folder: place('plugin'), file: 'tool.js', permissions: MAY },
    ...{
      workspace: place('workspace'),
      data: place('data'),
      home: place('home'),
      args: { outside: place('outside') },
    },
    environment: { PATH: path, NAMED: 'seen', SECRET: 'the secret' },
    now: new Date(0),
    signal: new AbortController().signal,
    ...more,
  })
}

/** The same alone, and in bubblewrap where one works. */
function both(name: string, body: (run: Run, t: TestContext) => Promise<void>): void {
  test(name, (t) => body((...given) => runWith('/nowhere', ...given), t))
  test(`${name} (in bubblewrap)`, async (t) => {
    if (hasFence(t)) await body((...given) => runWith(process.env.PATH ?? '', ...given), t)
  })
}

both('what it may do it can: read, write its data, import its own files, read its variable', async (run) => {
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
  both(`${name}: nothing gets out, and it is told as an attempt`, async (run) => {
    const outcome = await run(body)
    assert.ok(outcome.type === 'failed' && outcome.code === 'outside_permissions', JSON.stringify(outcome))
    assert.equal(readFileSync(place('workspace', 'notes.txt'), 'utf8'), 'notes')
    assert.ok(!existsSync(place('data', 'out')))
  })

const WHOLE: PluginPermissions = { ...MAY, paths: { read: [], write: ['workspace'] } }

/** A workspace with a repository, in which all may be written; `made` is there for what comes from a plugin. */
function repository(): string {
  const workspace = mkdtempSync(place('repo-'))
  mkdirSync(join(workspace, '.git', 'hooks'), { recursive: true })
  writeFileSync(join(workspace, '.git', 'config'), 'config')
  mkdirSync(join(workspace, 'made', '.git', 'hooks'), { recursive: true })
  writeFileSync(join(workspace, 'made', '.git', 'hooks', 'new'), 'mine')
  symlinkSync(join('.git', 'hooks'), join(workspace, 'hooks'))
  writeFileSync(join(workspace, '日本.txt'), 'old')
  // For Node a star stands for every name.
  writeFileSync(join(workspace, '*'), 'old')
  return workspace
}

const LOCKED: { readonly [name: string]: string } = {
  'a hook': 'fs.writeFileSync(at + "/.git/hooks/new", "mine")',
  'a hook by a way around': 'fs.writeFileSync(at + "/made/../.git//hooks/new", "mine")',
  'a hook by bytes': 'fs.writeFileSync(Buffer.from(at + "/.git/hooks/new"), "mine")',
  'a hook by an address': 'fs.writeFileSync(new URL("file://" + at + "/made/%2e%2e/.git/hooks/new"), "mine")',
  'a hook from its folder': 'process.chdir(at + "/made"); fs.writeFileSync("../.git/hooks/new", "mine")',
  'a hook by a file that is open':
    'await (await fs.promises.open(at + "/.git/hooks/new", "w")).write("mine")',
  'its settings by a second name':
    'fs.linkSync(at + "/.git/config", at + "/other"); fs.writeFileSync(at + "/other", "mine")',
  'another repository in its place':
    'fs.renameSync(at + "/.git", at + "/old"); fs.renameSync(at + "/made/.git", at + "/.git")',
  'a copy over the workspace': 'fs.cpSync(at + "/made", at, { recursive: true })',
  'a tool of the workspace':
    'fs.mkdirSync(at + "/.ethervox/tools", { recursive: true }); fs.writeFileSync(at + "/.ethervox/tools/new.md", "mine")',
}

for (const [name, body] of Object.entries(LOCKED))
  both(`who may write the workspace writes nothing that git or this program runs: ${name}`, async (run) => {
    const workspace = repository()
    const outcome = await run(`const at = host.workspace; ${body}; return 1`, {
      workspace,
      permissions: WHOLE,
    })
    assert.ok(outcome.type === 'failed', JSON.stringify(outcome))
    assert.deepEqual(readdirSync(join(workspace, '.git', 'hooks')), [])
    assert.equal(readFileSync(join(workspace, '.git', 'config'), 'utf8'), 'config')
    assert.ok(!existsSync(join(workspace, '.ethervox')))
  })

both('a permission that is a link to what git runs opens nothing', async (run) => {
  const workspace = repository()
  const permissions = { ...MAY, paths: { read: [], write: ['workspace/hooks'] } }
  const body = 'fs.writeFileSync(host.workspace + "/hooks/new", "mine"); return 1'
  assert.equal((await run(body, { workspace, permissions })).type, 'failed')
  assert.deepEqual(readdirSync(join(workspace, '.git', 'hooks')), [])
})

both('an attempt at what is locked is told as one', async (run) => {
  const body = 'fs.writeFileSync(host.workspace + "/.git/hooks/new", "mine")'
  const outcome = await run(body, { workspace: repository(), permissions: WHOLE })
  assert.ok(outcome.type === 'failed' && outcome.code === 'outside_permissions', JSON.stringify(outcome))
})

both(
  'who may write the workspace writes all else in it, the folder that is there made once more too',
  async (run) => {
    const workspace = repository()
    const names = ['new.txt', '.gitignore', '.github/a.yml', 'Ünï.txt', 'отчёт.txt', '日本.txt', 'new/a/.env']
    const body = `const { dirname } = await import('node:path'); const { mkdir } = await import('node:fs/promises')
    for (const name of ${JSON.stringify(names)}) {
      const path = host.workspace + '/' + name
      fs.mkdirSync(dirname(path), { recursive: true }); await mkdir(dirname(path), { recursive: true })
      await new Promise((done) => fs.mkdir(dirname(path), { recursive: true }, done))
      fs.writeFileSync(path, 'new')
    }
    return 1`
    const outcome = await run(body, { workspace, permissions: WHOLE })
    assert.deepEqual(outcome, { type: 'value', value: 1 })
    for (const name of names) assert.equal(readFileSync(join(workspace, name), 'utf8'), 'new', name)
  },
)

both('what is git’s can be written by who names it, and no more of it', async (run) => {
  const workspace = repository()
  const permissions = { ...MAY, paths: { read: [], write: ['workspace', 'workspace/.git/hooks'] } }
  const hook = 'fs.writeFileSync(host.workspace + "/.git/hooks/new", "named"); return 1'
  assert.deepEqual(await run(hook, { workspace, permissions }), { type: 'value', value: 1 })
  assert.equal(readFileSync(join(workspace, '.git', 'hooks', 'new'), 'utf8'), 'named')
  const settings = 'fs.writeFileSync(host.workspace + "/.git/config", "mine"); return 1'
  assert.equal((await run(settings, { workspace, permissions })).type, 'failed')
})

both('variables that are not named, and those of this program, are not there', async (run) => {
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
  both(`${name}: it is ended, and the program lives`, async (run) => {
    const outcome = await run(body, more)
    assert.ok(outcome.type === 'failed' && outcome.code === code, JSON.stringify(outcome))
  })

both('a prototype in the result is taken away and noticed', async (run) => {
  const outcome = await run('return JSON.parse(\'{"a": {"__proto__": {"polluted": 1}, "b": 1}}\')')
  assert.deepEqual(outcome, { type: 'value', value: { a: { b: 1 } }, tricked: true })
})

test('stopped while a fence is tried, nothing of it begins', async (t) => {
  if (process.platform !== 'linux') return t.skip('a fence is looked for on Linux alone')
  const programs = place('programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  rmSync(place('data', 'begun'), { force: true })
  const stop = new AbortController()
  const body = "fs.writeFileSync(host.data + '/begun', '')"
  const running = runWith(programs, body, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await assert.rejects(running, /enough/)
  assert.ok(!existsSync(place('data', 'begun')))
})

both('stopping it rejects with the reason, and what it started is gone', async (run) => {
  const stop = new AbortController()
  const permissions = { ...MAY, commands: ['sleep'] }
  // In bubblewrap its number is not the one that is seen from here.
  const mark = `600.${process.pid}${Date.now()}`
  rmSync(place('data', 'begun'), { force: true })
  const body = `const { spawn } = await import('node:child_process')
    const child = spawn('/bin/sleep', ['${mark}'])
    child.once('spawn', () => { fs.writeFileSync(host.data + '/begun', ''); for (;;); }); await new Promise(() => {})`
  const running = run(body, { signal: stop.signal, permissions })
  const look = setInterval(() => {
    if (!existsSync(place('data', 'begun'))) return
    const isHere = isRunning(mark) || !existsSync('/proc/self')
    stop.abort(new Error(isHere ? 'enough' : 'it was not begun'))
  }, 50)
  await assert.rejects(running, /enough/).finally(() => clearInterval(look))
  assert.ok(await areGone(mark))
})
