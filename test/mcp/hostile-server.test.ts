// What a server may say is much; what comes of it is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import type { McpQuestion, McpTool } from '../../source/contracts/mcp.ts'
import { moreFromServers } from '../../source/home/mcp-tools.ts'
import type { Connection, ConnectionEvents } from '../../source/mcp/connection.ts'
import type { ServersOfHome } from '../../source/mcp/servers.ts'
import { linkMcp } from '../../source/session/mcp-link.ts'
import type { ChatSession } from '../../source/session/session.ts'
import { mcpHome, openServers } from '../helpers/mcp-home.ts'

const toolOf = (name: string, inputSchema: JsonSchema = { type: 'object' }): McpTool => ({
  name,
  description: `Does ${name}`,
  inputSchema,
})

test('one that says without end that its tools are others is asked for one list at a time, and not for ever', async () => {
  let lists = 0
  let atOnce = 0
  let most = 0
  let events: ConnectionEvents | undefined
  const connection = {
    listTools: async () => {
      most = Math.max(most, ++atOnce)
      await new Promise((next) => setImmediate(next))
      atOnce--
      return [toolOf(`do_${++lists}`)]
    },
    whyLogin: () => undefined,
    close: async () => undefined,
  } as unknown as Connection
  const load = async () => ({
    connect: async (_: unknown, options: { readonly events: ConnectionEvents }) => {
      events = options.events
      return connection
    },
  })
  const { servers, notices, changes } = openServers(mcpHome({ hand: { command: 'none' } }), load)
  await servers.meet(AbortSignal.timeout(30_000))
  for (let said = 0; said < 300; said++) {
    events?.onToolsChanged()
    await new Promise((next) => setImmediate(next))
    await new Promise((next) => setImmediate(next))
  }
  assert.equal(most, 1)
  assert.equal(lists, 51)
  assert.equal(changes.length, 51)
  assert.equal(notices.length, 1)
  assert.match(notices[0] ?? '', /stay as they are now: it said 50 times .*`\/mcp restart hand`/)
  await servers.close()
})

test('a schema without end is left out, and what a tool is called moves no cursor where it is told', () => {
  const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, {}]))
  const offered = [
    toolOf('\x1b]0;mine\x07\x1b[2Ja\u0007b', { type: 'object', properties }),
    toolOf('well'),
    toolOf('w'.repeat(5_000), { type: 'object', properties: { a: { type: 'strnig' } } }),
  ].map((tool) => ({ server: 'hand', callMs: 1, reached: '', tool }))
  const { tools, notices } = moreFromServers({ tools: () => offered } as unknown as ServersOfHome)
  assert.deepEqual(
    tools.map(({ compiled }) => compiled.name),
    ['hand_well'],
  )
  assert.match(
    notices[0] ?? '',
    /^The tool `a␇b` of the MCP server `hand` cannot be used: its schema has \d+ characters/,
  )
  assert.ok(notices.every((notice) => notice.length < 600 && !/\p{Cc}/u.test(notice)))
})

test('a form that nobody could fill in is declined', async () => {
  let ask: ((question: McpQuestion, signal: AbortSignal) => Promise<unknown>) | undefined
  const said: string[] = []
  const properties = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [`p${at}`, { type: 'string' }]),
  )
  linkMcp({
    ports: {
      mcp: { servers: { onQuestion: (answer: typeof ask) => (ask = answer), onChange: () => undefined } },
    },
    subscribe: () => undefined,
    approvals: { question: () => assert.fail('the person is not asked') },
    emit: (event: { readonly message: string }) => said.push(event.message),
  } as unknown as ChatSession)
  const question = { server: 'hand', message: 'all of it', schema: { type: 'object', properties } }
  assert.equal(await ask?.(question, new AbortController().signal), undefined)
  assert.match(
    said.join(),
    /^The MCP server `hand` asked something and got no answer \(its form has \d+ characters/,
  )
})
