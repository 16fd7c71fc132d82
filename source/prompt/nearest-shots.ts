// Worked examples beyond those in a tool's state: the few that are most like the message stand behind the state as turns.
import type { ChatMessage } from '../contracts/engine.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import { SimilarTexts } from '../lib/similar-texts.ts'
import { type CallStyle, shotTurns } from './call-state.ts'

/** Chosen on the part *train* (docs/accuracy.md). */
const MOST_SHOTS = 3
const LEAST_SIMILAR = 0.3

/** What is written out already needs no example of how to write it. */
const FORMULA = /\d\s*[-+*/^×÷]\s*[\d(]/

const indexes = new WeakMap<ToolDetail, SimilarTexts>()

/** Turns for `message`, the most similar last; none where nothing is like it. */
export function nearestShots(
  message: string,
  detail: ToolDetail,
  style: CallStyle = {},
): readonly ChatMessage[] {
  const others = detail.fewShots.filter((shot) => shot.near === true)
  if (others.length === 0 || FORMULA.test(message)) return []
  const index = indexes.get(detail) ?? new SimilarTexts(others.map((shot) => shot.user))
  indexes.set(detail, index)
  const nearest = index.nearest(message, MOST_SHOTS, LEAST_SIMILAR).flatMap((at) => others[at] ?? [])
  return nearest.reverse().flatMap((shot) => shotTurns(shot, detail, style))
}
