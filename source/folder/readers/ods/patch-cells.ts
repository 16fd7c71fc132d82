// Rows of an OpenDocument spreadsheet with some of their cells changed. Pure.
import { escapeXml, openTag, withAttribute } from '../package/xml-part.ts'
import type { CellContent, SheetEdits } from '../sheet/grid.ts'
import { type NumberType, numberTypeOf, odsCell } from './cell-xml.ts'
import { readOdsCell } from './read-content.ts'
import type { OdsCell, OdsRow, OdsTable } from './scan-content.ts'

/** What a cell is to hold. */
export interface OdsWritten {
  readonly content: CellContent | undefined
  /** A formula without its mark. */
  readonly formula?: string
}

/** By column. */
export type OdsWrites = ReadonlyMap<number, OdsWritten>

/** The look of a cell that holds something else than before: that of one of the column that holds such a thing. */
export type OdsStyles = (
  column: number,
  content: CellContent | undefined,
  own: OdsCell | undefined,
) => { readonly number: NumberType; readonly style?: string }

/** Styles are taken from the cells of the records, the last ones first. */
export function odsStyles(table: OdsTable, { records }: Pick<SheetEdits, 'records'>): OdsStyles {
  const rows = table.rows
    .filter(
      ({ row, repeated }) => records !== undefined && row + repeated > records.first && row <= records.last,
    )
    .toReversed()
  const known = new Map<string, OdsCell | undefined>()
  const sibling = (column: number, type: CellContent['type']): OdsCell | undefined => {
    const key = `${column} ${type}`
    if (!known.has(key)) {
      const cells = rows.flatMap(({ cells: all }) => all.filter((cell) => isAt(cell, column)))
      known.set(
        key,
        cells.find((cell) => readOdsCell(cell)?.content?.type === type),
      )
    }
    return known.get(key)
  }
  return (column, content, own) => {
    const type = content?.type
    const old = own === undefined ? undefined : readOdsCell(own)?.content?.type
    const like = type === undefined || type === 'text' || type === 'error' ? undefined : sibling(column, type)
    const number =
      (own === undefined ? undefined : numberTypeOf(own)) ??
      (like === undefined ? undefined : numberTypeOf(like))
    const style = type === old ? undefined : like?.attributes['table:style-name']
    return { number: number ?? { type: 'float' }, ...(style === undefined ? {} : { style }) }
  }
}

function isAt({ column, repeated }: OdsCell, at: number): boolean {
  return at >= column && at < column + repeated
}

/** What a row has between its tags, for one row of those that it stands for. */
export function rowInner(
  text: string,
  row: OdsRow,
  {
    writes,
    formulas,
    styles,
  }: {
    readonly writes: OdsWrites
    readonly formulas: ReadonlyMap<OdsCell, string>
    readonly styles: OdsStyles
  },
): string {
  let inner = ''
  let at = row.tagEnd
  for (const cell of row.cells) {
    inner += text.slice(at, cell.start) + cellTexts(text, cell, { writes, formulas, styles })
    at = cell.end
  }
  const last = row.cells.at(-1)
  const next = last === undefined ? 0 : last.column + last.repeated
  return inner + beyond(next, writes, styles) + text.slice(at, row.closeStart)
}

function cellTexts(
  text: string,
  cell: OdsCell,
  {
    writes,
    formulas,
    styles,
  }: {
    readonly writes: OdsWrites
    readonly formulas: ReadonlyMap<OdsCell, string>
    readonly styles: OdsStyles
  },
): string {
  const formula = formulas.get(cell)
  const tag = text.slice(cell.start, cell.tagEnd)
  const own = formula === undefined ? tag : withAttribute(tag, 'table:formula', `of:=${formula}`)
  const rest = text.slice(cell.tagEnd, cell.end)
  const columns = [...writes.keys()].filter((column) => isAt(cell, column)).sort((a, b) => a - b)
  if (columns.length === 0) return own + rest
  let all = ''
  let from = cell.column
  for (const column of columns) {
    all += repeatedCell(own, rest, column - from)
    all += writtenCell(text, cell, { tag: own, column, written: writes.get(column), styles })
    from = column + 1
  }
  return all + repeatedCell(own, rest, cell.column + cell.repeated - from)
}

function repeatedCell(tag: string, rest: string, times: number): string {
  return times === 0 ? '' : repeatedTag(tag, 'table:number-columns-repeated', times) + rest
}

/** A tag that stands for so many. */
export function repeatedTag(tag: string, name: string, times: number): string {
  return withAttribute(tag, name, times === 1 ? undefined : String(times))
}

function writtenCell(
  text: string,
  cell: OdsCell,
  {
    tag,
    column,
    written,
    styles,
  }: {
    readonly tag: string
    readonly column: number
    readonly written: OdsWritten | undefined
    readonly styles: OdsStyles
  },
): string {
  const others = cell.others.map(({ start, end }) => text.slice(start, end)).join('')
  // A form that waits to be filled in has its formulas.
  if (written?.formula !== undefined && cell.attributes['table:formula'] !== undefined)
    return repeatedCell(tag, text.slice(cell.tagEnd, cell.end), 1)
  return odsCell(tagFor(tag, written), written?.content, {
    ...styles(column, written?.content, cell),
    others,
  })
}

function tagFor(tag: string, written: OdsWritten | undefined): string {
  return written?.formula === undefined ? tag : withAttribute(tag, 'table:formula', `of:=${written.formula}`)
}

/** Cells behind the last one that the row has. */
function beyond(from: number, writes: OdsWrites, styles: OdsStyles): string {
  let next = from
  let all = ''
  for (const [column, written] of [...writes].sort(([a], [b]) => a - b)) {
    if (column < from) continue
    all += repeatedCell('<table:table-cell/>', '', column - next)
    all += newCell(column, written, { styles, style: undefined })
    next = column + 1
  }
  return all
}

function newCell(
  column: number,
  written: OdsWritten,
  { styles, style }: { readonly styles: OdsStyles; readonly style: string | undefined },
): string {
  const look = styles(column, written.content, undefined)
  const tag =
    style === undefined ? '<table:table-cell/>' : `<table:table-cell table:style-name="${escapeXml(style)}"/>`
  return odsCell(tagFor(tag, written), written.content, { ...look, others: '' })
}

/** A new row in the manner of another: its height, and its cells' styles. */
export function newRow(
  text: string,
  model: OdsRow | undefined,
  { writes, styles }: { readonly writes: OdsWrites; readonly styles: OdsStyles },
): string {
  if (model === undefined) return `<table:table-row>${beyond(0, writes, styles)}</table:table-row>`
  let tag = openTag(text.slice(model.start, model.tagEnd))
  for (const name of ['table:number-rows-repeated', 'table:visibility'])
    tag = withAttribute(tag, name, undefined)
  const cells = model.cells.map((cell) => {
    const style = cell.attributes['table:style-name']
    const bare =
      style === undefined
        ? '<table:table-cell/>'
        : `<table:table-cell table:style-name="${escapeXml(style)}"/>`
    let all = ''
    let from = cell.column
    for (const column of [...writes.keys()].filter((one) => isAt(cell, one)).sort((a, b) => a - b)) {
      all += repeatedCell(bare, '', column - from)
      all += newCell(column, writes.get(column) ?? { content: undefined }, { styles, style })
      from = column + 1
    }
    return all + repeatedCell(bare, '', cell.column + cell.repeated - from)
  })
  const last = model.cells.at(-1)
  const next = last === undefined ? 0 : last.column + last.repeated
  return `${tag}${cells.join('')}${beyond(next, writes, styles)}</table:table-row>`
}
