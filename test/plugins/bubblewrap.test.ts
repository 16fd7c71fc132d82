// The second fence around trusted code. With a real bwrap what Node does not keep from it is shut out; one that does not work is told of,
// and calls do without it.
import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkPlugins } from '../../source/command-line/doctor-plugins.ts'
import type { PluginPermissions } from '../../source/contracts/plugins.ts'
import { findProgram } from '../../source/paths.ts'
import { fenceInWords, findFence, inBubblewrap } from '../../source/plugins/bubblewrap.ts'
import { runTrusted } from '../../source/plugins/trusted-run.ts'
import { areGone, FENCE, hasFence, isRunning } from '../helpers/fence.ts'
import { openPlugins } from '../helpers/open-plugins.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const folder = temporaryFolder('fence')
const place = (...parts: string[]) => join(folder, ...parts)
for (const path of ['workspace', 'data', 'plugin', 'outside']) mkdirSync(place(path))
writeFileSync(place('outside', 'secret.txt'), 'the secret')
symlinkSync(place('outside'), place('workspace', 'link'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PATH = process.env.PATH ?? ''
const MAY: PluginPermissions = {
  paths: { read: ['workspace'], write: ['data', 'workspace/new/made'] },
  hosts: [],
  commands: ['sh'],
  environment: [],
}

type Given = Partial<PluginPermissions & { readonly [place in 'path' | 'workspace' | 'home']: string }>

/** Runs the body in a trusted process; `shell` gives what a program that it starts prints. */
function run(
  body: string,
  { path = PATH, workspace = place('workspace'), home = place('home'), ...may }: Given = {},
) {
  const shell = `(text) => spawnSync('/bin/sh', ['-c', text, args.outside], { encoding: 'utf8' }).stdout.trim()`
  writeFileSync(
    place('plugin', 'tool.js'),
    `import fs from 'node:fs'; import { spawn, spawnSync } from 'node:child_process'
     export default async (args, host) => { const shell = ${shell}; ${body} }`,
  )
  return runTrusted({
    ...{ child: findProgram().trustedChild, folder: place('plugin'), file: 'tool.js' },
    ...{
      workspace,
      data: place('data'),
      home,
      args: { outside: place('outside') },
    },
    permissions: { ...MAY, ...may },
    environment: { PATH: path },
    now: new Date(0),
    signal: new AbortController().signal,
  })
}

/** A `bwrap` of a few lines, in a folder that is all of PATH. */
function falseFence(name: string, script: string): string {
  const bin = place(name)
  mkdirSync(bin)
  writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, 'bwrap'), 0o755)
  return bin
}

const HIDDEN: { readonly [name: string]: string } = {
  'a file outside': 'return shell(`/bin/cat "$0/secret.txt" || echo nothing`)',
  'a file behind a link that stands in a place that may be read':
    'try { return fs.readFileSync(host.workspace + "/link/secret.txt", "utf8") } catch { return "nothing" }',
  'the folder of other programs': 'return shell(`/bin/ls -A "$0" || echo nothing`)',
}

for (const [name, body] of Object.entries(HIDDEN))
  test(`${name} is open to trusted code, and gone in bubblewrap`, async (t) => {
    const open = await run(body, { path: '/nowhere' })
    assert.match(JSON.stringify(open), /secret/, 'what Node does not keep from it')
    if (!hasFence(t)) return
    assert.deepEqual(await run(body), { type: 'value', value: 'nothing' })
  })

test('without hosts there is no network in bubblewrap, with one there is', async (t) => {
  if (!hasFence(t)) return
  const server = createServer((_, response) => response.end('reached'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const body = `return fetch('http://127.0.0.1:${address.port}').then((reply) => reply.text(), () => 'nothing')`
  assert.deepEqual(await run(body), { type: 'value', value: 'nothing' })
  assert.deepEqual(await run(body, { hosts: ['127.0.0.1'] }), { type: 'value', value: 'reached' })
})

test('a program in bubblewrap has no rights over the system, also where root started it', async (t) => {
  if (!hasFence(t)) return
  const body = 'return shell("grep CapEff /proc/self/status; ls -d /proc/[0-9]* | wc -l")'
  const outcome = await run(body)
  assert.ok(outcome.type === 'value')
  const [rights = '', processes = ''] = String(outcome.value).split('\n')
  // Bit 1 lets root write files of others, as it may without the fence.
  const overFiles = process.getuid?.() === 0 ? 2n : 0n
  assert.equal(BigInt(`0x${rights.split(/\s+/)[1]}`), overFiles, rights)
  assert.ok(Number(processes) < 9, 'it sees its own processes alone')
})

test('what is written in bubblewrap is on disk, in a folder that was not there too, or it fails', async (t) => {
  if (!hasFence(t)) return
  const outcome = await run(`fs.writeFileSync(host.workspace + '/new/made/a.txt', 'a')
    const beside = ['/', '/new', '/usr', host.workspace].map((at) => "'" + at + "'").join(' ')
    return shell("echo b > '" + host.data + "/b.txt'; for at in " + beside +
      '; do (mkdir -p "$at" && echo c > "$at/c.txt") && echo "$at"; done')`)
  assert.deepEqual(outcome, { type: 'value', value: '' })
  assert.equal(readFileSync(place('workspace', 'new', 'made', 'a.txt'), 'utf8'), 'a')
  assert.equal(readFileSync(place('data', 'b.txt'), 'utf8'), 'b\n')
})

test('one that may read or write everything can, in bubblewrap too', async (t) => {
  if (!hasFence(t)) return
  const read = { read: ['/'], write: [] }
  const body = 'return fs.readFileSync(args.outside + "/secret.txt", "utf8")'
  assert.deepEqual(await run(body, { paths: read }), { type: 'value', value: 'the secret' })
  const wrote = 'fs.writeFileSync(args.outside + "/new.txt", "new"); return shell(`cat "$0/new.txt"`)'
  assert.deepEqual(await run(wrote, { paths: { read: [], write: ['/'] } }), { type: 'value', value: 'new' })
  assert.equal(readFileSync(place('outside', 'new.txt'), 'utf8'), 'new')
})

test('programs in bubblewrap write nothing that git or this program runs, here and in folders below', async (t) => {
  if (!hasFence(t)) return
  const workspace = place('repository')
  for (const path of ['.git/hooks', 'below/other/.git/hooks', 'home/plugins'])
    mkdirSync(join(workspace, path), { recursive: true })
  symlinkSync('.git', join(workspace, 'link'))
  const places = [
    '.git/hooks',
    'below/other/.git/hooks',
    'link/hooks',
    '.ethervox/tools',
    'home/plugins',
    'home',
    'new',
  ]
  const body = `return shell("cd '" + host.workspace + "'; for at in ${places.join(' ')}; do mkdir -p $at && echo a > $at/a && echo $at; done;" +
    "mv .git old && echo moved; rm -rf .git && echo gone; mv below/other/.git mine && echo taken; true")`
  const outcome = await run(body, {
    workspace,
    home: join(workspace, 'home'),
    paths: { read: [], write: ['workspace'] },
  })
  assert.deepEqual(outcome, { type: 'value', value: 'new' })
  assert.deepEqual(readdirSync(workspace).sort(), ['.git', 'below', 'home', 'link', 'new'])
  assert.deepEqual(readdirSync(join(workspace, '.git', 'hooks')), [])
  assert.deepEqual(readdirSync(join(workspace, 'below', 'other', '.git', 'hooks')), [])
})

test('where there is no repository, a program in bubblewrap makes none, and what holds its place is gone with the call', async (t) => {
  if (!hasFence(t)) return
  const workspace = place('plain')
  mkdirSync(workspace)
  const body = `return shell("cd '" + host.workspace + "'; mkdir -p .git/hooks; echo a > .git/config; ls -A; true")`
  const both = await Promise.all(
    [1, 2].map(() => run(body, { workspace, paths: { read: [], write: ['workspace'] } })),
  )
  for (const outcome of both) assert.deepEqual(outcome, { type: 'value', value: '.ethervox\n.git' })
  assert.deepEqual(readdirSync(workspace), [])
})

test('a program that left its group ends with the call in bubblewrap', async (t) => {
  if (!hasFence(t)) return
  const mark = `600.${process.pid}${Date.now()}`
  const outcome =
    await run(`const child = spawn('/bin/sleep', ['${mark}'], { detached: true, stdio: 'ignore' })
    await new Promise((resolve) => child.once('spawn', resolve)); child.unref(); return child.pid`)
  assert.equal(outcome.type, 'value')
  assert.ok(await areGone(mark))
  assert.ok(!isRunning(mark))
})

test('the fence is asked for what the permissions say', async () => {
  // It only writes down what it was asked for.
  const told = place('told')
  const path = falseFence(
    'bin',
    `echo "$@" >> '${told}'\nwhile [ "$1" != "--" ]; do shift; done\nshift\nexec "$@"`,
  )
  assert.deepEqual(await run('return 1', { path }), { type: 'value', value: 1 })
  const [, asked = ''] = readFileSync(told, 'utf8').split('\n')
  assert.match(asked, /--unshare-all --die-with-parent/)
  assert.ok(asked.includes(`--bind-try ${place('data')} ${place('data')}`))
  const words = (hasNetwork: boolean) =>
    inBubblewrap('bwrap', ['node', 'x'], { read: [], write: [], locked: [], opened: [], hasNetwork })
  assert.ok(!words(false).includes('--share-net') && words(true).includes('--share-net'))
})

test('a bwrap that does not work is told with its own words, and calls do without it', async (t) => {
  const path = falseFence('broken', 'echo "bwrap: No permissions to create a new namespace." >&2\nexit 1')
  const fence = await findFence({ PATH: path })
  assert.deepEqual(fence, {
    type: 'broken',
    path: join(path, 'bwrap'),
    reason: 'No permissions to create a new namespace',
  })
  assert.equal(
    fenceInWords(fence),
    `It runs in a process of its own, which Node's permissions alone fence in: \`${path}/bwrap\` is here, but does not work (No permissions to create a new namespace).`,
  )
  assert.deepEqual(await run('return 1', { path }), { type: 'value', value: 1 })
  const plugins = openPlugins(t)
  plugins.install({ kind: 'trusted' })
  const check = await checkPlugins(plugins.home, { PATH: path })
  assert.equal(check.status, 'warn')
  assert.match(check.text, /bwrap` does not work here \(No permissions to create a new namespace\)/)
})

test('a bwrap that starts nothing at all is no fence', async () => {
  const path = falseFence('empty', 'exit 7')
  const fence = await findFence({ PATH: path })
  assert.ok(fence.type === 'broken' && fence.reason === 'it ended with 7', JSON.stringify(fence))
})

test('a fence that fails at one call is no fault of the plugin', async () => {
  const seen = place('seen')
  const path = falseFence(
    'later',
    `[ -e '${seen}' ] && { echo "bwrap: Can't mount it." >&2; exit 1; }\ntouch '${seen}'`,
  )
  const outcome = await run('return 1', { path })
  assert.deepEqual(outcome, {
    type: 'failed',
    code: 'failed',
    message: "its process could not begin (bwrap: Can't mount it.)",
  })
})

test('what fences a call in is told before it, and by the doctor', async (t) => {
  const plugins = openPlugins(t)
  plugins.install({ kind: 'trusted' })
  const [tool] = plugins.more().tools
  const context = {} as never
  assert.equal(await tool?.tool.preview?.({ text: 'abc' }, context), fenceInWords(FENCE))
  const { status, facts } = await checkPlugins(plugins.home)
  assert.equal(facts.bubblewrap, FENCE.type)
  assert.equal(status, FENCE.type === 'broken' ? 'warn' : 'ok')
  assert.ok(existsSync(plugins.home.plugins))
})
