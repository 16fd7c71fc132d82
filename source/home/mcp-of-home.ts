// The MCP servers of a home, as compose hands them to the session and to the ground.
import { ServersOfHome } from '../mcp/servers.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { moreFromServers } from './mcp-tools.ts'
import type { MoreTools } from './more-tools.ts'
import { openBrowser } from './open-browser.ts'

export interface McpOfHome {
  readonly servers: ServersOfHome
  /** Their tools as they are now. */
  more(): MoreTools
}

/** What it needs of a composition. */
interface McpSources {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly interactive: boolean
  /** Tools or services of a measurement. */
  readonly tools?: unknown
  readonly services?: unknown
  readonly alone?: true
}

/**
 * Reads `mcp.yaml` and the kept lists; connects nothing. Only where no person waits at a prompt it meets the servers of which no
 * tools are known yet: the first line of a script must find them. undefined: a measurement, or a session that wants none.
 */
export async function mcpOfHome(sources: McpSources): Promise<McpOfHome | undefined> {
  const { program, home, interactive, tools, services, alone } = sources
  if (tools !== undefined || services !== undefined || alone === true) return undefined
  const servers = new ServersOfHome({
    file: home.mcp,
    lists: home.mcpLists,
    logins: home.mcpLogins,
    ...(interactive && { openBrowser }),
    program: { name: 'ethervox', version: program.version },
    env: process.env,
  })
  if (!interactive) await servers.meet(new AbortController().signal)
  return { servers, more: () => moreFromServers(servers) }
}
