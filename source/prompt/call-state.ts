// A tool's context state in the call lane: constant head, schema, worked examples as turns. The state ends there;
// behind it come the message and the arguments that the model writes.
import type { CallState, ChatMessage } from '../contracts/engine.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import type { ToolDetail } from '../contracts/manifest.ts'

/** More examples help the smallest models, cost the others time and disk (docs/lanes.md). */
const DEFAULT_SHOTS = 5

/** The state of one tool; depends on nothing but its detail, so enabling another tool invalidates nothing. */
export function buildCallState(name: string, detail: ToolDetail, shots = DEFAULT_SHOTS): CallState {
  const system = `Turn the request into one call of this tool: write its arguments as JSON, with the request's own words and numbers.\n${name}: ${detail.description}\n${JSON.stringify(forTheModel(detail.parameters))}`
  const turns = detail.fewShots.slice(0, shots).flatMap((shot): ChatMessage[] => [
    { role: 'user', text: shot.user },
    { role: 'assistant', text: spacedJson(inSchemaOrder(shot.arguments, detail)) },
  ])
  return { name, messages: [{ role: 'system', text: system }, ...turns] }
}

/** The schema without our own keywords (`x-…`), which say how a value is written, not what it is. */
function forTheModel(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name.startsWith('x-') ? undefined : value)))
}

function inSchemaOrder(args: JsonObject, detail: ToolDetail): JsonObject {
  const names = Object.keys(detail.parameters.properties ?? {})
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])))
}

/** JSON with a space behind `:` and `,`, as models write it. */
export function spacedJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member)}`,
  )
  return `{${members.join(', ')}}`
}
