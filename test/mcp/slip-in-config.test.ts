// `mcp.yaml` is a file that a person edits while the program runs.
import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Connection } from '../../source/mcp/connection.ts'
import { byHand, mcpHome, openServers } from '../helpers/mcp-home.ts'

const soon = () => AbortSignal.timeout(30_000)
const TOOL = { name: 'echo', description: 'Says it', inputSchema: { type: 'object' } } as const

/** Two servers that were connected, and how often each was. */
async function opened() {
  const home = mcpHome({ hand: { command: 'none' }, foot: { command: 'none' } })
  const connected: string[] = []
  const closed: string[] = []
  const load = async () => ({
    connect: async ({ name }: { readonly name: string }) => {
      connected.push(name)
      return {
        listTools: async () => [TOOL],
        close: async () => void closed.push(name),
      } as unknown as Connection
    },
  })
  const { servers, notices, changes } = openServers(home, load)
  await servers.meet(soon())
  changes.length = 0
  return { servers, notices, changes, connected, closed, file: join(home, 'mcp.yaml') }
}

const SLIP =
  /^`mcp\.yaml` cannot be read: line \d+, column \d+: .*[^.]; the servers stay as they were(?:\.|$)/

test('a slip in mcp.yaml takes no server away, and every command says what is wrong', async () => {
  const { servers, notices, changes, connected, closed, file } = await opened()
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, `${whole}\nservers: [`)
  const written = readFileSync(file, 'utf8')
  const their = join(file, '..', 'their.json')
  writeFileSync(their, JSON.stringify({ mcpServers: { more: { command: 'x' } } }))

  assert.match((await servers.restart('hand', soon())) ?? '', SLIP)
  assert.match((await servers.restart('hand', soon())) ?? '', SLIP, 'and again')
  assert.match(servers.setEnabled('hand', false) ?? '', /^Nothing was changed: `.*` line \d+/)
  assert.match(servers.add('new', ['x']) ?? '', /^Nothing was changed: /)
  const { added, problems } = servers.importFile(their)
  assert.deepEqual([added, problems.length], [[], 1])
  assert.match(problems[0] ?? '', /mcp\.yaml` line \d+, column \d+: /)

  assert.deepEqual(
    servers.rows().map(({ name, state, tools }) => [name, state, tools]),
    [
      ['foot', 'ready', 1],
      ['hand', 'ready', 1],
    ],
  )
  assert.match(servers.rows()[0]?.lastError ?? '', SLIP)
  assert.equal(servers.tools().length, 2)
  assert.deepEqual([notices, changes, closed, connected.length], [[], [], [], 2])
  assert.equal(readFileSync(file, 'utf8'), written)

  writeFileSync(file, whole)
  assert.equal(await servers.restart('hand', soon()), undefined)
  assert.deepEqual([connected.length, closed], [3, ['hand']])
  assert.ok(servers.rows().every(({ lastError }) => lastError === undefined))
})

test('a file that holds something else, or may not be read, is no file without servers', async (t) => {
  const { servers, file } = await opened()
  writeFileSync(file, 'servers: [hand, foot]\n')
  assert.equal(
    await servers.restart('hand', soon()),
    '`mcp.yaml` cannot be read: it must have a map `servers`, a server by its name; the servers stay as they were.',
  )
  if (process.getuid?.() !== 0) {
    chmodSync(file, 0o000)
    t.after(() => chmodSync(file, 0o600))
    assert.match(
      (await servers.restart('hand', soon())) ?? '',
      /^`mcp\.yaml` cannot be read: EACCES.*; the servers/,
    )
  }
  assert.equal(servers.rows().length, 2)
})

test('a server that is not in the file any more is gone, and the other stays', async () => {
  const { servers, closed, file } = await opened()
  writeFileSync(file, JSON.stringify({ servers: { foot: { command: 'none' }, hand: { url: 'x' } } }))
  assert.equal(
    await servers.restart('hand', soon()),
    '`mcp.yaml` has no server `hand` any more that could be used.',
  )
  assert.deepEqual([servers.rows().map(({ name }) => name), closed], [['foot'], ['hand']])
  writeFileSync(file, '')
  assert.match((await servers.restart('foot', soon())) ?? '', /has no server `foot` any more/)
  assert.deepEqual(servers.rows(), [])
})

test('a server that other programs would call disabled is turned on', async () => {
  const { servers, file } = await opened()
  const off = { command: 'none', disabled: true }
  writeFileSync(file, JSON.stringify({ servers: { hand: { ...off }, foot: { ...off, enabled: false } } }))
  await servers.restart('hand', soon())
  for (const name of ['hand', 'foot']) {
    assert.equal(servers.rows().find((row) => row.name === name)?.state, 'off')
    assert.equal(servers.setEnabled(name, true), undefined)
    assert.notEqual(servers.rows().find((row) => row.name === name)?.state, 'off')
  }
  assert.doesNotMatch(readFileSync(file, 'utf8'), /abled/)
  assert.equal(servers.setEnabled('hand', false), undefined)
  assert.equal(servers.rows()[1]?.state, 'off')
})

test('a real server goes on through a slip', async () => {
  const home = mcpHome({ hand: byHand() })
  const { servers } = openServers(home)
  await servers.meet(soon())
  appendFileSync(join(home, 'mcp.yaml'), '\nmore: [\n')
  assert.match((await servers.restart('hand', soon())) ?? '', SLIP)
  assert.equal((await servers.call('hand', 'echo', { text: 'here' }, soon())).text, 'echo: here')
  await servers.close()
})
