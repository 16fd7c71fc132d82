// The MCP servers of a home, as compose hands them to the session and to the ground.
import { ServersOfHome } from './mcp/servers.ts'
import { moreFromServers } from './mcp-tools.ts'
import type { MoreTools } from './more-tools.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'

export interface McpOfHome {
  readonly servers: ServersOfHome
  /** Their tools as they are now. */
  more(): MoreTools
}

/**
 * Reads `mcp.yaml` and the kept lists; connects nothing. Only where no person waits at a prompt (`isScript`) it meets the servers
 * of which no tools are known yet: the first line of a script must find them.
 */
export async function mcpOfHome(
  program: ProgramPaths,
  home: HomePaths,
  isScript: boolean,
): Promise<McpOfHome> {
  const servers = new ServersOfHome({
    file: home.mcp,
    lists: home.mcpLists,
    program: { name: 'ethervox', version: program.version },
    env: process.env,
  })
  if (isScript) await servers.meet(new AbortController().signal)
  return { servers, more: () => moreFromServers(servers) }
}
