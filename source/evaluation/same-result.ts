// Do two ways to write an argument mean the same? Asked of the tool itself.
import type { Clock } from '../contracts/clock.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Tool } from '../contracts/tool.ts'
import type { SameResult } from './match-arguments.ts'

export interface ToolPlace {
  loadTool(name: string): Promise<Tool>
  readonly workspace: string
  readonly clock: Clock
  readonly version: string
}

/** Compares by running the tool, if all it does is read; else, and where it fails, by the text without its white space. */
export function sameResultBy({ loadTool, workspace, clock, version }: ToolPlace): SameResult {
  const program = { name: 'ethervox', version, model: undefined, contextTokens: undefined, toolsEnabled: [] }
  return async (name, args, accepted) => {
    const { signal } = new AbortController()
    try {
      const tool = await loadTool(name)
      if (tool.risk !== 'read') return sameText(args, accepted)
      const run = async (given: JsonObject): Promise<JsonValue> =>
        tool.run(given, { workspace, clock, program, signal, services: {} })
      return resultOf(await run(args)) === resultOf(await run(accepted))
    } catch {
      return sameText(args, accepted)
    }
  }
}

function sameText(args: JsonObject, accepted: JsonObject): boolean {
  const plain = (given: JsonObject) => JSON.stringify(given).replace(/\s+/g, '').replaceAll('**', '^')
  return plain(args) === plain(accepted)
}

function resultOf(result: JsonValue): string {
  return typeof result === 'object' && result !== null && 'result' in result
    ? JSON.stringify(result.result)
    : JSON.stringify(result)
}
