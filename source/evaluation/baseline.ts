// What everyone else does: every schema in the prompt, in the model's own template, prefix cached, every form of call read.
// Same engine, same process, same cases, so that a claim about ours is a ratio from one run.
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import { takesArguments } from '../contracts/manifest.ts'
import type { EvalTurn } from './cases.ts'
import { callsMatch, type MadeCall, matcherOf, type SameResult } from './match-arguments.ts'

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
  /** It began a call that is none: not closed, no JSON, or of a tool that is not there. */
  readonly unread: boolean
  /** Message in → last call complete (or answer complete, without a call). */
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

/** Runs one message; where one call is needed, it ends the clock as soon as its object is closed. */
export async function runBaseline(
  engine: Engine,
  head: readonly ChatMessage[],
  one: EvalTurn & { readonly id: string },
  tools: readonly DeclaredTool[],
  sameResult: SameResult,
): Promise<BaselineResult> {
  const stop = new AbortController()
  const startedAt = performance.now()
  const wanted = one.calls ?? []
  let text = ''
  let found = 0
  let callMs = 0
  const request = {
    messages: [...head, { role: 'user', text: one.input } as const],
    maxTokens: MOST_TOKENS * Math.max(1, wanted.length),
    temperature: 0,
    seed: 1,
    onText: (piece: string) => {
      text += piece
      const count = readCalls(text).length
      if (count > found) callMs = performance.now() - startedAt
      found = count
      if (count > 0 && wanted.length < 2) stop.abort()
    },
  }
  await engine.talk(request, stop.signal).catch(() => undefined)
  if (callMs === 0) callMs = performance.now() - startedAt
  const known = new Set(tools.map((tool) => tool.name))
  const calls = readCalls(text).filter((call) => known.has(call.name))
  const expected = tools.find((tool) => tool.name === one.tool)
  return {
    id: one.id,
    ...(await judgeCalls(one, calls, sameResult)),
    unread: calls.length === 0 && /<tool_call|\{\s*"(?:name|function)"/.test(text),
    callMs,
    hasParameters: takesArguments(expected),
  }
}

async function judgeCalls(
  one: EvalTurn,
  calls: readonly MadeCall[],
  sameResult: SameResult,
): Promise<Pick<BaselineResult, 'called' | 'rightTool' | 'rightArguments'>> {
  const matches = matcherOf(one, sameResult)
  if (one.calls !== undefined && one.calls.length > 1) {
    const names = (all: readonly string[]) => [...all].sort().join(' + ')
    const called = calls.length === 0 ? null : names(calls.map((call) => call.name))
    const rightTool = called === names(one.calls.map((call) => call.tool))
    return {
      called,
      rightTool,
      rightArguments: rightTool && (await callsMatch(one.calls, calls, matches)),
    }
  }
  const called = calls[0]?.name ?? null
  const rightTool = called === one.tool || (called !== null && (one.anyOf?.includes(called) ?? false))
  const isMatch = async () => one.tool === null || (await matches(one, calls[0]?.arguments ?? {}))
  return { called, rightTool, rightArguments: rightTool && (await isMatch()) }
}

/** Every closed object with a name in `text`, in order, whatever stands around it; what stands inside one is none. */
function readCalls(text: string): readonly MadeCall[] {
  const calls: MadeCall[] = []
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const read = parseFrom(text, start)
    const name = read?.object.name ?? read?.object.function
    if (read === undefined || typeof name !== 'string') continue
    const args = read.object.arguments ?? read.object.parameters ?? {}
    calls.push({ name, arguments: typeof args === 'object' && args !== null ? (args as JsonObject) : {} })
    start = read.end
  }
  return calls
}

function parseFrom(text: string, start: number): { object: JsonObject; end: number } | undefined {
  for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return { object: JSON.parse(text.slice(start, end + 1)) as JsonObject, end }
    } catch {
      // Not closed yet.
    }
  }
  return undefined
}
