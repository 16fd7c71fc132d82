// A home with MCP servers in it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import type { McpServer } from '../../source/contracts/mcp.ts'
import { KeptLists } from '../../source/mcp/kept-lists.ts'
import { ServersOfHome, type ServersParts } from '../../source/mcp/servers.ts'
import { temporaryFolder } from './open-session.ts'

const BY_HAND = join(import.meta.dirname, 'mcp-server.ts')

const opened: ServersOfHome[] = []
// A test that fails leaves its servers running, and they would keep the process.
after(() => Promise.all(opened.map((servers) => servers.close())))

/** What `mcp.yaml` says of the server of `mcp-server.ts`. */
export function byHand(mode = 'well', more: { readonly [field: string]: unknown } = {}, tools = 0): object {
  return { command: process.execPath, args: [BY_HAND, mode, String(tools)], connectSeconds: 20, ...more }
}

/** Puts `mcp.yaml` (JSON is YAML) into a home. */
export function writeMcp(home: string, servers: { readonly [name: string]: object }): string {
  writeFileSync(join(home, 'mcp.yaml'), JSON.stringify({ servers }, null, 1))
  return home
}

/** Their servers, with all that they say. */
export function openServers(
  home: string,
  load?: ServersParts['load'],
  more: Pick<ServersParts, 'openBrowser' | 'loginMs'> = {},
) {
  const servers = new ServersOfHome({
    file: join(home, 'mcp.yaml'),
    lists: join(home, 'mcp'),
    logins: join(home, 'mcp-logins'),
    ...more,
    program: { name: 'test', version: '1' },
    env: process.env,
    ...(load && { load }),
  })
  opened.push(servers)
  const notices: string[] = []
  const changes: string[] = []
  servers.onNotice((message) => notices.push(message))
  servers.onChange((what) => changes.push(what))
  return { servers, notices, changes }
}

/** A home with these servers. */
export function mcpHome(servers: { readonly [name: string]: object }): string {
  return writeMcp(temporaryFolder('mcp'), servers)
}

const SERVERS = 8
const TOOLS = 16

/** A home with 8 servers and 128 tools that are known from last time; nothing of them can be started. */
export function knownHome(): string {
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
    const problem = kept.write(server, tools)
    if (problem !== undefined) throw new Error(problem)
  }
  return home
}
