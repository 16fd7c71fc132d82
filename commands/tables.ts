import { type Command, type CommandResult, fileNameIn, refusal } from '../source/contracts/command.ts'
import {
  type CellValue,
  type FolderColumn,
  type FolderTable,
  RECORD_COLUMN,
} from '../source/contracts/folder.ts'
import type { FolderView } from '../source/contracts/folder-access.ts'
import { tableText } from '../source/contracts/table-text.ts'

/** Characters of the columns of a table in the list, and of the first values of one in full. */
const MOST_COLUMNS = 90
const MOST_VALUES = 90
const LONGEST_VALUE = 40
/** Tables of files that are listed; those of the program itself always are. */
const MOST_TABLES = 100
/** Files without a table, and notes, that are shown. */
const MOST_NOTES = 20

/** `/tables`: what of the folder is read as what. */
const tables: Command = {
  name: 'tables',
  group: 'tools',
  examples: ['/tables', '/tables timesheet'],
  usage: '[NAME]',
  summary: 'list the tables that your files are, or show one',
  worksDownTo: 3,
  beside: true,
  help: '`/sql` asks and changes them. A name is that of a table or of its file. What could not be read stands below the list, with the reason.',
  complete: async (input, { services }) =>
    input === ''
      ? ((await lookAt(services.tables))?.tables ?? []).map(({ name, path }) => ({ text: name, note: path }))
      : [],
  run: async (input, { services }) => {
    const view = await lookAt(services.tables)
    if (view === undefined) return refusal('There is no folder here whose files could be asked.')
    const asked = fileNameIn(input)
    if (asked === '') return listed(view)
    const own = view.tables.filter(({ name }) => name.toLowerCase() === asked.toLowerCase())
    const found = own.length > 0 ? own : view.tables.filter(({ path }) => path === asked)
    const [only] = found
    if (only !== undefined && found.length === 1) return shown(only)
    if (found.length > 1) return listed({ tables: found, unread: [] })
    const unread = view.unread.find(({ path }) => path === asked)
    return refusal(unread?.reason ?? `There is no table \`${asked}\`; \`/tables\` lists them.`)
  },
}

async function lookAt(
  access: { look(signal: AbortSignal): Promise<FolderView> } | undefined,
): Promise<FolderView | undefined> {
  return access?.look(new AbortController().signal)
}

function listed({ tables: all, unread }: FolderView): CommandResult {
  const ofFiles = all.filter(({ path }) => path !== '')
  const left = ofFiles.length - MOST_TABLES
  const rows = [...ofFiles.slice(0, MOST_TABLES), ...all.filter(({ path }) => path === '')].map(
    (table): readonly CellValue[] => [
      table.name,
      table.path === '' ? null : table.path,
      table.kind,
      table.rows.length,
      columnsText(table.columns),
    ],
  )
  const notes = all.flatMap((table) => table.notes.map((note) => `${table.name}: ${note}`))
  const below = [...notes, ...unread.map(({ reason }) => reason)]
  const more = below.length - MOST_NOTES
  return {
    ok: true,
    text: [
      tableText(['table', 'file', 'kind', 'rows', 'columns'], rows),
      ...(left > 0 ? [`… and ${left} more tables; \`/sql SELECT name FROM files\` lists the files`] : []),
      ...below.slice(0, MOST_NOTES),
      ...(more > 0 ? [`… and ${more} more`] : []),
    ].join('\n'),
    data: { tables: all.map(dataOf), unread: unread.map(({ path, reason }) => ({ path, reason })) },
  }
}

/** `client text, hours number (h)`, as many as stand in a line. */
function columnsText(columns: readonly FolderColumn[]): string {
  const texts: string[] = []
  let length = 0
  for (const { name, type, unit } of columns) {
    const text = `${name} ${type}${unit === undefined ? '' : ` (${unit})`}`
    length += text.length + 2
    if (texts.length > 0 && length > MOST_COLUMNS)
      return `${texts.join(', ')}, … ${columns.length - texts.length} more`
    texts.push(text)
  }
  return texts.join(', ')
}

function shown(table: FolderTable): CommandResult {
  const { name, path, kind, rows, notes, readOnly, columns } = table
  const place = [...(path === '' ? [] : [path]), kind, `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`]
  const lines = columns.map((column, at): readonly CellValue[] => [
    column.name,
    `${column.type}${column.isFixed ? ', fixed' : ''}`,
    column.unit ?? null,
    column.title.toLowerCase() === column.name ? null : column.title,
    valuesText(
      column,
      rows.map((row) => row[at] ?? null),
    ),
  ])
  const number = [RECORD_COLUMN.name, `${RECORD_COLUMN.type}, fixed`, null, null, numbersText(table)]
  const all = [number, ...lines]
  const heads = ['column', 'type', 'unit', 'in the file', 'values']
  const kept = heads.map((_, at) => all.some((line) => line[at] !== null))
  const keep = <T>(line: readonly T[]) => line.filter((_, at) => kept[at])
  return {
    ok: true,
    text: [
      `${name}: ${place.join(', ')}`,
      tableText(keep(heads), all.map(keep)),
      ...notes,
      ...(readOnly === undefined ? [] : [readOnly]),
    ].join('\n'),
    data: dataOf(table),
  }
}

function numbersText({ rows, numbers }: FolderTable): string {
  if (rows.length === 0) return 'empty'
  return rangeText(rows.map((_, at) => numbers?.[at] ?? at + 1))
}

function valuesText({ type }: FolderColumn, cells: readonly CellValue[]): string {
  const full = cells.filter((cell) => cell !== null)
  if (full.length === 0) return 'empty'
  if (type === 'yes/no') {
    const yes = full.filter((cell) => cell === 1).length
    return `${yes} yes, ${full.length - yes} no`
  }
  return type === 'text' ? firstText(full) : rangeText(full)
}

function firstText(cells: readonly (string | number | bigint)[]): string {
  const different = [...new Set(cells.map((cell) => String(cell).replace(/\s+/g, ' ')))]
  const texts: string[] = []
  let length = 0
  for (const text of different) {
    const cut = text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
    length += cut.length + 2
    if (texts.length > 0 && length > MOST_VALUES) break
    texts.push(cut)
  }
  const more = different.length - texts.length
  return `${texts.join(', ')}${more > 0 ? `, … ${more} more` : ''}`
}

function rangeText(cells: readonly (string | number | bigint)[]): string {
  let [low, high] = [cells[0] ?? '', cells[0] ?? '']
  for (const cell of cells) {
    if (cell < low) low = cell
    if (cell > high) high = cell
  }
  return low === high ? String(low) : `${low} to ${high}`
}

function dataOf({ name, path, kind, rows, columns, notes, readOnly }: FolderTable) {
  return {
    name,
    file: path === '' ? null : path,
    kind,
    rows: rows.length,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type,
      title: column.title,
      ...(column.unit !== undefined && { unit: column.unit }),
      ...(column.isFixed && { isFixed: true }),
    })),
    notes: [...notes],
    readOnly: readOnly ?? null,
  }
}

export default tables
