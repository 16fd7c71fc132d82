// Places where a message may be cut into two requests, and how likely both sides are requests of their own: learned from conversations
// (scripts/learn-cuts.ts). Pure.
import type { Reading } from '../contracts/request-acts.ts'
import { JOINING_WORDS } from '../language/en/joining-words.ts'

export interface Cut {
  readonly left: string
  readonly right: string
  /** What stands between them. */
  readonly joint: string
}

/** What was learned: a weight for each figure. */
export interface CutModel {
  readonly weights: readonly number[]
}

/** Behind the end of a sentence, at a comma, a dash or a line, before a joining word. */
const JOINTS = new RegExp(
  `(?:(?<=[.!?;:)…])\\s+|\\s*[,;]\\s+|\\s+(?:[-–—]+|&|\\+)\\s+|\\.{2,}\\s*|\\s*\\n+\\s*|\\s+(?=(?:${JOINING_WORDS.join('|')})\\b))(?:(?:${JOINING_WORDS.join('|')})\\b[,\\s]*)*`,
  'giu',
)
const QUOTED = /"[^"]*"|“[^”]*”|`[^`]*`/gu
/** Of more places the first are looked at. */
const MOST = 8

/** Places in the order in which they stand; nothing is cut inside quotation marks. */
export function cutsOf(message: string): readonly Cut[] {
  const quotes = [...message.matchAll(QUOTED)].map(
    ({ 0: text, index }) => [index, index + text.length] as const,
  )
  return [...message.matchAll(JOINTS)]
    .filter(({ index }) => !quotes.some(([from, to]) => index > from && index < to))
    .map(({ 0: joint, index }) => ({
      joint,
      left: message.slice(0, index).trim(),
      right: message.slice(index + joint.length).trim(),
    }))
    .filter(({ left, right }) => /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right))
    .slice(0, MOST)
}

/** In the order of the weights. */
export function cutFigures(cut: Cut, whole: Reading, left: Reading, right: Reading): readonly number[] {
  const [ofWhole, ofLeft, ofRight] = [whole, left, right].map(({ acts }) => Math.max(...Object.values(acts)))
  const [wants, leftWants, rightWants] = [whole, left, right].map(({ acts }) => 1 - acts.talk - acts.reply)
  const alike = Object.entries(left.acts).reduce(
    (sum, [act, share]) => sum + share * (right.acts[act as keyof Reading['acts']] ?? 0),
    0,
  )
  const words = [cut.left, cut.right].map((text) => Math.min(text.split(/\s+/).length, 12) / 12)
  return [
    1,
    ...[ofWhole, ofLeft, ofRight, wants, leftWants, rightWants].map((one) => one ?? 0),
    (leftWants ?? 0) * (rightWants ?? 0),
    alike,
    (1 - alike) * (leftWants ?? 0) * (rightWants ?? 0),
    ...words,
    Math.min(...words),
    /[?]\s*$/.test(cut.left) ? 1 : 0,
    /[.!;…]\s*$/.test(cut.left) || /[.;\n]/.test(cut.joint) ? 1 : 0,
    cut.joint.includes(',') ? 1 : 0,
    /\p{L}/u.test(cut.joint) ? 1 : 0,
    cut.joint.includes(',') && /\p{L}/u.test(cut.joint) ? 1 : 0,
  ]
}

/** Probability, 0 to 1, that both sides are requests of their own. */
export function cutShare(figures: readonly number[], { weights }: CutModel): number {
  const score = figures.reduce((sum, one, at) => sum + one * (weights[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-score))
}
