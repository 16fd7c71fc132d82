// Tables that Excel knows as such on a sheet (ECMA-376 part 1, 18.5): where they are, what their columns are called, and what
// `Table1[Amount]` means. Pure.
import type { Corner, Reference } from '../formula/formula-tokens.ts'
import { relationsOf } from '../package/relations.ts'
import { partText } from '../package/xml-part.ts'
import { type CellRange, isWithin, parseRange } from '../sheet/grid.ts'
import type { XlsxBook, XlsxSheet } from './workbook.ts'

export interface XlsxTable {
  readonly sheet: string
  /** Of its part. */
  readonly part: string
  readonly text: string
  readonly name: string
  readonly range: CellRange
  readonly columns: readonly string[]
  readonly hasHeader: boolean
  readonly hasTotals: boolean
  /** Tags with a `ref` of the cells of the table: itself and its filter. */
  readonly tags: readonly { readonly start: number; readonly end: number; readonly range: CellRange }[]
}

/** The tables of a sheet; `changed` gives the text of a part that is another than in the archive. */
export function readTables(
  { zip, walk }: Pick<XlsxBook, 'zip' | 'walk'>,
  { name, part }: XlsxSheet,
  changed: (part: string) => string | undefined = () => undefined,
): readonly XlsxTable[] {
  return relationsOf(zip, walk, part)
    .filter(({ type }) => type === 'table')
    .flatMap(({ target }) => {
      const text = changed(target) ?? partText(zip, target)
      const table = text === undefined ? undefined : readTable({ walk }, { sheet: name, part: target, text })
      return table === undefined ? [] : [table]
    })
}

function readTable(
  { walk }: Pick<XlsxBook, 'walk'>,
  place: Pick<XlsxTable, 'sheet' | 'part' | 'text'>,
): XlsxTable | undefined {
  const columns: string[] = []
  const tags: XlsxTable['tags'][number][] = []
  let found: Pick<XlsxTable, 'name' | 'range' | 'hasHeader' | 'hasTotals'> | undefined
  walk(place.text, {
    open({ local, attributes, start, end }) {
      const range = parseRange(attributes.ref ?? '')
      if ((local === 'table' || local === 'autoFilter') && range !== undefined)
        tags.push({ start, end, range })
      if (local === 'table' && range !== undefined) {
        found = {
          name: attributes.displayName ?? attributes.name ?? '',
          range,
          hasHeader: attributes.headerRowCount !== '0',
          hasTotals: Number(attributes.totalsRowCount ?? 0) > 0,
        }
      }
      if (local === 'tableColumn') columns.push(attributes.name ?? '')
    },
  })
  return found === undefined ? undefined : { ...place, ...found, columns, tags }
}

const SPECIAL = /^#(All|Data|Headers|Totals|This Row)$/i

/** The cells that a structured reference means in a cell of a sheet; undefined: a form that is not read. */
export function structuredReference(
  text: string,
  tables: readonly XlsxTable[],
  sheet: string,
  row: number,
): Reference | undefined {
  const [, name = '', inner = ''] = /^([^[]*)\[(.*)\]$/s.exec(text) ?? []
  const table = tables.find((one) =>
    name === ''
      ? one.sheet === sheet && row >= one.range.top && row <= one.range.bottom
      : one.name.toLowerCase() === name.toLowerCase(),
  )
  const parts = partsOf(inner)
  if (table === undefined || parts === undefined) return undefined
  const { range, columns } = table
  const column = columns.findIndex((title) => title.toLowerCase() === parts.column.toLowerCase())
  if (column === -1) return undefined
  const at = range.left + column
  const corner = (line: number): Corner => ({ row: line, column: at, isRowFixed: true, isColumnFixed: true })
  const base = { prefix: '', sheet: table.sheet }
  if (parts.isThisRow) return isWithin(range, row, at) ? { ...base, from: corner(row) } : undefined
  const top = range.top + (table.hasHeader ? 1 : 0)
  const bottom = range.bottom - (table.hasTotals ? 1 : 0)
  return bottom < top ? undefined : { ...base, from: corner(top), to: corner(bottom) }
}

/** `Amount`, `@Amount`, `@[Amount]`, `[#This Row],[Amount]`. */
function partsOf(inner: string): { readonly column: string; readonly isThisRow: boolean } | undefined {
  const bare = (text: string) => text.replace(/'(.)/gs, '$1')
  const single = /^(@?)\[?((?:[^[\]#'@]|'.)+)\]?$/s.exec(inner)
  if (single !== null) return { column: bare(single[2] ?? ''), isThisRow: single[1] === '@' }
  const pair = /^\[([^\]]*)\],\s*\[((?:[^[\]']|'.)+)\]$/s.exec(inner)
  const special = SPECIAL.exec(pair?.[1] ?? '')?.[1]?.toLowerCase()
  if (pair === null || (special !== 'this row' && special !== 'data')) return undefined
  return { column: bare(pair[2] ?? ''), isThisRow: special === 'this row' }
}
