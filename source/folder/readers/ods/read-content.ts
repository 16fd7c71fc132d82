// The cells of an OpenDocument spreadsheet as its file types them. Pure.
import type { ZipFile } from '../package/zip-file.ts'
import {
  type CellContent,
  type CellForm,
  type CellRange,
  type Grid,
  MOST_CELLS,
  type SheetCell,
  type SheetRow,
} from '../sheet/grid.ts'
import type { OdsCell, OdsContent, OdsTable } from './scan-content.ts'

/** The grid of a table, what is repeated written out. `readOnly`: why the file cannot be changed. */
export function readOdsGrid(
  { hiding }: OdsContent,
  table: OdsTable,
  { zip, readOnly }: { readonly zip: ZipFile; readonly readOnly: string | undefined },
): Grid {
  const rows: SheetRow[] = []
  const merges: CellRange[] = []
  let count = 0
  for (const { row, repeated, cells } of table.rows) {
    const own = cells
      .filter(({ isCovered }) => !isCovered)
      .flatMap((cell) => {
        const read = readOdsCell(cell)
        merges.push(...mergesOf(cell, row))
        return read === undefined ? [] : [{ ...cell, read }]
      })
    if (own.length === 0) continue
    count += repeated * own.reduce((sum, cell) => sum + cell.repeated, 0)
    if (count > MOST_CELLS) throw zip.damaged(`it has more than ${MOST_CELLS} cells that hold something`)
    const line: (SheetCell | undefined)[] = []
    for (const { column, repeated: times, read } of own)
      for (let at = 0; at < times; at++) line[column + at] = read
    for (let at = 0; at < repeated; at++) rows.push({ row: row + at, cells: line })
  }
  const locked = table.isProtected
    ? `The sheet \`${table.name}\` of \`${zip.path}\` is protected: take its protection off to change it.`
    : undefined
  const reason = readOnly ?? locked
  return {
    name: table.name,
    syntax: 'open',
    rows,
    merges,
    isHidden: hiding.has(table.style),
    sums: [],
    ...(reason === undefined ? {} : { readOnly: reason }),
  }
}

function mergesOf({ column, attributes }: OdsCell, row: number): readonly CellRange[] {
  const columns = Number(attributes['table:number-columns-spanned'] ?? 1)
  const rows = Number(attributes['table:number-rows-spanned'] ?? 1)
  if (!(columns > 1) && !(rows > 1)) return []
  return [
    { top: row, left: column, bottom: row + Math.max(1, rows) - 1, right: column + Math.max(1, columns) - 1 },
  ]
}

/** undefined: the cell holds nothing. */
export function readOdsCell(cell: OdsCell): SheetCell | undefined {
  const content = odsContent(cell)
  const formula = odsFormula(cell)
  if (content === undefined && formula === undefined) return undefined
  const form = content?.type === 'number' ? formOf(cell) : undefined
  return {
    content,
    ...(form === undefined ? {} : { form }),
    ...(formula === undefined ? {} : { formula }),
  }
}

/** The formula without its mark; empty: an array, or in another language than OpenFormula; undefined: none. */
export function odsFormula({ attributes }: OdsCell): string | undefined {
  const formula = attributes['table:formula']
  if (formula === undefined) return undefined
  const isArray = attributes['table:number-matrix-columns-spanned'] !== undefined
  return formula.startsWith('of:=') && !isArray ? formula.slice(4) : ''
}

function formOf({ attributes }: OdsCell): CellForm | undefined {
  if (attributes['office:value-type'] === 'percentage') return { isPercent: true }
  const unit = attributes['office:currency']
  return unit === undefined || unit === '' ? undefined : { unit }
}

function odsContent({ attributes, text }: OdsCell): CellContent | undefined {
  if (attributes['calcext:value-type'] === 'error') return { type: 'error', value: text }
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const value = Number(attributes['office:value'] ?? Number.NaN)
      return Number.isFinite(value) ? { type: 'number', value } : undefined
    }
    case 'boolean':
      return { type: 'yes/no', value: attributes['office:boolean-value'] === 'true' }
    case 'date':
      return dateContent(attributes['office:date-value'] ?? '')
    case 'time':
      return timeContent(attributes['office:time-value'] ?? '')
    case 'string': {
      const words = attributes['office:string-value'] ?? text
      return words === '' ? undefined : { type: 'text', value: words }
    }
    default:
      return undefined
  }
}

function dateContent(value: string): CellContent | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?)?/.exec(value)
  if (found === null) return undefined
  const [, day = '', time, seconds = '00'] = found
  return {
    type: 'date',
    value: time === undefined ? day : `${day} ${time}${seconds === '00' ? '' : `:${seconds}`}`,
  }
}

function timeContent(value: string): CellContent | undefined {
  const found = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(value)
  if (found === null) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((digits) => Number(digits ?? 0))
  const two = (number: number) => String(number).padStart(2, '0')
  return { type: 'time', value: `${two(hours)}:${two(minutes)}${seconds === 0 ? '' : `:${two(seconds)}`}` }
}
