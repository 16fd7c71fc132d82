// Worked examples beyond those in a tool's state: the few that are most like the message stand behind the state as turns.
import type { ChatMessage } from '../contracts/engine.ts'
import type { FewShot, ToolDetail } from '../contracts/manifest.ts'
import { SimilarTexts } from '../lib/similar-texts.ts'
import { type CallStyle, shotTurns } from './call-state.ts'

/** Chosen on the part *train* (docs/accuracy.md). */
const MOST_SHOTS = 3
const LEAST_SIMILAR = 0.3
/** Of what stands around a free text: the text itself has words that no example has. */
const LEAST_SIMILAR_AROUND = 0.15

/** What is written out already needs no example of how to write it. */
const FORMULA = /\d\s*[-+*/^×÷]\s*[\d(]/

const indexes = new WeakMap<ToolDetail, SimilarTexts>()

/** Turns for `message`, the most similar last; none where nothing is like it. */
export function nearestShots(
  message: string,
  detail: ToolDetail,
  style: CallStyle = {},
): readonly ChatMessage[] {
  const others = otherShots(detail)
  const free = freeArguments(detail)
  if (others.length === 0 || (free.length === 0 && FORMULA.test(message))) return []
  const index = indexes.get(detail) ?? new SimilarTexts(others.map((shot) => around(shot, free)))
  indexes.set(detail, index)
  const least = free.length === 0 ? LEAST_SIMILAR : LEAST_SIMILAR_AROUND
  const nearest = index.nearest(message, MOST_SHOTS, least).flatMap((at) => others[at] ?? [])
  return nearest.reverse().flatMap((shot) => shotTurns(shot, detail, style))
}

/** Worked examples that do not stand in the state. */
function otherShots({ fewShots, optimized }: ToolDetail): readonly FewShot[] {
  const chosen = optimized?.nearest === true ? optimized.fewShots : undefined
  const isLeft = (shot: FewShot) => shot.before === undefined && chosen?.includes(shot.user) === false
  return fewShots.filter((shot) => shot.near === true || isLeft(shot))
}

/** `x-free`: the argument is any text at all, so its words say nothing about how the request is built. */
function freeArguments({ parameters }: ToolDetail): readonly string[] {
  return Object.entries(parameters.properties ?? {}).flatMap(([name, schema]) =>
    schema['x-free'] === true ? [name] : [],
  )
}

/** The request of a worked example without its free texts. */
function around({ user, arguments: args }: FewShot, free: readonly string[]): string {
  return free.reduce((text, name) => {
    const value = args[name]
    return typeof value === 'string' && value !== '' ? text.replace(value, () => ' … ') : text
  }, user)
}
