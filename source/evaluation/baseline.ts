// What everyone else does: every schema in the prompt, in the model's own template, prefix cached, every form of call read.
// Same engine, same process, same cases, so that a claim about ours is a ratio from one run.
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { EvalCase } from './cases.ts'
import { argumentsMatch, type SameResult } from './match-arguments.ts'

export interface DeclaredTool {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
}

export interface BaselineResult {
  readonly id: string
  readonly called: string | null
  readonly rightTool: boolean
  readonly rightArguments: boolean
  /** Message in → call complete (or answer complete, without a call). */
  readonly callMs: number
  readonly hasParameters: boolean
}

const MOST_TOKENS = 160

/** The head of Qwen 2.5 and of every other model that was trained on the Hermes format. */
export function baselineHead(tools: readonly DeclaredTool[]): readonly ChatMessage[] {
  const lines = tools.map((tool) => JSON.stringify({ type: 'function', function: tool }))
  const text = `You are a helpful assistant.

# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
${lines.join('\n')}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>`
  return [{ role: 'system', text }]
}

/** Runs one case; the call ends the clock as soon as its object is closed. */
export async function runBaseline(
  engine: Engine,
  head: readonly ChatMessage[],
  one: EvalCase,
  tools: readonly DeclaredTool[],
  sameResult: SameResult,
): Promise<BaselineResult> {
  const stop = new AbortController()
  const startedAt = performance.now()
  let text = ''
  let callMs = 0
  const done = () => {
    callMs = performance.now() - startedAt
    stop.abort()
  }
  const request = {
    messages: [...head, { role: 'user', text: one.input } as const],
    maxTokens: MOST_TOKENS,
    temperature: 0,
    seed: 1,
    onText: (piece: string) => {
      text += piece
      if (callMs === 0 && readCall(text) !== undefined) done()
    },
  }
  await engine.talk(request, stop.signal).catch(() => undefined)
  if (callMs === 0) callMs = performance.now() - startedAt
  const call = readCall(text)
  const known = tools.find((tool) => tool.name === call?.name)
  const called = known === undefined ? null : known.name
  const rightTool = called === one.tool
  const expected = tools.find((tool) => tool.name === one.tool)
  return {
    id: one.id,
    called,
    rightTool,
    rightArguments:
      rightTool && (one.tool === null || (await argumentsMatch(one, call?.arguments ?? {}, sameResult))),
    callMs,
    hasParameters: Object.keys(expected?.parameters.properties ?? {}).length > 0,
  }
}

/** The first closed object with a name in `text`, whatever stands around it. */
function readCall(text: string): { name: string; arguments: JsonObject } | undefined {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const object = parseFrom(text, start)
    const name = object?.name ?? object?.function
    if (typeof name === 'string') {
      const args = object?.arguments ?? object?.parameters ?? {}
      return { name, arguments: typeof args === 'object' && args !== null ? (args as JsonObject) : {} }
    }
  }
  return undefined
}

function parseFrom(text: string, start: number): JsonObject | undefined {
  for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1)) as JsonObject
    } catch {
      // Not closed yet.
    }
  }
  return undefined
}
