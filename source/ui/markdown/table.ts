// A table that fits the width: cells are wrapped, and where even that is too narrow, each row becomes lines of name and
// value. Pure.
import type { Tokens } from 'marked'
import { columnWidth } from '../column-width.ts'
import { rowWidth, type Stretch, type StyledRow } from '../theme/paint.ts'
import { inlineStretches } from './inline.ts'
import type { Layout } from './layout.ts'
import { wrapRow } from './wrap-row.ts'

/** Narrower columns are hard to read. */
const LEAST_COLUMN = 6
/** Between two columns: a space, the bar, a space. */
const GAP = 3

type Align = 'left' | 'right' | 'center' | null
type Cell = StyledRow

/** Rows of a table: the head, a line, and its rows. */
export function tableRows(table: Tokens.Table, layout: Layout): readonly StyledRow[] {
  // The lexer drops cells that the head has no column for.
  if (hasMoreCells(table)) return wrapRow([{ text: table.raw.trimEnd() }], layout.columns)
  const head = table.header.map((cell) => bold(inlineStretches(cell.tokens, layout)))
  const body = table.rows.map((row) => row.map((cell) => inlineStretches(cell.tokens, layout)))
  const widths = layout.spoken ? undefined : fitColumns([head, ...body], layout.columns)
  if (widths === undefined) return listed(head, body, layout)
  const { signs } = layout
  const line = widths
    .map((width) => signs.rule.repeat(width))
    .join(`${signs.rule}${signs.cross}${signs.rule}`)
  const draw = (cells: readonly Cell[]) => drawRow(cells, widths, table.align, signs.bar)
  // Rows of one line need nothing between them.
  const drawn = body.map(draw)
  const isTall = drawn.some((rows) => rows.length > 1)
  const between: StyledRow = [{ text: line, tint: 'quiet' }]
  return [
    ...draw(head),
    between,
    ...drawn.flatMap((rows, at) => (isTall && at > 0 ? [between, ...rows] : rows)),
  ]
}

/** Widths of the columns; undefined when they cannot stand side by side. */
function fitColumns(rows: readonly (readonly Cell[])[], columns: number): readonly number[] | undefined {
  const count = rows[0]?.length ?? 0
  const room = columns - GAP * (count - 1)
  const wanted = Array.from({ length: count }, (_, at) =>
    Math.max(1, ...rows.map((row) => widestLine(row[at] ?? []))),
  )
  const least = wanted.map((width) => Math.min(width, LEAST_COLUMN))
  if (sum(least) > room) return undefined
  if (sum(wanted) <= room) return wanted
  // Narrow columns get what they want; what is left goes to the wide ones in equal parts, as often as it takes.
  const widths = [...least]
  for (let left = room - sum(widths); left > 0; left = room - sum(widths)) {
    const hungry = wanted.flatMap((width, at) => (width > (widths[at] ?? 0) ? [at] : []))
    const part = Math.max(1, Math.floor(left / hungry.length))
    for (const at of hungry) {
      const more = Math.min(part, (wanted[at] ?? 0) - (widths[at] ?? 0), room - sum(widths))
      widths[at] = (widths[at] ?? 0) + more
    }
  }
  return widths
}

function drawRow(
  cells: readonly Cell[],
  widths: readonly number[],
  aligns: readonly Align[],
  bar: string,
): readonly StyledRow[] {
  const wrapped = widths.map((width, at) => wrapRow(cells[at] ?? [], width))
  const height = Math.max(...wrapped.map((rows) => rows.length))
  return Array.from({ length: height }, (_, line) =>
    trimEnd(
      widths.flatMap((width, at): StyledRow => {
        const padded = pad(wrapped[at]?.[line] ?? [], width, aligns[at] ?? null)
        return at === 0 ? padded : [{ text: ` ${bar} `, tint: 'quiet' }, ...padded]
      }),
    ),
  )
}

function pad(row: StyledRow, width: number, align: Align): StyledRow {
  const room = Math.max(0, width - rowWidth(row))
  const left = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0
  return [...spaces(left), ...row, ...spaces(room - left)]
}

/** Each row as lines of name and value, with an empty row between the rows. */
function listed(
  head: readonly Cell[],
  body: readonly (readonly Cell[])[],
  layout: Layout,
): readonly StyledRow[] {
  return body.flatMap((row, at) => [
    ...(at > 0 && !layout.spoken ? [[]] : []),
    ...(layout.spoken
      ? wrapRow(
          row.flatMap(
            (cell, column): StyledRow => [
              ...(column > 0 ? [{ text: ', ' }] : []),
              ...(head[column] ?? []),
              { text: ' ' },
              ...cell,
            ],
          ),
          layout.columns,
        )
      : row.flatMap((cell, column) =>
          wrapRow([...(head[column] ?? []), { text: ': ' }, ...cell], layout.columns),
        )),
  ])
}

function hasMoreCells({ raw, header }: Tokens.Table): boolean {
  const bars = (line: string) =>
    line
      .trim()
      .replace(/^\||(?<!\\)\|$/g, '')
      .match(/(?<!\\)\|/g)?.length ?? 0
  return raw.split('\n').some((line) => bars(line) >= header.length)
}

function bold(cell: Cell): Cell {
  return cell.map((one): Stretch => ({ ...one, bold: true }))
}

function spaces(count: number): StyledRow {
  return count <= 0 ? [] : [{ text: ' '.repeat(count) }]
}

function trimEnd(row: StyledRow): StyledRow {
  const last = row.at(-1)
  return last !== undefined && last.text.trim() === '' && last.tint === undefined ? row.slice(0, -1) : row
}

function widestLine(cell: Cell): number {
  const lines = cell
    .map(({ text }) => text)
    .join('')
    .split('\n')
  return Math.max(...lines.map(columnWidth))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
