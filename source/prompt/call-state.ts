// A tool's context state in the call lane: constant head, schema, worked examples as turns. The state ends there;
// behind it come the message and the arguments that the model writes.
import type { CallState, ChatMessage } from '../contracts/engine.ts'
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { FewShot, ToolDetail } from '../contracts/manifest.ts'
import { withBefore } from './before.ts'
import { spacedJson } from './spaced-json.ts'

/** More examples help the smallest models, cost the others time and disk (docs/lanes.md). */
const DEFAULT_SHOTS = 5
/** Worked examples of messages that lean on the turn before. */
const LEANING_SHOTS = 4

/** The state of one tool; depends on nothing but its detail, so enabling another tool invalidates nothing. */
export function buildCallState(name: string, detail: ToolDetail, shots = DEFAULT_SHOTS): CallState {
  const system = `Turn the request into one call of this tool: write its arguments as JSON, with the request's own words and numbers.\n${name}: ${detail.description}\n${JSON.stringify(forTheModel(detail.parameters))}`
  const turns = standingShots(detail, shots).flatMap((shot) => shotTurns(shot, detail))
  return { name, messages: [{ role: 'system', text: system }, ...turns] }
}

/** The worked examples in a tool's state. */
function standingShots({ fewShots }: ToolDetail, shots: number): readonly FewShot[] {
  const alone = fewShots.filter((shot) => shot.before === undefined && shot.near === undefined)
  const leaning = fewShots.filter((shot) => shot.before !== undefined)
  // Those that stand alone come last: most messages are like them.
  return [...leaning.slice(0, LEANING_SHOTS), ...alone.slice(0, shots)]
}

/** A worked example as a request and its call. */
export function shotTurns({ user, before, arguments: args }: FewShot, detail: ToolDetail): ChatMessage[] {
  return [
    { role: 'user', text: before === undefined ? user : withBefore(user, [before]) },
    { role: 'assistant', text: spacedJson(inSchemaOrder(args, detail)) },
  ]
}

/** The schema without our own keywords (`x-…`), which say how a value is written, not what it is. */
function forTheModel(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name.startsWith('x-') ? undefined : value)))
}

function inSchemaOrder(args: JsonObject, detail: ToolDetail): JsonObject {
  const names = Object.keys(detail.parameters.properties ?? {})
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])))
}
