// Which cells of a table a message speaks of: those that share words with it, rare ones first, slips of typing allowed. Pure.
import type { FolderTable } from '../../contracts/folder.ts'
import { stemsOf } from '../../lib/word-stem.ts'

/** A cell that a message speaks of. */
export interface NearValue {
  readonly column: string
  readonly value: string
  /** How much of the message it has, by how rare its words are in the table: above 0. */
  readonly score: number
  /** What share of the cell's own words the message has, 0 to 1. */
  readonly share: number
}

/** Cells beyond these are not looked at. */
const MOST_CELLS = 200_000
/** Shorter words are alike by chance. */
const LEAST_TYPED = 5
/** A word that stands in more of the cells than this says little. */
const COMMON = 0.25

/** What words of a message are, and which words of cells they may be. */
export interface SaidWords {
  readonly stems: ReadonlySet<string>
  /** Stems that are long enough for a slip of typing. */
  readonly long: readonly string[]
}

/** The words of a message; `weak` are stems that say nothing of what it is about. */
export function saidWords(message: string, weak: ReadonlySet<string>): SaidWords {
  const stems = new Set(stemsOf(message).filter((stem) => !weak.has(stem)))
  return { stems, long: [...stems].filter((stem) => stem.length >= LEAST_TYPED) }
}

/** The cells of text columns that a message speaks of, the best first, at most `most`. */
export function nearValues(said: SaidWords, table: FolderTable, most: number): readonly NearValue[] {
  const cells = textCells(table)
  const counts = new Map<string, number>()
  for (const { stems } of cells) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const known = new Map<string, number>()
  const weightOf = (stem: string) => {
    const before = known.get(stem)
    if (before !== undefined) return before
    const likeness = likenessOf(stem, said)
    const often = (counts.get(stem) ?? 0) / Math.max(cells.length, 1)
    const rare = often > COMMON && cells.length > 8 ? 0.3 : 1
    known.set(stem, likeness * rare)
    return likeness * rare
  }
  const near: NearValue[] = []
  for (const { column, value, stems } of cells) {
    let score = 0
    let has = 0
    for (const stem of stems) {
      const weight = weightOf(stem)
      score += weight
      if (weight > 0) has++
    }
    if (score > 0) near.push({ column, value, score, share: has / Math.max(stems.size, 1) })
  }
  return near.sort((a, b) => b.score - a.score || b.share - a.share).slice(0, most)
}

/** 1: the message has the word; less: it has one that may be a slip for it, or its beginning. */
export function likenessOf(stem: string, { stems, long }: SaidWords): number {
  if (stems.has(stem)) return 1
  if (stem.length < LEAST_TYPED) return 0
  for (const other of long) {
    if (stem.startsWith(other) || other.startsWith(stem)) return 0.8
    if (Math.abs(other.length - stem.length) <= 1 && stem[0] === other[0] && isOneSlip(stem, other))
      return 0.7
  }
  return 0
}

/** Whether two words differ by one letter that is missing, more, another one, or has changed places with the next. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.length !== long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  )
}

interface TextCell {
  readonly column: string
  readonly value: string
  readonly stems: ReadonlySet<string>
}

const cellsOf = new WeakMap<FolderTable, readonly TextCell[]>()

/** The different cells of text columns with their words; kept as long as the table is. */
export function textCells(table: FolderTable): readonly TextCell[] {
  const before = cellsOf.get(table)
  if (before !== undefined) return before
  const cells: TextCell[] = []
  for (const [at, column] of table.columns.entries()) {
    if (column.type !== 'text') continue
    const seen = new Set<string>()
    for (const row of table.rows) {
      const cell = row[at]
      if (typeof cell !== 'string' || seen.has(cell) || cells.length >= MOST_CELLS) continue
      seen.add(cell)
      cells.push({ column: column.name, value: cell, stems: new Set(stemsOf(cell)) })
    }
  }
  cellsOf.set(table, cells)
  return cells
}
