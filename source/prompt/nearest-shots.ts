// Worked examples beyond those in a tool's state: the few that are most like the message stand behind the state as turns.
import type { ChatMessage } from '../contracts/engine.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import { SimilarTexts } from '../lib/similar-texts.ts'
import { shotTurns, standingShots } from './call-state.ts'

/** Chosen on the part *train* (docs/lanes.md). */
const MOST_SHOTS = Number(process.env.NS_MOST ?? 2)
const LEAST_SIMILAR = Number(process.env.NS_LEAST ?? 0.2)

const indexes = new WeakMap<ToolDetail, SimilarTexts>()

/** Turns for `message`, the most similar last; none where nothing is like it. `shots`: how many stand in the state. */
export function nearestShots(message: string, detail: ToolDetail, shots?: number): readonly ChatMessage[] {
  const { others } = standingShots(detail, shots)
  if (others.length === 0) return []
  const index = indexes.get(detail) ?? new SimilarTexts(others.map((shot) => shot.user))
  indexes.set(detail, index)
  const nearest = index.nearest(message, MOST_SHOTS, LEAST_SIMILAR).flatMap((at) => others[at] ?? [])
  return nearest.reverse().flatMap((shot) => shotTurns(shot, detail))
}
