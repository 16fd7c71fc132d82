/**
 * What 8 MCP servers with 128 tools, known from last time, add to the opening of the ground: `node test/benchmarks/mcp-start.bench.ts`.
 * Best of five each, after one that installs the home and warms the code.
 */
import { openGround } from '../../source/ground.ts'
import { mcpOfHome } from '../../source/mcp-of-home.ts'
import { findProgram, homePaths } from '../../source/paths.ts'
import { knownHome } from '../helpers/mcp-home.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const program = findProgram()

async function start(root: string): Promise<number> {
  const home = homePaths(root, {})
  const startedAt = performance.now()
  const mcp = await mcpOfHome({ program, home, interactive: true })
  openGround({ program, home, systemText: undefined, modelId: () => '', more: mcp && (() => mcp.more()) })
  return performance.now() - startedAt
}

async function best(root: string): Promise<number> {
  const times: number[] = []
  for (let tries = 0; tries < 6; tries++) times.push(await start(root))
  return Math.min(...times.slice(1))
}

const [without, withServers] = [await best(temporaryFolder('bare')), await best(knownHome())]
console.log(
  `${without.toFixed(1)} ms without, ${withServers.toFixed(1)} ms with: ${(withServers - without).toFixed(1)} ms more (asked: 50 at most)`,
)
