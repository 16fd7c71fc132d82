// One property for every reader: what is changed is there when the file is read again, and nothing else is different.
import assert from 'node:assert/strict'
import type {
  CellValue,
  FileEdit,
  FolderFile,
  FolderReader,
  ReadTable,
  RowChanges,
} from '../../source/contracts/folder.ts'
import { applyEdits } from '../../source/folder/apply-edits.ts'
import type { Random } from '../fuzz/random.ts'

export interface RoundTripOptions {
  /** Relative path, its ending tells the kind. */
  readonly path: string
  /** Texts that are put into columns of text, beside those that stand there. */
  readonly texts?: readonly string[]
  /** Columns that are left alone (names). */
  readonly untouched?: readonly string[]
  /** Rows cannot be added, or removed. */
  readonly isFixedRows?: boolean
  /** The value that a new row is expected to have where none was given; null where this is absent. */
  readonly filled?: (table: ReadTable, column: number) => CellValue
  /** Lines that may change with any row, from 1 in the text as it was: a line of sums, the ruler of a table. */
  readonly follows?: (line: number) => boolean
}

/** A file as a reader gets it. */
export function fileOf(path: string, content: string | Uint8Array): FolderFile {
  if (typeof content !== 'string') return { path, bytes: content, text: undefined, modifiedMs: 0 }
  return { path, bytes: new TextEncoder().encode(content), text: content, modifiedMs: 0 }
}

/** The tables of a text. */
export async function readText(
  reader: FolderReader,
  path: string,
  content: string | Uint8Array,
): Promise<readonly ReadTable[]> {
  return await reader.read(fileOf(path, content))
}

/** The whole file with a table's change made. */
export async function changed(
  content: string | Uint8Array,
  table: ReadTable,
  changes: Partial<RowChanges>,
): Promise<string | Uint8Array> {
  assert.ok(table.change, `the table cannot be changed: ${table.readOnly}`)
  const edit: FileEdit = await table.change({ updated: [], removed: [], added: [], ...changes })
  if (edit.type === 'bytes') return edit.bytes
  assert.equal(typeof content, 'string')
  return applyEdits(String(content), edit.edits)
}

/** Changes one cell, adds one row and removes one, each in the file as it is, of one table chosen by `random`. */
export async function checkRoundTrip(
  reader: FolderReader,
  content: string | Uint8Array,
  random: Random,
  options: RoundTripOptions,
): Promise<void> {
  const tables = await readText(reader, options.path, content)
  const open = tables.flatMap((table, index) => (table.change === undefined ? [] : [index]))
  if (open.length === 0) return
  const index = random.pick(open)
  await checkUpdate(reader, content, random, options, index)
  if (options.isFixedRows === true) return
  await checkAdding(reader, content, random, options, index)
  await checkRemoving(reader, content, random, options, index)
}

/** One random cell gets another value. */
export async function checkUpdate(
  reader: FolderReader,
  content: string | Uint8Array,
  random: Random,
  options: RoundTripOptions,
  index: number,
): Promise<void> {
  const tables = await readText(reader, options.path, content)
  const table = tables[index]
  const columns = table === undefined ? [] : changeable(table, options)
  if (table === undefined || columns.length === 0 || table.rows.length === 0) return
  const [column, row] = [random.pick(columns), random.below(table.rows.length)]
  const value = newValue(table, column, random, options)
  const written = await changed(content, table, { updated: [{ row, column, value }] })
  const expected = table.rows.map((cells, at) => (at === row ? cells.with(column, value) : cells))
  const told = changeTold(
    content,
    written,
    `row ${row}, ${table.columns[column]?.name} = ${JSON.stringify(value)}`,
  )
  await checkRows(reader, written, options, tables, index, expected, told)
  checkLines(content, written, table, row, options, told)
}

/** A new row with a value in some of its columns. */
export async function checkAdding(
  reader: FolderReader,
  content: string | Uint8Array,
  random: Random,
  options: RoundTripOptions,
  index: number,
): Promise<void> {
  const tables = await readText(reader, options.path, content)
  const table = tables[index]
  const columns = table === undefined ? [] : changeable(table, options)
  if (table === undefined || columns.length === 0) return
  const given = table.columns.map((_, column) =>
    columns.includes(column) && (column === columns[0] || random.chance(0.7))
      ? newValue(table, column, random, options)
      : undefined,
  )
  const row = given.map((value, column) => {
    if (value !== undefined) return value
    return options.filled?.(table, column) ?? null
  })
  const written = await changed(content, table, { added: [given] })
  const told = changeTold(content, written, `added ${JSON.stringify(given)}`)
  await checkRows(reader, written, options, tables, index, [...table.rows, row], told)
  if (typeof content === 'string' && options.follows === undefined) {
    assert.ok(isWithout(String(written), content), `bytes beside the new row changed ${told}`)
    assert.equal(/[\r\n]$/.test(String(written)), /[\r\n]$/.test(content), `the end of the file ${told}`)
  }
}

/** A random row goes. */
export async function checkRemoving(
  reader: FolderReader,
  content: string | Uint8Array,
  random: Random,
  options: RoundTripOptions,
  index: number,
): Promise<void> {
  const tables = await readText(reader, options.path, content)
  const table = tables[index]
  // The last row may take its table with it.
  if (table === undefined || table.rows.length < 2) return
  const row = random.below(table.rows.length)
  const written = await changed(content, table, { removed: [row] })
  const told = changeTold(content, written, `removed ${row}`)
  await checkRows(reader, written, options, tables, index, table.rows.toSpliced(row, 1), told)
  if (typeof content === 'string' && options.follows === undefined) {
    assert.ok(isWithout(content, String(written)), `bytes beside the removed row changed ${told}`)
    assert.equal(/[\r\n]$/.test(String(written)), /[\r\n]$/.test(content), `the end of the file ${told}`)
  }
}

function changeable(table: ReadTable, options: RoundTripOptions): readonly number[] {
  return table.columns.flatMap(({ name, isFixed }, index) =>
    isFixed === true || options.untouched?.includes(name) === true ? [] : [index],
  )
}

/** A value of the column's type that fits it, not always another one. */
export function newValue(
  table: ReadTable,
  column: number,
  random: Random,
  options: Pick<RoundTripOptions, 'texts'> = {},
): CellValue {
  const known = table.rows.map((row) => row[column] ?? null).filter((value) => value !== null)
  switch (table.columns[column]?.type) {
    case 'number':
      return random.chance(0.5) ? random.below(20_000) : random.below(2_000_000) / 100
    case 'date': {
      const day = `20${10 + random.below(30)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
      const hasTime = known.some((value) => String(value).length > 10)
      return hasTime ? `${day} ${two(random.below(24))}:${two(random.below(60))}` : day
    }
    case 'yes/no':
      return random.below(2)
    default: {
      const texts = [...(options.texts ?? []), ...known.slice(0, 20)]
      return texts.length === 0 ? 'something' : random.pick(texts)
    }
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

async function checkRows(
  reader: FolderReader,
  written: string | Uint8Array,
  options: RoundTripOptions,
  before: readonly ReadTable[],
  index: number,
  expected: readonly (readonly CellValue[])[],
  told: string,
): Promise<void> {
  const after = await readText(reader, options.path, written)
  const shape = (tables: readonly ReadTable[]) =>
    tables.map(({ suffix, kind, columns }) => ({
      suffix,
      kind,
      columns: columns.map(({ name, type }) => [name, type]),
    }))
  assert.deepEqual(shape(after), shape(before), `the tables are others ${told}`)
  assert.deepEqual(after[index]?.rows, expected, `the rows are others ${told}`)
  for (const [at, table] of before.entries()) {
    if (at !== index) assert.deepEqual(after[at]?.rows, table.rows, `another table changed ${told}`)
  }
}

/** Only lines of the row are different. */
function checkLines(
  content: string | Uint8Array,
  written: string | Uint8Array,
  { lines }: ReadTable,
  row: number,
  { follows }: RoundTripOptions,
  told: string,
): void {
  const start = lines?.[row]
  if (typeof content !== 'string' || typeof written !== 'string' || start === undefined) return
  const old = linesOf(content)
  const end = lines?.[row + 1] ?? old.length + 1
  const now = linesOf(written)
  assert.deepEqual(now.slice(0, start - 1), old.slice(0, start - 1), `lines before the row changed ${told}`)
  const behind = old.slice(end - 1)
  const last = now.slice(now.length - behind.length)
  const isSame = (line: string, at: number) => line === last[at] || follows?.(end + at) === true
  assert.ok(behind.every(isSame), `lines behind the row changed ${told}`)
}

/** Lines with their ends. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\r\n|\n|\r(?!\n))/)
}

/** Whether `short` is `long` with one passage taken out. */
function isWithout(long: string, short: string): boolean {
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  return long.endsWith(short.slice(same)) && long.length >= short.length
}

function changeTold(content: string | Uint8Array, written: string | Uint8Array, what: string): string {
  const show = (text: string | Uint8Array) =>
    typeof text === 'string' ? `\n${JSON.stringify(text)}` : ' (bytes)'
  return `(${what})${show(content)}${show(written)}`
}
