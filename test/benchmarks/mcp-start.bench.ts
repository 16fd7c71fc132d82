/**
 * What 8 MCP servers with 128 tools, known from last time, add to the opening of the ground: `node test/benchmarks/mcp-start.bench.ts`.
 * Best of ten each, in turns, after one that installs the home and warms the code.
 */
import { openGround } from '../../source/composing/ground.ts'
import { mcpOfHome } from '../../source/home/mcp-of-home.ts'
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

const TRIES = 10

const [bare, known] = [temporaryFolder('bare'), knownHome()]
const [without, withServers]: [number[], number[]] = [[], []]
// In turns, so that what else the machine does weighs on both.
for (let tries = 0; tries <= TRIES; tries++) {
  without.push(await start(bare))
  withServers.push(await start(known))
}
const best = (times: readonly number[]) => Math.min(...times.slice(1))
console.log(
  `${best(without).toFixed(1)} ms without, ${best(withServers).toFixed(1)} ms with: ${(best(withServers) - best(without)).toFixed(1)} ms more (asked: 50 at most)`,
)
