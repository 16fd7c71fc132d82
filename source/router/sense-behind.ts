/**
 * Messages behind a call by meaning: the vector of a message with the last call's tool before it (`textBehind`), and what is known of the message
 * alone. Each says something that the other does not: "and Ben's?" means nothing alone, and what is new in a conversation means what it means
 * anywhere. Next: behind-a-call.ts, behind-examples.ts.
 */
import type { Vectors } from '../contracts/meaning.ts'
import { textBehind } from './behind-examples.ts'
import type { RouterModel } from './model.ts'
import { type SenseHead, scoreVector } from './sense-head.ts'
import { toProbabilities } from './softmax.ts'

/** How much both count, as powers of their probabilities, and what is added to the log-odds of "no tool"; learned by `test/benchmarks/fit-sense-behind.ts`. */
const WEIGHTS: SenseWeights = { alone: 0.1, behind: 1, none: 0 }
/** What one of them holds for nearly impossible is not so. */
const LEAST = 1e-4

export interface SenseWeights {
  readonly alone: number
  readonly behind: number
  readonly none: number
}

/**
 * Probabilities of the model's tools, then "no tool", as `calibrate` gives them; undefined: the vector is not there, or nothing was learned behind
 * calls of that tool.
 */
export type SenseBehind = (message: string, last: string, alone: Float64Array) => Float64Array | undefined

export function createSenseBehind(
  head: SenseHead,
  model: RouterModel,
  vectors: Pick<Vectors, 'state' | 'vectorOf'>,
  weights: SenseWeights = WEIGHTS,
): SenseBehind {
  const places = model.tools.map((tool) => head.tools.indexOf(tool))
  const behind = new Float64Array(head.tools.length + 1)
  return (message, last, alone) => {
    if (!head.tools.includes(last)) return undefined
    const vector = vectors.vectorOf(textBehind(last, message))
    const { state } = vectors
    if (vector === undefined || state.type !== 'ready' || state.model !== head.model) return undefined
    scoreVector(head.behind, vector, behind)
    toProbabilities(behind)
    const none = model.tools.length
    const pooled = alone.map((share, k) => {
      const place = k === none ? head.tools.length : (places[k] ?? -1)
      const own = Math.log(share + LEAST)
      // Of a tool that came since nothing is known but what the message says alone.
      const other = place < 0 ? own : Math.log((behind[place] as number) + LEAST)
      return weights.alone * own + weights.behind * other + (k === none ? weights.none : 0)
    })
    toProbabilities(pooled)
    return pooled
  }
}
