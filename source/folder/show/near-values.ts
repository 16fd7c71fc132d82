// Which cells of a table a message speaks of: those that share words with it, rare ones first, slips of typing allowed. Pure.
import type { FolderTable } from '../../contracts/folder.ts'
import { stemsOf } from '../../lib/word-stem.ts'
import { keptPerRows } from '../kept-per-rows.ts'
import { type SaidWords, StemIndex } from './said-words.ts'

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
/** A word that stands in more of the cells than this says little. */
const COMMON = 0.25

/** The cells of text columns that a message speaks of, the best first, at most `most`. */
export function nearValues(said: SaidWords, table: FolderTable, most: number): readonly NearValue[] {
  const { cells, byStem, index } = cellsOf(table)
  const found = new Map<number, { score: number; has: number }>()
  for (const [stem, likeness] of index.near(said)) {
    const places = byStem.get(stem) ?? []
    const isCommon = places.length / Math.max(cells.length, 1) > COMMON && cells.length > 8
    for (const at of places) {
      const { score, has } = found.get(at) ?? { score: 0, has: 0 }
      found.set(at, { score: score + likeness * (isCommon ? 0.3 : 1), has: has + 1 })
    }
  }
  const near = [...found]
    .sort(([one], [other]) => one - other)
    .flatMap(([at, { score, has }]): NearValue[] => {
      const cell = cells[at]
      if (cell === undefined) return []
      const { column, value, words } = cell
      return [{ column, value, score, share: has / Math.max(words, 1) }]
    })
  return near.sort((a, b) => b.score - a.score || b.share - a.share).slice(0, most)
}

interface TextCell {
  readonly column: string
  readonly value: string
  /** How many different ones it has. */
  readonly words: number
}

/** The different cells of text columns, and where each stem stands in them. */
interface TextCells {
  readonly cells: readonly TextCell[]
  readonly byStem: ReadonlyMap<string, readonly number[]>
  readonly index: StemIndex
}

const cellsOf = keptPerRows(makeCells)

function makeCells(table: FolderTable): TextCells {
  const cells: TextCell[] = []
  const byStem = new Map<string, number[]>()
  for (const [at, column] of table.columns.entries()) {
    if (column.type !== 'text') continue
    const seen = new Set<string>()
    for (const row of table.rows) {
      const cell = row[at]
      if (typeof cell !== 'string' || seen.has(cell) || cells.length >= MOST_CELLS) continue
      seen.add(cell)
      const stems = new Set(stemsOf(cell))
      for (const stem of stems) {
        const places = byStem.get(stem)
        if (places === undefined) byStem.set(stem, [cells.length])
        else places.push(cells.length)
      }
      cells.push({ column: column.name, value: cell, words: stems.size })
    }
  }
  return { cells, byStem, index: new StemIndex(byStem.keys()) }
}
