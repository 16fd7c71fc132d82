// What a person is told of a question: its rows, or what nothing fits and what is nearest to it.
import type { FolderTable } from '../../contracts/folder.ts'
import type { SqlAnswer, SqlFailed } from '../../contracts/folder-access.ts'
import type { Said } from '../../contracts/tool.ts'
import type { SqlPart } from '../../lib/sql/scan.ts'
import { nearValues } from '../show/near-values.ts'
import { saidWords } from '../show/said-words.ts'
import { cellText } from './cell-text.ts'
import { type Condition, plainConditions } from './conditions.ts'
import { placesOf, sayRows } from './say-rows.ts'

/** Names that are offered where nothing fits. */
const MOST_NEAR = 3
const NO_WORDS: ReadonlySet<string> = new Set()

export interface AskedRows {
  readonly answer: SqlAnswer
  /** Of the program, where it could be read; else empty. */
  readonly parts: readonly SqlPart[]
  /** The tables that it names, in its order. */
  readonly tables: readonly FolderTable[]
}

/** `ask` runs another question, to find out which condition nothing fits. */
export async function sayAnswer(
  { answer, parts, tables }: AskedRows,
  ask: (sql: string) => Promise<SqlAnswer | SqlFailed>,
): Promise<Said> {
  const conditions = plainConditions(parts) ?? []
  if (!isNothing(answer)) return sayRows({ answer, tables, conditions })
  const place = placesOf(tables)
  const [table] = tables
  const missed = table === undefined ? undefined : await missedBy(conditions, table, ask)
  if (missed !== undefined && table !== undefined)
    return { sentence: `${missedText(missed, table)} (${place}).` }
  if (conditions.length === 0) return { sentence: `Nothing stands there (${place}).` }
  return { sentence: `Nothing in ${place} fits all of it: ${conditions.map(plainText).join(', ')}.` }
}

/** No row, or a sum over none. */
function isNothing({ rows, count }: SqlAnswer): boolean {
  return count === 0 || (count === 1 && rows[0]?.every((cell) => cell === null) === true)
}

/** The first condition that no row of the table meets. */
async function missedBy(
  conditions: readonly Condition[],
  table: FolderTable,
  ask: (sql: string) => Promise<SqlAnswer | SqlFailed>,
): Promise<Condition | undefined> {
  for (const condition of conditions) {
    const found = await ask(`SELECT count(*) FROM ${table.name} WHERE ${condition.sql}`)
    if (found.type === 'answer' && Number(found.rows[0]?.[0] ?? 1) === 0) return condition
  }
  return undefined
}

function missedText({ column: name, operator, values }: Condition, table: FolderTable): string {
  const column = table.columns.find((one) => one.name === name)
  const title = column?.title ?? name
  if (column?.type === 'yes/no') return values[0] === '1' ? `Nothing is ${title}` : `Everything is ${title}`
  const said = values.map((value) => value.replaceAll('%', '')).join(' to ')
  const isText = column?.type === 'text' && (operator === '=' || operator === 'like')
  if (!isText)
    return `There is no ${title} ${operator === '=' ? '' : `${operator} `}${said}`.replace('  ', ' ')
  const near = nearestCells(said, table, name)
  const offer = near.length === 0 ? '' : `; near it: ${near.map((one) => `\`${one}\``).join(', ')}`
  return `No ${title} is like \`${said}\`${offer}`
}

function nearestCells(said: string, table: FolderTable, column: string): readonly string[] {
  const near = nearValues(saidWords(said, NO_WORDS), table, 50).filter((one) => one.column === column)
  if (near.length > 0) return near.slice(0, MOST_NEAR).map(({ value }) => value)
  const at = table.columns.findIndex(({ name }) => name === column)
  const cells = [
    ...new Set(table.rows.flatMap((row) => (row[at] == null ? [] : [cellText(row[at] ?? null, undefined)]))),
  ]
  return cells.length <= 8 ? cells.slice(0, 8) : []
}

function plainText({ column, operator, values }: Condition): string {
  return [column, operator === '=' ? '' : operator, values.join(' and ')]
    .filter((one) => one !== '')
    .join(' ')
}
