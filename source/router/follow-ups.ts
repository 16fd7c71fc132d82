/**
 * Messages that lean on the turn before them ("and at 20 percent?"): a second small classifier tells them from messages that
 * stand alone and from remarks and says which tool they mean, and the tool of the last call weighs in. Next: `follow-up-input.ts`, `docs/router.md`.
 */
import type { RouteCandidate } from '../contracts/router.ts'
import { calibrate, createClassifier } from './classify.ts'
import type { RouterModel } from './model.ts'
import type { Transitions } from './transitions.ts'

/** A tool that one of the classifiers does not believe in at all is believed in this much. */
const LEAST_ALONE = 0.0003
const LEAST_LEANS = 0.001
// English, like the messages that the weights were learned from; in other languages the other figures decide.
const JOINS =
  /^(?:and|what about|how about|same|now|then|no|or|plus|minus|for|oh|also|with|the|in|on)(?![\p{L}\p{N}'])/iu
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'.,]*/gu

/**
 * What speaks for a tool when a message leans on the last call, as a sum over `featuresAfter`; learned by
 * `test/benchmarks/fit-behind-a-call.ts` (`docs/router.md`).
 */
const WEIGHTS = [0.78, 0.81, -0.2, 0.36, 0.48, 4.87, -1.24, 1.36, 2.2]

/** What the classifier for follow-ups makes of a message. */
export interface Leaning {
  /** Log-odds that it leans on the last call. */
  readonly lean: number
  /** Probability of a tool if it does; 0 for one that has no follow-ups. */
  readonly belief: (tool: string) => number
}

/** Reads messages as follow-ups. */
export function createLeaning(model: RouterModel): (message: string) => Leaning {
  const classifier = createClassifier(model)
  const places = new Map(model.tools.map((tool, place) => [tool, place]))
  return (message) => {
    const probabilities = calibrate(classifier.score(message), model.calibration)
    const none = probabilities[model.tools.length] ?? 0
    const some = Math.max(1 - none, Number.EPSILON)
    return {
      lean: Math.log(some / Math.max(none, Number.EPSILON)),
      belief: (tool) => (probabilities[places.get(tool) ?? -1] ?? 0) / some,
    }
  }
}

/** What a message leans on, and what is believed of it. */
export interface LeaningOn {
  readonly message: string
  /** The tool of the last call. */
  readonly last: string
  /** A call of it has arguments that a message may change. */
  readonly changes: boolean
  /** What the classifier says of the message alone; the sum over all tools is at most 1. */
  readonly alone: (tool: string) => number
  /** What the one for follow-ups says. */
  readonly leaning: (tool: string) => number
  readonly transitions: Transitions
  readonly groupOf: (tool: string) => string | undefined
}

export function wordCount(message: string): number {
  return message.match(WORD)?.length ?? 0
}

/** It begins with a word that joins it to what was said before. */
export function joins(message: string): boolean {
  return JOINS.test(message)
}

/**
 * Logarithms of both beliefs, of the share of the tool in all follow-ups (which the second belief has in it) and of that behind such
 * calls; whether it is of the group of the last call; whether it is the same tool, and that times: words (logarithm), a joining word, a number.
 */
export function featuresAfter(on: LeaningOn): (tool: string) => readonly number[] {
  const { message, last, changes, transitions } = on
  const stays = [1, Math.log(wordCount(message) + 1), Number(joins(message)), Number(/\d/.test(message))]
  return (tool) => {
    const same = tool === last && changes
    return [
      Math.log(on.alone(tool) + LEAST_ALONE),
      Math.log(on.leaning(tool) + LEAST_LEANS),
      Math.log(transitions.share(tool)),
      Math.log(transitions.behind(last, tool, changes)),
      Number(!same && on.groupOf(tool) === on.groupOf(last)),
      ...stays.map((value) => (same ? value : 0)),
    ]
  }
}

/** Shares of `tools`, sum 1. */
export function shareAfter(
  tools: readonly string[],
  on: LeaningOn,
  weights: readonly number[] = WEIGHTS,
): readonly RouteCandidate[] {
  const featuresOf = featuresAfter(on)
  const logits = tools.map((tool) =>
    featuresOf(tool).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0),
  )
  const most = Math.max(...logits)
  const parts = logits.map((logit) => Math.exp(logit - most))
  const total = parts.reduce((sum, part) => sum + part, 0)
  return tools.map((tool, at) => ({ tool, score: (parts[at] ?? 0) / total }))
}
