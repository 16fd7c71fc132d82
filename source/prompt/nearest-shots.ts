// Worked examples beyond those in a tool's state: the few that are most like the message stand behind the state as turns.
import type { ChatMessage } from '../contracts/engine.ts'
import type { EarlierCall, FewShot, ToolDetail } from '../contracts/manifest.ts'
import { SimilarTexts } from '../lib/similar-texts.ts'
import { type CallStyle, shotTurns, standingFollowUps } from './call-state.ts'

/** Chosen on the part *train* (docs/accuracy.md). */
const MOST_SHOTS = 3
const LEAST_SIMILAR = 0.3
/** Of what stands around a free text: the text itself has words that no example has. */
const LEAST_SIMILAR_AROUND = 0.15

/** A message that leans on a call has few words of its own. */
const LEAST_LEANING = 0.1

/** What is written out already needs no example of how to write it. */
const FORMULA = /\d\s*[-+*/^×÷]\s*[\d(]/

/** Examples and their index, made once. */
interface Shelf {
  readonly shots: readonly FewShot[]
  readonly index: SimilarTexts
}

/** By the tool that was called before; an empty name: the examples that lean on nothing. */
const shelves = new WeakMap<ToolDetail, Map<string, Shelf>>()

/** Turns for `message`, which may lean on `earlier` calls: the most similar last; none where nothing is like it. */
export function nearestShots(
  message: string,
  detail: ToolDetail,
  earlier: readonly EarlierCall[] = [],
  style: CallStyle = {},
): readonly ChatMessage[] {
  const before = earlier.at(-1)?.tool
  if (style.near === false && detail.optimized?.nearest !== true) return []
  const { shots, index } = shelfOf(detail, before)
  const isFree = freeArguments(detail).length > 0
  if (shots.length === 0 || (before === undefined && !isFree && FORMULA.test(message))) return []
  const least = before !== undefined ? LEAST_LEANING : isFree ? LEAST_SIMILAR_AROUND : LEAST_SIMILAR
  const nearest = index.nearest(message, MOST_SHOTS, least).flatMap((at) => shots[at] ?? [])
  return nearest.reverse().flatMap((shot) => shotTurns(shot, detail, style))
}

function shelfOf(detail: ToolDetail, before: string | undefined): Shelf {
  const ofTool = shelves.get(detail) ?? new Map<string, Shelf>()
  shelves.set(detail, ofTool)
  const known = ofTool.get(before ?? '')
  if (known !== undefined) return known
  const shots = before === undefined ? otherShots(detail) : otherFollowUps(detail, before)
  const free = freeArguments(detail)
  const shelf = { shots, index: new SimilarTexts(shots.map((shot) => around(shot, free))) }
  ofTool.set(before ?? '', shelf)
  return shelf
}

/** Worked examples behind a call of the same tool, but for those in the state. */
function otherFollowUps(detail: ToolDetail, before: string): readonly FewShot[] {
  const standing = standingFollowUps(detail)
  return detail.fewShots.filter((shot) => shot.before?.tool === before && !standing.includes(shot))
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
