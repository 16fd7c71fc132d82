// What was done to a file, in a sentence as a person would say it: "Ticked `respect EXIF rotation` in TODO.md." Pure.
import type { CellValue, FolderTable, RowChanges } from '../../contracts/folder.ts'
import { firstOf, isLines, nameOfRow, namesOf, short, tellRow, tellValue } from './tell-value.ts'

/** How many rows are named. */
const MOST_NAMED = 3

/** A sentence, and the names and values in it that must be told. */
export interface SaidChange {
  readonly sentence: string
  readonly key: readonly string[]
}

/** A part of a sentence: `Removed 2 rows` `from` … `: a, b`. */
interface Clause {
  readonly deed: string
  /** What stands before the file's name; empty: the deed goes on with it. */
  readonly preposition: string
  readonly rest: string
  readonly key: readonly string[]
}

/** Cells of one row that are set. */
interface RowUpdate {
  readonly row: number
  readonly cells: readonly { readonly column: number; readonly value: CellValue }[]
}

/** One sentence for one file; `tables` are its tables that are changed. */
export function sayFile(
  path: string,
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): SaidChange {
  const clauses = tables.flatMap((table) => {
    const own = changes.get(table.name)
    return own === undefined ? [] : clausesOf(table, own)
  })
  const sentence = clauses
    .map(({ deed, preposition, rest }, at) =>
      at === 0
        ? `${deed}${preposition === '' ? '' : ` ${preposition}`} ${path}${rest}`
        : `${deed[0]?.toLowerCase()}${deed.slice(1)}${rest}`,
    )
    .join('; ')
  return {
    sentence: /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`,
    key: [path, ...new Set(clauses.flatMap(({ key }) => key))],
  }
}

function clausesOf(table: FolderTable, { updated, removed, added }: RowChanges): readonly Clause[] {
  const gone = new Set(removed)
  const byRow = Map.groupBy(
    updated.filter(({ row }) => !gone.has(row)),
    ({ row }) => row,
  )
  const rows = [...byRow].map(([row, cells]): RowUpdate => ({ row, cells }))
  return [
    ...(added.length === 0 ? [] : [addedClause(table, added)]),
    ...(removed.length === 0 ? [] : [removedClause(table, removed)]),
    ...updatedClauses(table, rows),
  ]
}

function addedClause(table: FolderTable, added: RowChanges['added']): Clause {
  const [one, more] = nounsOf(table)
  const isOne = added.length === 1
  const named = added.slice(0, MOST_NAMED)
  const rows = added.map((row) => tellRow(table, row))
  const names = added.map((row) => nameOfRow(table, row))
  const told = isLines(table) ? namesOf(names, MOST_NAMED) : isOne ? (rows[0] ?? '') : listOf(rows)
  return {
    deed: isOne ? `Added a ${one}` : `Added ${added.length} ${more}`,
    preposition: 'to',
    rest: `: ${told}`,
    key: [
      ...(isOne ? [] : [String(added.length)]),
      ...(isLines(table) ? names.slice(0, MOST_NAMED) : named.flatMap((row) => tellCells(table, row))),
    ],
  }
}

function removedClause(table: FolderTable, removed: readonly number[]): Clause {
  const [one, more] = nounsOf(table)
  const names = namesOfRows(table, removed)
  return {
    deed: removed.length === 1 ? `Removed a ${one}` : `Removed ${removed.length} ${more}`,
    preposition: 'from',
    rest: `: ${namesOf(names, MOST_NAMED)}`,
    key: [...(removed.length === 1 ? [] : [String(removed.length)]), ...names.slice(0, MOST_NAMED)],
  }
}

function updatedClauses(table: FolderTable, rows: readonly RowUpdate[]): readonly Clause[] {
  if (rows.length === 0) return []
  if (table.kind === 'list') return listClauses(table, rows)
  if (table.kind === 'text') return [linesClause(table, rows)]
  if (table.kind === 'settings')
    return [settingsClause(rows[0]?.cells.map((cell) => setting(table, cell)) ?? [])]
  if (table.kind === 'keys')
    return [
      settingsClause(
        rows.map(({ row, cells }) => [
          String(table.rows[row]?.[0] ?? ''),
          tellValue(cells[0]?.value, undefined),
        ]),
      ),
    ]
  return rows.length === 1 && rows[0] !== undefined ? [rowClause(table, rows[0])] : [rowsClause(table, rows)]
}

/** Ticks by themselves; what else is set of an item is told of it. */
function listClauses(table: FolderTable, rows: readonly RowUpdate[]): readonly Clause[] {
  const isDone = ({ column }: { readonly column: number }) => table.columns[column]?.name === 'done'
  const ticks = [1, 0].flatMap((wanted) => {
    const own = rows.filter(({ cells }) =>
      cells.some((cell) => isDone(cell) && Number(cell.value) === wanted),
    )
    return own.length === 0 ? [] : [itemsClause(table, own, wanted === 1 ? 'Ticked' : 'Unticked')]
  })
  const others = rows.flatMap(({ row, cells }): readonly Clause[] => {
    const rest = cells.filter((cell) => !isDone(cell))
    const name = nameOfRow(table, table.rows[row] ?? [])
    return rest.map(({ column, value }) => {
      const [text, isText] = [tellValue(value, table.columns[column]), table.columns[column]?.name === 'text']
      return {
        deed: `${isText ? 'Changed' : 'Moved'} \`${name}\``,
        preposition: 'in',
        rest: isText ? `: it is now \`${text}\`` : `: it stands under \`${text}\` now`,
        key: [name, text],
      }
    })
  })
  return [...ticks, ...others]
}

function itemsClause(table: FolderTable, rows: readonly RowUpdate[], deed: string): Clause {
  const names = rows.map(({ row }) => nameOfRow(table, table.rows[row] ?? []))
  if (names.length === 1) return { deed: `${deed} \`${names[0]}\``, preposition: 'in', rest: '', key: names }
  return {
    deed: `${deed} ${names.length} items`,
    preposition: 'in',
    rest: `: ${namesOf(names, MOST_NAMED)}`,
    key: [String(names.length), ...names.slice(0, MOST_NAMED)],
  }
}

function linesClause(table: FolderTable, rows: readonly RowUpdate[]): Clause {
  const texts = rows.map(({ cells }) => tellValue(cells.at(-1)?.value, undefined))
  const [first] = rows
  if (rows.length > 1 || first === undefined)
    return {
      deed: `Changed ${rows.length} lines`,
      preposition: 'of',
      rest: `: ${namesOf(texts, MOST_NAMED)}`,
      key: [String(rows.length), ...texts.slice(0, MOST_NAMED)],
    }
  const [cell] = first.cells
  const isMoved = first.cells.length === 1 && table.columns[cell?.column ?? -1]?.name === 'heading'
  const number = table.numbers?.[first.row] ?? table.lines?.[first.row] ?? first.row + 1
  const text = texts[0] ?? ''
  return {
    deed: `Changed line ${number}`,
    preposition: 'of',
    rest: isMoved ? `: it stands under \`${text}\` now` : `: it is now \`${text}\``,
    key: [text],
  }
}

type Setting = readonly [name: string, value: string]

function setting(table: FolderTable, { column, value }: RowUpdate['cells'][number]): Setting {
  const known = table.columns[column]
  return [known?.title ?? '', tellValue(value, known)]
}

/** `backend is now vips, quality 85` */
function settingsText(settings: readonly Setting[]): string {
  return firstOf(
    settings.map(([name, value], at) => (at === 0 ? `${name} is now ${value}` : `${name} ${value}`)),
    // Every key that is set is told, up to what a person still reads.
    2 * MOST_NAMED,
  )
}

function settingsClause(settings: readonly Setting[]): Clause {
  return {
    deed: 'Changed',
    preposition: '',
    rest: `: ${settingsText(settings)}`,
    key: settings.slice(0, 2 * MOST_NAMED).flat(),
  }
}

function rowClause(table: FolderTable, { row, cells }: RowUpdate): Clause {
  const name = nameOfRow(table, table.rows[row] ?? [])
  const settings = cells.map((cell) => setting(table, cell))
  const number = table.numbers?.[row] ?? row + 1
  return {
    deed: `Changed row ${number}`,
    preposition: 'of',
    rest: ` (${name}): ${settingsText(settings)}`,
    key: [name, ...settings.flatMap(([, value]) => value)],
  }
}

function rowsClause(table: FolderTable, rows: readonly RowUpdate[]): Clause {
  const texts = rows.map(({ cells }) => cells.map((cell) => setting(table, cell)))
  const names = namesOfRows(
    table,
    rows.map(({ row }) => row),
  )
  const [first = []] = texts
  const isAlike = texts.every((one) => JSON.stringify(one) === JSON.stringify(first))
  const values = texts.map((one) => one.map(([name, value]) => `${name} ${value}`).join(', '))
  return {
    deed: `Changed ${rows.length} rows`,
    preposition: 'of',
    rest: isAlike
      ? ` (${namesOf(names, MOST_NAMED)}): ${settingsText(first)}`
      : `: ${firstOf(
          names.map((name, at) => `${name} (${values[at]})`),
          MOST_NAMED,
        )}`,
    key: [
      String(rows.length),
      ...names.slice(0, MOST_NAMED),
      ...texts.slice(0, isAlike ? 1 : MOST_NAMED).flatMap((one) => one.map(([, value]) => value)),
    ],
  }
}

/** Rows that are called the same are told apart by their numbers. */
function namesOfRows(table: FolderTable, rows: readonly number[]): readonly string[] {
  const names = rows.map((row) => nameOfRow(table, table.rows[row] ?? []))
  if (isLines(table) || new Set(names).size === names.length) return names
  return rows.map((row) => `row ${table.numbers?.[row] ?? row + 1}`)
}

function nounsOf(table: FolderTable): readonly [one: string, more: string] {
  return isLines(table) ? ['line', 'lines'] : ['row', 'rows']
}

function tellCells(table: FolderTable, row: readonly (CellValue | undefined)[]): readonly string[] {
  return row.flatMap((value, at) =>
    value === undefined || value === null || value === '' ? [] : [tellValue(value, table.columns[at])],
  )
}

/** Rows of several cells. */
function listOf(rows: readonly string[]): string {
  return firstOf(
    rows.map((row) => `(${short(row)})`),
    MOST_NAMED,
  )
}
