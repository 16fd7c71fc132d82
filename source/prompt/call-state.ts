// A tool's context state in the call lane: constant head, schema, worked examples as turns. The state ends there;
// behind it come the message and the arguments that the model writes.
import type { CallState, ChatMessage } from '../contracts/engine.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { FewShot, ToolDetail } from '../contracts/manifest.ts'
import { withoutOwnKeywords } from '../lib/own-keywords.ts'
import { withBefore } from './before.ts'
import { spacedJson } from './spaced-json.ts'

/** More examples help the smallest models, cost the others time and disk (docs/lanes.md). */
const DEFAULT_SHOTS = 5
/** Worked examples of messages that lean on the turn before. */
const LEANING_SHOTS = 4

/** What a model needs; the catalogue says it. */
export interface CallStyle {
  /** Worked examples in a state. */
  readonly shots?: number | undefined
  /** An expression is written as a line of code: better for models that were trained on code. */
  readonly code?: boolean | undefined
  /** False: the examples most like a message do not stand before it. */
  readonly near?: boolean | undefined
}

/** The state of one tool; depends on nothing but its detail, so enabling another tool invalidates nothing. */
export function buildCallState(name: string, detail: ToolDetail, style: CallStyle = {}): CallState {
  const turns = standingShots(detail, style.shots ?? DEFAULT_SHOTS).flatMap((shot) =>
    shotTurns(shot, detail, style),
  )
  if (codeArgument(detail, style) !== undefined) return { name, messages: turns, form: 'code' }
  const rule = detail.optimized?.instruction
  const description = rule === undefined ? detail.description : `${detail.description} ${rule}`
  const system = `Turn the request into one call of this tool: write its arguments as JSON, with the request's own words and numbers.\n${name}: ${description}\n${JSON.stringify(withoutOwnKeywords(detail.parameters))}`
  const messages: ChatMessage[] = [{ role: 'system', text: system }, ...turns]
  return turns.length === 0 ? { name, messages, untuned: true } : { name, messages }
}

/** The worked examples in a tool's state. */
function standingShots(detail: ToolDetail, shots: number): readonly FewShot[] {
  // Those that stand alone come last: most messages are like them.
  return [...standingFollowUps(detail), ...shotsAlone(detail, shots)]
}

/** Those in a state that lean on the turn before. */
export function standingFollowUps({ fewShots }: Pick<ToolDetail, 'fewShots'>): readonly FewShot[] {
  return fewShots.filter((shot) => shot.before !== undefined).slice(0, LEANING_SHOTS)
}

/** Those in a state that lean on nothing: the chosen ones, else the first so many. */
export function shotsAlone(
  { fewShots, optimized }: Pick<ToolDetail, 'fewShots' | 'optimized'>,
  shots = DEFAULT_SHOTS,
): readonly FewShot[] {
  const alone = fewShots.filter((shot) => shot.before === undefined && shot.near === undefined)
  const chosen = optimized?.fewShots
  if (chosen === undefined) return alone.slice(0, shots)
  const found = alone.filter((shot) => chosen.includes(shot.user))
  return found.length > 0 ? found : alone.slice(0, shots)
}

/** A worked example as a request and its call. */
export function shotTurns(
  { user, before, arguments: args }: FewShot,
  detail: ToolDetail,
  style: CallStyle = {},
): ChatMessage[] {
  const argument = codeArgument(detail, style)
  return [
    { role: 'user', text: before === undefined ? user : withBefore(user, [before]) },
    {
      role: 'assistant',
      text: argument === undefined ? spacedJson(inSchemaOrder(args, detail)) : String(args[argument]),
    },
  ]
}

/** The only argument of a tool, if it is an expression and this model writes such as code. */
function codeArgument({ parameters }: ToolDetail, { code }: CallStyle): string | undefined {
  const [only, ...others] = Object.entries(parameters.properties ?? {})
  return code === true && others.length === 0 && only?.[1]['x-names'] !== undefined ? only[0] : undefined
}

function inSchemaOrder(args: JsonObject, detail: ToolDetail): JsonObject {
  const names = Object.keys(detail.parameters.properties ?? {})
  return Object.fromEntries(names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])))
}
