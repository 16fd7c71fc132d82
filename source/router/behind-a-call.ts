/**
 * Decides about a message behind a call: it leans on that call, is a request of its own, or needs no tool. Neither classifier
 * can say it alone (the message "and measurements.csv?" says too little, and so does "leans"), so a small logistic joins them.
 */
import type { RouteCandidate, RouteDecision } from '../contracts/router.ts'
import { type ClassScores, calibrate } from './classify.ts'
import { createLeaning, joins, shareAfter, wordCount } from './follow-ups.ts'
import type { RouterModel } from './model.ts'
import type { SenseBehind } from './sense-behind.ts'
import { readTransitions } from './transitions.ts'

const NONE_COUNTED = new Uint16Array()

/** What is known of a message behind a call. */
export interface BehindACall {
  /** Log-odds that it leans, by the second classifier. */
  readonly lean: number
  /** Probability of no tool for the message alone, 0 to 1. */
  readonly none: number
  /** The tool of the message alone is also the one that is nearest to the call. */
  readonly agrees: boolean
  /** Share of the tool that is nearest to the call, 0 to 1. */
  readonly nearest: number
  readonly message: string
}

/** From this probability on a tool is called; docs/router.md has the figures of others. */
export const NEEDED = 0.6
/** A message that says this much for its own tool is a request of its own, unless it leans. */
export const STANDS_ALONE = 0.7
/** With this much it is for that tool even if it leans. */
const PLAIN = 0.98
/** So few words are said of the last call: "26.2?", "sunday?", "png then". */
const SHORT = 3
/** A sum, or the beginning of one: "17 * 23", "plus 12". */
const OPERATES =
  /\d\s*[-+*/×÷^]\s*\d|^(?:(?:and|now|then|ok|so)\s+)*(?:plus|minus|times|divided\s+by|multiplied\s+by|add|subtract|[-+*/×÷])\s*\d+(?:[.,]\d+)*(?!\s*(?:%|per|pct)|[\d.,])/iu
/** And this much is never taken for a remark. */
export const SURE = 0.9
// English, like the messages that the weights were learned from; in other languages the others decide.
const ASKS = /\?|^(?:what|why|how|who|is|are|does|do|can|so)(?![\p{L}\p{N}])/u
/** Two tools that are hardly believed in do not agree. */
export const BELIEVED = 0.05
/** A message that leans this little is decided as if it stood alone, where it has a tool of its own. */
const NOT_LEANING = -2
const LEAST = 1e-5
const LEAST_SHARE = 1e-3
/** Neither classifier may outvote everything else. */
const bounded = (logOdds: number) => Math.min(5, Math.max(-3, logOdds))

/** Log-odds that a tool is needed, as a sum over `featuresOf`; learned by `test/benchmarks/fit-behind-a-call.ts`. */
const WEIGHTS = [0.39, 0.8, 0.42, 0.86, 1.04, -0.05, 1.65]

/** One; log-odds of leaning; log-odds of a tool for the message alone (both bounded); agreement; joining word; question; logarithm of the nearest tool's share. */
export function featuresOf({ lean, none, agrees, nearest, message }: BehindACall): readonly number[] {
  const some = Math.log(Math.max(1 - none, LEAST) / Math.max(none, LEAST))
  const [joined, asked] = [Number(joins(message)), Number(ASKS.test(message.toLowerCase()))]
  return [1, bounded(lean), bounded(some), Number(agrees), joined, asked, Math.log(nearest + LEAST_SHARE)]
}

/** Probability that a tool is needed, 0 to 1. */
export function needsTool(behind: BehindACall, weights: readonly number[] = WEIGHTS): number {
  const logOdds = featuresOf(behind).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-logOdds))
}

/** How much a tool must be believed in for the message alone, 0 to 1, so that the last call counts no more. */
export function plainFrom(message: string): number {
  if (OPERATES.test(message)) return SURE
  return wordCount(message) > SHORT ? PLAIN : Number.POSITIVE_INFINITY
}

/** What a rule about messages behind a call is made of. */
export interface FollowUpParts {
  readonly model: RouterModel | undefined
  /** By meaning; where it knows nothing, words decide. */
  readonly sense?: SenseBehind | undefined
  readonly groups?: ReadonlyMap<string, string>
  readonly withoutArguments?: ReadonlySet<string>
  /** The most probable first, and only so many. */
  readonly best: (candidates: readonly RouteCandidate[]) => readonly RouteCandidate[]
}

/** `alone`: what the classifier says of the message alone. undefined: the rule has nothing to say. */
export type FollowUpRule = (
  message: string,
  last: string | undefined,
  allowed: ReadonlySet<string>,
  found: ClassScores | undefined,
  alone: RouteDecision | undefined,
) => RouteDecision | undefined

/** The rule; it says nothing without a call, and of a model without follow-ups. */
export function createFollowUpRule(parts: FollowUpParts): FollowUpRule {
  const { model, sense, groups, withoutArguments, best } = parts
  const followUps = model?.followUps
  const readLeaning = followUps && createLeaning(followUps)
  const transitions = readTransitions(followUps?.tools ?? [], followUps?.transitions ?? NONE_COUNTED)
  return (message, last, allowed, found, alone) => {
    if (model === undefined || readLeaning === undefined || found === undefined) return undefined
    if (last === undefined || !allowed.has(last)) return undefined
    const own = alone?.candidates[0]
    const believed = calibrate(found, model.calibration)
    const belief = (tool: string) => believed[model.tools.indexOf(tool)] ?? 0
    const leaning = readLeaning(message)
    const groupOf = (tool: string) => groups?.get(tool)
    const changes = !withoutArguments?.has(last)
    const after = { message, last, changes, alone: belief, leaning: leaning.belief, transitions, groupOf }
    const sumOf = (tools: readonly string[]) => tools.reduce((sum, tool) => sum + belief(tool), 0)
    // What plainly asks for tools that are off is told so, and leans on nothing.
    if (sumOf(model.tools.filter((tool) => !allowed.has(tool))) > 0.5) return undefined
    const sensed = sense && sensedAmong(sense(message, last, believed), model.tools, allowed)
    if (sensed === 'off') return undefined
    const shares = best(sensed?.shares ?? shareAfter([...allowed], after))
    const [nearest] = shares
    if (nearest === undefined) return undefined
    const { lean } = leaning
    if (alone !== undefined && alone.tool !== null && lean < NOT_LEANING) return undefined
    const [on, left] = [sumOf([...allowed]), believed[model.tools.length] ?? 0]
    const none = on + left > 0 ? left / (on + left) : 1
    const agrees = own !== undefined && own.score > BELIEVED && nearest.tool === own.tool
    const needed = sensed?.needed ?? needsTool({ lean, none, agrees, nearest: nearest.score, message })
    if (needed < NEEDED && (own === undefined || own.score < SURE)) {
      const candidates = alone?.candidates ?? []
      return { ...alone, tool: null, confidence: 1 - needed, by: 'none', candidates }
    }
    if (alone !== undefined && own !== undefined && lean <= 0 && own.score > STANDS_ALONE) {
      // What is likely, and left out by the threshold all the same, is so here, too.
      if (alone.tool === null) return undefined
      const { border: _, ...clear } = alone
      return { ...clear, tool: own.tool, confidence: own.score, by: 'classifier' }
    }
    if (alone !== undefined && own !== undefined && own.score > plainFrom(message))
      return { tool: own.tool, confidence: own.score, by: 'follow-up', candidates: alone.candidates }
    const candidates = shares.map(({ tool, score }) => ({ tool, score: score * needed }))
    return { tool: nearest.tool, confidence: nearest.score * needed, by: 'follow-up', candidates }
  }
}

/** What is known by meaning, among the tools that are allowed; `off`: another one is meant. */
function sensedAmong(
  probabilities: Float64Array | undefined,
  tools: readonly string[],
  allowed: ReadonlySet<string>,
): { readonly shares: readonly RouteCandidate[]; readonly needed: number } | 'off' | undefined {
  if (probabilities === undefined) return undefined
  const own = tools.flatMap((tool, k) =>
    allowed.has(tool) ? [{ tool, score: probabilities[k] as number }] : [],
  )
  const on = own.reduce((sum, { score }) => sum + score, 0)
  const none = probabilities[tools.length] ?? 0
  if (1 - on - none > 0.5) return 'off'
  const shares = own.map(({ tool, score }) => ({ tool, score: score / Math.max(on, Number.EPSILON) }))
  return { shares, needed: on / Math.max(on + none, Number.EPSILON) }
}
