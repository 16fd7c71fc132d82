import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { groundOfRoute } from '../../source/command-line/route-command.ts'
import { moreFromServers } from '../../source/home/mcp-tools.ts'
import type { ServersOfHome } from '../../source/mcp/servers.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { byHand, knownHome, openServers, writeMcp } from '../helpers/mcp-home.ts'
import { openTestSession, temporaryFolder } from '../helpers/open-session.ts'

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

test('`ethervox route` knows them from last time', async () => {
  const home = homePaths(knownHome(), {})
  const ground = await groundOfRoute({ program: findProgram(), home, given: undefined, modelId: '' })
  assert.ok(ground.tools.has('server_number_7_do_thing_15'))
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

test('a tool whose schema is too deep to be kept is said and left out, and the others stay', () => {
  let deep: object = {}
  for (let level = 0; level < 200; level++) deep = { properties: { a: deep } }
  const schemas = { deep: { properties: { a: { const: deep } } }, well: { type: 'object' } }
  const offered = Object.entries(schemas).map(([name, inputSchema]) => ({
    ...{ server: 'hand', callMs: 1 },
    tool: { name, description: '', inputSchema },
  }))
  const { tools, notices } = moreFromServers({ tools: () => offered } as unknown as ServersOfHome)
  assert.deepEqual(
    tools.map(({ compiled }) => compiled.name),
    ['hand_well'],
  )
  assert.match(
    notices.join(),
    /^The tool `deep` of the MCP server `hand` cannot be used: .*deeper than 128 levels/,
  )
})

test('keywords of a server that are ours by chance steer nothing, and a parameter may be named as they are', () => {
  const text = { type: 'string', 'x-when': '(', 'x-from': 'message', description: 'd' }
  const inputSchema = { type: 'object', properties: { text, 'x-id': { type: 'string' }, any: true } }
  const offered = { server: 'hand', callMs: 1, tool: { name: 'a', description: '', inputSchema } }
  const [tool] = moreFromServers({ tools: () => [offered] } as unknown as ServersOfHome).tools
  assert.deepEqual(tool?.compiled.parameters.properties, {
    text: { type: 'string', description: 'd' },
    'x-id': { type: 'string' },
    any: true,
  })
})
