import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { McpServer } from '../../source/contracts/mcp.ts'
import { openGround } from '../../source/ground.ts'
import { KeptLists } from '../../source/mcp/kept-lists.ts'
import { mcpOfHome } from '../../source/mcp-of-home.ts'
import { moreFromServers } from '../../source/mcp-tools.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { byHand, openServers, writeMcp } from '../helpers/mcp-home.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

const SERVERS = 8
const TOOLS = 16

/** A home with 8 servers and 128 tools that are known from last time; nothing of them can be started. */
function knownHome(): string {
  const home = temporaryFolder('mcp')
  const names = Array.from({ length: SERVERS }, (_, at) => `server-number-${at}`)
  writeMcp(home, Object.fromEntries(names.map((name) => [name, { command: 'no-such-program' }])))
  const kept = new KeptLists(join(home, 'mcp'))
  for (const name of names) {
    const transport = {
      type: 'stdio',
      command: 'no-such-program',
      args: [],
      env: {},
      cwd: undefined,
    } as const
    const server: McpServer = { name, transport, isEnabled: true, connectMs: 15_000, callMs: 60_000 }
    const tools = Array.from({ length: TOOLS }, (_, at) => ({
      name: `Do-Thing-${at}`,
      description: `Do the thing number ${at} of this server, with great care and in many words that go on. And on.`,
      inputSchema: { type: 'object', properties: { text: { type: 'string' }, count: { type: 'integer' } } },
    }))
    assert.equal(kept.write(server, tools), undefined)
  }
  return home
}

test('8 servers with 128 tools cost the head no more than 200 tokens, from its first prompt on', async () => {
  const home = knownHome()
  const opened = await openTestSession({ home })
  const ready = opened.events.find((event) => event.type === 'model.ready')
  assert.equal(
    opened.session.ground.tools.entries.filter(({ group }) => group.startsWith('mcp: ')).length,
    128,
  )
  assert.ok(ready?.type === 'model.ready' && ready.indexTokens > 0 && ready.indexTokens <= 200)
  assert.match(JSON.stringify(opened.session.slot.head), /mcp: server-number-3 \(16\)/)
  assert.ok(opened.session.ground.tools.has('server_number_7_do_thing_15'))
  await opened.done()
})

test('they add at most 50 ms to a start', async () => {
  const program = findProgram()
  const [bare, full] = [temporaryFolder('bare'), knownHome()]
  mkdirSync(bare, { recursive: true })
  const start = async (root: string) => {
    const home = homePaths(root, {})
    const startedAt = performance.now()
    const mcp = await mcpOfHome({ program, home, interactive: true })
    openGround({ program, home, systemText: undefined, modelId: () => '', more: mcp && (() => mcp.more()) })
    return performance.now() - startedAt
  }
  // The first of each installs the home and warms the code; a slow moment of the machine is no cost of ours.
  const best = async (root: string) => {
    const times: number[] = []
    for (let tries = 0; tries < 6; tries++) times.push(await start(root))
    return Math.min(...times.slice(1))
  }
  const [without, withServers] = [await best(bare), await best(full)]
  assert.ok(withServers - without <= 50, `${withServers.toFixed(1)} ms against ${without.toFixed(1)} ms`)
})

test('nothing of the SDK is loaded before a server is connected', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
    const { openTestSession } = await import(${JSON.stringify(join(import.meta.dirname, '../helpers/open-session.ts'))})
    const opened = await openTestSession({ home: ${JSON.stringify(knownHome())}, interactive: true })
    console.log(JSON.stringify(seen.filter((url) => url.includes('modelcontextprotocol'))), seen.length > 50)
    process.exit(0)
  `
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.equal(out.trim(), '[] true')
})

test('a tool of a server that cannot be used is said and left out', async () => {
  const home = writeMcp(temporaryFolder('mcp'), { hand: byHand() })
  const { servers } = openServers(home)
  await servers.meet(AbortSignal.timeout(30_000))
  const broken = {
    name: 'bad',
    description: '',
    inputSchema: { type: 'object', properties: { a: { type: 'strnig' } } },
  }
  const { tools, notices } = moreFromServers(
    Object.assign(Object.create(servers), {
      tools: () => [...servers.tools(), { server: 'hand', tool: broken, callMs: 1 }],
    }),
  )
  assert.equal(tools.length, 10)
  assert.match(
    notices.join(),
    /^The tool `bad` of the MCP server `hand` cannot be used: The schema itself cannot be used/,
  )
  await servers.close()
})
