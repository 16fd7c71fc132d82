// A table as messages are held against it: stems of its name, of its columns, of its rows, and a few texts for their meaning. Pure; kept as
// long as the table's rows are the same.
import type { FolderTable } from '../../contracts/folder.ts'
import { stemsOf } from '../../lib/word-stem.ts'
import { keptPerRows } from '../kept-per-rows.ts'
import { StemIndex } from '../show/said-words.ts'

export interface TableProfile {
  /** Of its name and the path of its file. */
  readonly name: ReadonlySet<string>
  readonly columns: ReadonlySet<string>
  /** Rows, by index, in which a stem stands; of many the first. */
  readonly rows: ReadonlyMap<string, readonly number[]>
  /** All of these stems. */
  readonly index: StemIndex
  readonly rowCount: number
  readonly hasDates: boolean
  /** Texts that tell what it is about, the whole of it first, then single rows of texts and lists. */
  readonly gists: readonly string[]
}

/** Rows whose words are looked at, and those that are noted for one word. */
const MOST_ROWS = 20_000
const MOST_PLACES = 50
const MOST_GISTS = 16
const LONGEST_GIST = 160

/** The profile of a table. */
export const profileOf = keptPerRows(makeProfile)

function makeProfile(table: FolderTable): TableProfile {
  const rows = new Map<string, number[]>()
  const textColumns = table.columns.flatMap(({ type }, at) => (type === 'text' ? [at] : []))
  for (const [index, row] of table.rows.slice(0, MOST_ROWS).entries()) {
    const seen = new Set<string>()
    for (const at of textColumns) {
      const cell = row[at]
      if (typeof cell === 'string') for (const stem of stemsOf(cell)) seen.add(stem)
    }
    for (const stem of seen) {
      const places = rows.get(stem)
      if (places === undefined) rows.set(stem, [index])
      else if (places.length < MOST_PLACES) places.push(index)
    }
  }
  const name = new Set(stemsOf(`${table.name} ${table.path.replace(/\.[^./]+$/, '')} ${table.suffix}`))
  const columns = new Set(table.columns.flatMap((column) => stemsOf(`${column.name} ${column.title}`)))
  return {
    name,
    columns,
    rows,
    index: new StemIndex([...name, ...columns, ...rows.keys()]),
    rowCount: table.rows.length,
    hasDates: table.columns.some(({ type }) => type === 'date'),
    gists: gistsOf(table, textColumns),
  }
}

/** `timesheet 2026: date, client, hours`, then what stands in some of its rows. */
function gistsOf(table: FolderTable, textColumns: readonly number[]): readonly string[] {
  const name = table.name.replaceAll('_', ' ')
  const columns = table.columns.map(({ title }) => title.replaceAll('_', ' ')).join(', ')
  const texts = table.rows.flatMap((row) => {
    const cells = textColumns.map((at) => row[at]).filter((cell): cell is string => typeof cell === 'string')
    return cells.length === 0 ? [] : [cells.join(', ')]
  })
  const step = Math.max(1, Math.floor(texts.length / MOST_GISTS))
  const some = texts.filter((_, at) => at % step === 0).slice(0, MOST_GISTS)
  return [`${name}: ${columns}`, ...new Set(some)].map((gist) => gist.slice(0, LONGEST_GIST))
}
