// How the tables of a page are set: in columns, or a line for each row where columns would cost too much. Pure.
// The converter lays a table out on a grid as wide and high as its cells say, and a cell may say that it spans ten million rows.

/** What is used of an element. */
export interface PageElement {
  readonly type: string
  readonly name?: string
  readonly children?: readonly PageElement[]
  /** Names in lower case. */
  readonly attribs?: { [name: string]: string }
}

/** What is used of the converter's builder. */
export interface PageBuilder {
  readonly options: { readonly formatters: { readonly dataTable: Format } }
  openBlock(options: { readonly leadingLineBreaks: number }): void
  closeBlock(options: { readonly trailingLineBreaks: number }): void
  addInline(text: string): void
}

/** A converter's way to set an element; `walk` sets what is in it. */
export type Format = (
  element: PageElement,
  walk: (elements: readonly PageElement[] | undefined, builder: PageBuilder) => void,
  builder: PageBuilder,
  options: object,
) => void

interface Row {
  readonly cells: readonly PageElement[]
}

const MOST_ROWS = 1_000
const MOST_COLUMNS = 100
/** Places of the grid that the cells of one table take. */
const MOST_PLACES = 50_000
/** Columns that one cell may take: a heading over the whole of a table says 100 or 1000. */
const WIDEST = 20

/** Sets a table in columns where it is of a size that people read, else each of its rows in one line. */
export const formatTable: Format = (table, walk, builder, options) => {
  const rows = rowsOf(table)
  if (isOrdinary(rows)) return builder.options.formatters.dataTable(table, walk, builder, options)
  builder.openBlock({ leadingLineBreaks: 2 })
  for (const { cells } of rows) {
    builder.openBlock({ leadingLineBreaks: 1 })
    for (const { children } of cells) {
      walk(children, builder)
      builder.addInline(' ')
    }
    builder.closeBlock({ trailingLineBreaks: 1 })
  }
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** The rows as the converter finds them. */
function rowsOf({ children = [] }: PageElement): readonly Row[] {
  return children.flatMap((child) => {
    if (child.type !== 'tag') return []
    if (child.name === 'tr') {
      const cells = child.children?.filter(({ name }) => name === 'td' || name === 'th') ?? []
      return [{ cells }]
    }
    return /^(?:thead|tbody|tfoot|center)$/.test(child.name ?? '') ? rowsOf(child) : []
  })
}

/** Whether a grid of it is small; what its cells span is cut to what there is. */
function isOrdinary(rows: readonly Row[]): boolean {
  if (rows.length > MOST_ROWS) return false
  let places = 0
  for (const [at, { cells }] of rows.entries()) {
    const spans = cells.map((cell) => {
      const wide = cutSpan(cell, 'colspan', WIDEST)
      places += wide * cutSpan(cell, 'rowspan', rows.length - at)
      return wide
    })
    if (spans.reduce((sum, wide) => sum + wide, 0) > MOST_COLUMNS || places > MOST_PLACES) return false
  }
  return true
}

/** What a cell spans, 1 to `most`; that is what the cell says from then on. */
function cutSpan({ attribs }: PageElement, name: 'colspan' | 'rowspan', most: number): number {
  const said = Math.trunc(Number(attribs?.[name]))
  const span = said >= 1 ? Math.min(said, most) : 1
  if (attribs !== undefined) attribs[name] = String(span)
  return span
}
