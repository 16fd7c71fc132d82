// What is looked up where no model can write SQL: the records that have the message's own words. Pure.
import { type FolderTable, RECORD_COLUMN } from '../../contracts/folder.ts'
import { wordStem } from '../../lib/word-stem.ts'
import { nearValues } from './near-values.ts'
import { saidWords } from './said-words.ts'

/** A message has at least this share of a cell's words. */
const LEAST_SHARE = 0.5
/** A table of no more rows is shown whole where no cell is named. */
const SHORT = 12
const MOST_COLUMNS = 8

/** A SELECT for the likeliest thing; `tables`: the likeliest first; `weak`: stems that say nothing. undefined: nothing is named, and no table is short. */
export function lookUp(
  message: string,
  tables: readonly FolderTable[],
  weak: ReadonlySet<string>,
): string | undefined {
  const said = saidWords(message, weak)
  const cells = tables.flatMap((table) =>
    nearValues(said, table, Infinity)
      .filter(({ share }) => share >= LEAST_SHARE)
      .slice(0, 1)
      .map((near) => ({ table, ...near })),
  )
  const [best] = cells.sort((a, b) => b.score - a.score)
  if (best !== undefined)
    return `${selected(best.table, said.stems, best.column)} WHERE ${best.column} = '${best.value.replaceAll("'", "''")}'`
  const [first] = tables
  return first !== undefined && first.rows.length <= SHORT ? selected(first, said.stems) : undefined
}

/** All columns, `column` and those that the message names first; of one record, as settings are, those that it names alone. */
function selected({ name, columns, rows }: FolderTable, stems: ReadonlySet<string>, column?: string): string {
  const all = columns.map((one) => one.name)
  const named = all.filter((one) => one.split('_').some((word) => stems.has(wordStem(word))))
  const first = [...(column === undefined ? [] : [column]), ...named]
  const fits = all.length <= MOST_COLUMNS
  const shown = rows.length === 1 && named.length > 0 ? named : fits ? all : [...new Set([...first, ...all])]
  const names = shown.length > 0 ? shown.slice(0, MOST_COLUMNS) : [RECORD_COLUMN.name]
  return `SELECT ${names.join(', ')} FROM ${name}`
}
