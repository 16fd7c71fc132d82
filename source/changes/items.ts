// What stands in a text file and can be changed by itself: boxes of a list, its entries, rows of a table, values that have a name. Pure.

/** Where something stands. */
interface Place {
  /** Number of its line, from 0. */
  readonly at: number
  /** The line as it stands there. */
  readonly whole: string
  /** What it is known by. */
  readonly text: string
  /** Headings and names above it. */
  readonly under: string
}

/** `- [ ] posters`. */
export interface Box extends Place {
  readonly type: 'box'
  readonly done: boolean
}

/** A line of a list. */
export interface Entry extends Place {
  readonly type: 'entry'
}

/** `key code: 2290`. */
export interface Value extends Place {
  readonly type: 'value'
  /** Where the value stands in the line. */
  readonly from: number
  readonly to: number
}

/** A column with what stands in it. */
export interface Column {
  readonly name: string
  readonly values: readonly string[]
}

export interface Cell {
  readonly column: Column
  readonly from: number
  readonly to: number
  readonly text: string
}

/** What comes in the place of what stands in a cell. */
export interface CellChange {
  readonly cell: Cell
  readonly text: string
  /** How plainly this cell is meant, 0 to 1: by its column's name, or only by the kind of what stands there. */
  readonly sure: number
}

/** A row of a table. */
export interface Row extends Place {
  readonly type: 'row'
  readonly cells: readonly Cell[]
}

export type Item = Box | Entry | Value | Row

/** Of a longer line nobody says that it is an entry of a list. */
const MOST_WORDS = 12
/** A table has at least so many columns. */
const LEAST_COLUMNS = 2

const BOX = /^(?<bullet>\s*(?:[-*+]\s+)?)\[(?<done>[ xX])\]\s+(?<text>.+)$/u
const VALUE =
  /^(?<lead>\s*(?:[-*+]\s+)?["']?(?<name>[^\s"'=:|#;][^"'=:|]{0,38}?)["']?\s*(?:=|:(?=\s)|(?<=["'\s]):)\s*["']?)(?<value>[^"'\s#[{][^"#]*?)["']?,?\s*(?:#.*)?$/u
const HEADING = /^(?:#+\s+.*|\[[^\]]+\]|.{1,60}:)\s*$/u

/** Everything of a file that can be changed by itself, in the order of its lines. */
export function itemsOf(path: string, text: string): readonly Item[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const isTable = /\.(?:csv|tsv|tab)$/i.test(path)
  if (/\.jsonl?$/i.test(path))
    return [...recordsOf(lines), ...linesOf(lines.map((line) => (isRecord(line) ? '' : line)))]
  return isTable ? rowsOf(lines, separatorOf(lines), 0, lines.length, '') : linesOf(lines)
}

function linesOf(lines: readonly string[]): readonly Item[] {
  const items: Item[] = []
  let above: readonly { readonly depth: number; readonly text: string }[] = []
  for (let at = 0; at < lines.length; at++) {
    const whole = lines[at] ?? ''
    if (whole.trim() === '') continue
    const depth = whole.length - whole.trimStart().length
    above = above.filter(
      (one) => one.depth < depth || (one.depth === 0 && depth === 0 && !HEADING.test(whole)),
    )
    const under = above.map((one) => one.text).join(' ')
    if (HEADING.test(whole)) {
      above = [...above, { depth, text: whole.replace(/[#[\]:]/g, ' ').trim() }]
      continue
    }
    if (/^\s*\|.*\|\s*$/.test(whole)) {
      const rest = lines.slice(at).findIndex((line) => !/^\s*\|/.test(line))
      const end = rest < 0 ? lines.length : at + rest
      items.push(...rowsOf(lines, '|', at, end, under))
      at = end - 1
      continue
    }
    const item = itemIn(whole, at, under)
    if (item !== undefined) items.push(item)
  }
  return items
}

function itemIn(whole: string, at: number, under: string): Item | undefined {
  const box = BOX.exec(whole)?.groups
  if (box) return { type: 'box', at, whole, under, text: box.text ?? '', done: box.done !== ' ' }
  const value = VALUE.exec(whole)?.groups
  if (value) {
    const from = value.lead?.length ?? 0
    const to = from + (value.value?.length ?? 0)
    return { type: 'value', at, whole, under, text: value.name ?? '', from, to }
  }
  const text = whole.replace(/^\s*(?:(?:[-*+•]|\d+[.)])\s+)?/u, '')
  const isEntry = text.split(/\s+/).length <= MOST_WORDS && /\p{L}/u.test(text)
  return isEntry ? { type: 'entry', at, whole, under, text } : undefined
}

const PAIR = /"(?<name>[^"]+)"\s*:\s*(?:"(?<text>(?:[^"\\]|\\.)*)"|(?<bare>[^\s",{}[\]]+))/gu

/** A line of JSON with several values. */
function isRecord(line: string): boolean {
  return /^\s*\{.*\}\s*,?\s*$/.test(line) && [...line.matchAll(PAIR)].length >= LEAST_COLUMNS
}

/** Records that have a line each, as rows. */
function recordsOf(lines: readonly string[]): readonly Row[] {
  const found = lines.flatMap((whole, at) => (isRecord(whole) ? [{ whole, at, cells: pairsIn(whole) }] : []))
  const columns = new Map<string, string[]>()
  for (const { cells } of found)
    for (const { name, text } of cells) columns.set(name, [...(columns.get(name) ?? []), text])
  return found.map(({ whole, at, cells }) => ({
    type: 'row',
    at,
    whole,
    under: '',
    text: cells.map(({ text }) => text).join(' '),
    cells: cells.map(({ name, ...cell }) => ({ ...cell, column: { name, values: columns.get(name) ?? [] } })),
  }))
}

function pairsIn(line: string) {
  return [...line.matchAll(PAIR)].map(({ index, 0: all, groups: { name = '', text, bare } = {} }) => {
    const to = index + all.length - (text === undefined ? 0 : 1)
    const said = text ?? bare ?? ''
    return { name, text: said, from: to - said.length, to }
  })
}

function separatorOf(lines: readonly string[]): string {
  const [head = ''] = lines
  const counted = [';', '\t', ','].map((one) => ({ one, count: head.split(one).length }))
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).one
}

/** Rows of a table; the first of its lines names the columns. */
function rowsOf(
  lines: readonly string[],
  separator: string,
  start: number,
  end: number,
  under: string,
): readonly Row[] {
  const names = cellsIn(lines[start] ?? '', separator).map(({ text }) => text)
  if (names.length < LEAST_COLUMNS) return []
  const rows = lines.slice(start + 1, end).flatMap((whole, index) => {
    const cells = cellsIn(whole, separator)
    const isRule = /^[\s|:-]*$/.test(whole)
    return isRule || cells.length !== names.length ? [] : [{ whole, at: start + 1 + index, cells }]
  })
  const columns = names.map((name, at) => ({ name, values: rows.map(({ cells }) => cells[at]?.text ?? '') }))
  return rows.map(({ whole, at, cells }) => ({
    type: 'row',
    at,
    whole,
    under,
    text: cells.map(({ text }) => text).join(' '),
    cells: cells.flatMap((cell, index) => {
      const column = columns[index]
      return column === undefined ? [] : [{ ...cell, column }]
    }),
  }))
}

/** The cells of a line, without spaces and quotation marks around them. */
function cellsIn(line: string, separator: string): readonly Omit<Cell, 'column'>[] {
  const bounds: [number, number][] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at <= line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (at < line.length && (line[at] !== separator || isQuoted)) continue
    bounds.push([from, at])
    from = at + 1
  }
  const inner = separator === '|' ? bounds.slice(1, -1) : bounds
  return inner.map(([start, stop]) => {
    const raw = line.slice(start, stop)
    const lead = /^[\s"]*/.exec(raw)?.[0].length ?? 0
    const text = raw.trim().replace(/^"|"$/g, '')
    // An empty cell between two bars keeps a space on each side.
    const place = text === '' ? Math.min(stop, start + Math.min(1, lead)) : start + lead
    return { from: place, to: place + text.length, text }
  })
}
