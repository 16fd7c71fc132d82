// `ethervox route`: what the router decides for each line, without a model.
import { type GivenTools, openGround } from './ground.ts'
import { mcpOfHome } from './mcp-of-home.ts'
import { joinMore } from './more-tools.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'
import type { Ground } from './session/ports.ts'
import { filesHere } from './tool-command-line.ts'

export interface RouteGround {
  readonly program: ProgramPaths
  readonly home: HomePaths
  /** Tools in place of all that there are. */
  readonly given: GivenTools | undefined
  /** Whose optimized requests count too; empty: none. */
  readonly modelId: string
}

/** The ground of this home and of the folder that the program was started in, with the tools of files and MCP servers. */
export async function groundOfRoute({ program, home, given, modelId }: RouteGround) {
  const sources = { program, home, systemText: undefined, modelId: () => modelId }
  if (given !== undefined) return openGround({ ...sources, tools: () => given })
  const mcp = await mcpOfHome({ program, home, interactive: false })
  try {
    const more = joinMore(filesHere(program, home).more(), mcp?.more())
    return openGround({ ...sources, more: () => more })
  } finally {
    await mcp?.servers.close()
  }
}

export interface RouteOptions {
  readonly json: boolean
  readonly write: (text: string) => void
}

/** Routes every line that is not empty; one line of output each. */
export async function runRoute(
  lines: AsyncIterable<string>,
  { router, tools }: Pick<Ground, 'router' | 'tools'>,
  { json, write }: RouteOptions,
): Promise<void> {
  const allowed = new Set(tools.enabled.map((entry) => entry.name))
  for await (const line of lines) {
    const text = line.trim()
    if (text === '') continue
    const { tool, confidence, by, candidates, arguments: captured } = router.route(text, allowed)
    if (json) {
      write(
        `${JSON.stringify({ text, tool, confidence, by, candidates, ...(captured && { arguments: captured }) })}\n`,
      )
      continue
    }
    const others = candidates
      .filter((one) => one.tool !== tool)
      .slice(0, 3)
      .map((one) => `${one.tool} ${percent(one.score)}`)
    const rest = others.length === 0 ? '' : ` (${others.join(', ')})`
    write(`${tool ?? 'no tool'}, ${percent(confidence)} sure, by ${by}${rest}: ${text}\n`)
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
