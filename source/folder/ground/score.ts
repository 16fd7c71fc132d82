// Which tables a message is about: a learned choice among all tables of the folder and none of them. Pure.
import type { FolderTable } from '../../contracts/folder.ts'
import { FEATURES, featuresOf, type GroundInput } from './features.ts'

/** What was learned (scripts/learn-ground.ts). */
export interface GroundModel {
  /** One for each of `FEATURES`. */
  readonly weights: readonly number[]
  /** Of none: bias, words of the message, share of its words that the folder has, its best likeness. */
  readonly none: readonly number[]
  /** How much a stem says, 0 to 1; of one that is not here: 1. */
  readonly stems: { readonly [stem: string]: number }
}

/** A table with the probability that the message is about it. */
export interface GroundedTable {
  readonly table: FolderTable
  /** Before it is made a share: the higher, the likelier. */
  readonly score: number
  /** 0 to 1; with all others and none it makes 1. */
  readonly probability: number
}

export interface Grounding {
  /** The likeliest first. */
  readonly tables: readonly GroundedTable[]
  /** That it is about none. */
  readonly none: number
}

/** Figures of a message for `none`. */
export function noneFeatures(
  input: GroundInput,
  features: readonly (readonly number[])[],
): readonly number[] {
  const anyAt = FEATURES.indexOf('any')
  const meaningAt = FEATURES.indexOf('meaning')
  const best = (at: number) => Math.max(0, ...features.map((row) => row[at] ?? 0))
  return [1, Math.min(input.said.stems.size, 20) / 10, best(anyAt), best(meaningAt)]
}

/** Scores all tables of a folder. */
export function groundMessage(
  input: GroundInput,
  tables: readonly FolderTable[],
  model: GroundModel,
): Grounding {
  const features = featuresOf(input, tables)
  const scores = features.map((row) => dot(row, model.weights))
  const none = dot(noneFeatures(input, features), model.none)
  const top = Math.max(none, ...scores)
  const sum = [none, ...scores].reduce((all, score) => all + Math.exp(score - top), 0)
  const share = (score: number) => Math.exp(score - top) / sum
  const grounded = tables.map((table, at) => ({
    table,
    score: scores[at] ?? Number.NEGATIVE_INFINITY,
    probability: share(scores[at] ?? Number.NEGATIVE_INFINITY),
  }))
  return { tables: grounded.sort((a, b) => b.probability - a.probability), none: share(none) }
}

/** How much stems say, by a model. */
export function weightOfStem({ stems }: GroundModel): (stem: string) => number {
  return (stem) => (Object.hasOwn(stems, stem) ? (stems[stem] ?? 1) : 1)
}

function dot(row: readonly number[], weights: readonly number[]): number {
  return row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
}
