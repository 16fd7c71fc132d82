// Which of the tables that a message may be about are shown to the model: the likeliest, and others that are nearly as likely. Pure.
import type { FolderTable } from '../../contracts/folder.ts'
import type { GroundedTable } from '../ground/score.ts'
import { nearValues } from './near-values.ts'
import { saidWords } from './said-words.ts'
import { MOST_COLUMNS, schemaText } from './schema-text.ts'

const MOST_SHOWN = 3
/** Schemas of all shown tables together, in characters: about 450 tokens. */
const MOST_CHARACTERS = 1_500
/** A table is shown beside the likeliest where it has this share of its probability. */
const LEAST_SHARE = 0.06

/** The tables that are shown, in the order in which `all` has them. */
export function chooseTables(
  grounded: readonly GroundedTable[],
  all: readonly FolderTable[],
): readonly FolderTable[] {
  const [best] = grounded
  if (best === undefined) return []
  const chosen: FolderTable[] = []
  let characters = 0
  for (const { table, probability } of grounded.slice(0, MOST_SHOWN)) {
    const length = schemaText(table).length
    const isNear = probability >= best.probability * LEAST_SHARE
    if (chosen.length > 0 && (!isNear || characters + length > MOST_CHARACTERS)) continue
    chosen.push(table)
    characters += length
  }
  return all.filter((table) => chosen.includes(table))
}

/** The columns of a table with many that a message may mean: those whose names or values share words with it, then the first ones. */
export function columnsFor(message: string, table: FolderTable): ReadonlySet<string> | undefined {
  if (table.columns.length <= MOST_COLUMNS) return undefined
  const said = saidWords(message, new Set())
  const named = table.columns.filter(({ name }) => [...said.stems].some((stem) => name.includes(stem)))
  const valued = nearValues(said, table, MOST_COLUMNS).map(({ column }) => column)
  const names = [...named.map(({ name }) => name), ...valued, ...table.columns.map(({ name }) => name)]
  return new Set([...new Set(names)].slice(0, MOST_COLUMNS))
}
