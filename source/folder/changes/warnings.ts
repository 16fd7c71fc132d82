// What a person should be told of a change before it is made. Pure.
import type { CellValue, FolderTable, RowChanges } from '../../contracts/folder.ts'
import { tellValue } from './tell-value.ts'

/** A column of so few values in so many rows holds one of these, not any text. */
const FEW_VALUES = 6
const MANY_ROWS = 8

/** A sentence each; tables in their order. */
export function warningsOf(
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): readonly string[] {
  return tables.flatMap((table) => {
    const own = changes.get(table.name)
    return own === undefined ? [] : [...muchOf(table, own), ...strangeValues(table, own)]
  })
}

/** More than half of the rows; of a table of one row any change is of all of it. */
function muchOf(table: FolderTable, { updated, removed }: RowChanges): readonly string[] {
  const of = table.rows.length
  if (of < 2) return []
  const gone = new Set(removed)
  const others = new Set(updated.flatMap(({ row }) => (gone.has(row) ? [] : [row])))
  if (gone.size + others.size <= of / 2) return []
  const place = table.path === '' ? table.name : table.path
  const how = [
    ...(gone.size > 0
      ? [`${gone.size === of ? 'all' : gone.size} of the ${of} rows of ${place} would go`]
      : []),
    ...(others.size > 0
      ? [
          gone.size > 0
            ? `${others.size} would become others`
            : `${others.size === of ? 'all' : others.size} of the ${of} rows of ${place} would become others`,
        ]
      : []),
  ].join(', and ')
  return [`${how[0]?.toUpperCase()}${how.slice(1)}.`]
}

function strangeValues(table: FolderTable, { updated, added }: RowChanges): readonly string[] {
  return table.columns.flatMap((column, at) => {
    if (column.type !== 'text' || column.isFixed) return []
    const set = [
      ...updated.flatMap((one) => (one.column === at ? [one.value] : [])),
      ...added.map((row) => row[at]),
    ].filter(isText)
    if (set.length === 0) return []
    const known = knownValues(table, at)
    if (known === undefined) return []
    return [...new Set(set)]
      .filter((value) => !known.includes(value))
      .map(
        (value) =>
          `\`${column.name}\` was never \`${tellValue(value, column)}\` before: it is one of ${known.map((one) => `\`${tellValue(one, column)}\``).join(', ')}.`,
      )
  })
}

/** The values of a column that has few, the most frequent first. */
function knownValues({ rows }: FolderTable, at: number): readonly string[] | undefined {
  const counts = new Map<string, number>()
  let filled = 0
  for (const row of rows) {
    const value = row[at]
    if (!isText(value)) continue
    filled++
    counts.set(value, (counts.get(value) ?? 0) + 1)
    if (counts.size > FEW_VALUES) return undefined
  }
  if (filled < MANY_ROWS) return undefined
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value)
}

function isText(value: CellValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}
