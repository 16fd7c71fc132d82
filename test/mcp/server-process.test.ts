// Nothing of what a server was started as outlives it, or the program.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { areGone, isRunning } from '../helpers/fence.ts'
import { byHand, mcpHome, openServers } from '../helpers/mcp-home.ts'

const soon = () => AbortSignal.timeout(30_000)

let marks = 0

type Command = { readonly command: string; readonly args: readonly string[] }

/** A server that ends neither with its input nor when it is asked to, behind another program; both have the mark in their arguments. */
function wrapped(wrap: (server: readonly string[]) => Command = inShell) {
  const mark = `mark-${process.pid}-${Date.now()}-${marks++}`
  const { command, args } = byHand('stubborn') as Command
  return { entry: { ...wrap([command, ...args, mark]), connectSeconds: 20 }, mark }
}

/** As `npx` does it: the shell waits for the server, and hears of no input's end. */
function inShell(server: readonly string[]): Command {
  return { command: 'sh', args: ['-c', `${server.map((word) => `'${word}'`).join(' ')}; true`] }
}

/** It hands the input on, and ends with it at once. */
function inNode(server: readonly string[]): Command {
  const code = `const [program, ...args] = process.argv.slice(1)
    const { stdin } = require('node:child_process').spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'] })
    process.stdin.on('end', () => process.exit()).pipe(stdin)`
  return { command: process.execPath, args: ['-e', code, '--', ...server] }
}

function hasProcesses(t: TestContext): boolean {
  if (existsSync('/proc/self')) return true
  t.skip('there is no /proc to look at')
  return false
}

for (const [name, wrap] of [
  ['that waits for it', inShell],
  ['that ends before it', inNode],
] as const)
  test(`a server behind a wrapper ${name} is gone when it is closed`, async (t) => {
    if (!hasProcesses(t)) return
    const { entry, mark } = wrapped(wrap)
    const { servers } = openServers(mcpHome({ wrapped: entry }))
    await servers.meet(soon())
    assert.equal(servers.rows()[0]?.state, 'ready')
    assert.ok(isRunning(mark))
    await servers.close()
    assert.ok(await areGone(mark))
  })

test('a server that never answered is gone with the time that it had', async (t) => {
  if (!hasProcesses(t)) return
  const { entry, mark } = wrapped()
  const { servers } = openServers(mcpHome({ wrapped: { ...entry, connectSeconds: 0.05 } }))
  await servers.meet(soon())
  assert.equal(servers.rows()[0]?.state, 'failed')
  assert.ok(await areGone(mark))
})

test('when the program ends by itself, what it started ends too', async (t) => {
  if (!hasProcesses(t)) return
  const { entry, mark } = wrapped()
  const home = mcpHome({ wrapped: entry, other: byHand() })
  const program = join(import.meta.dirname, '../helpers/mcp-program.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, home])
  assert.deepEqual(JSON.parse(stdout), [['other ready', 'wrapped ready'], []])
  assert.ok(await areGone(mark))
})
