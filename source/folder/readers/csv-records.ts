// The cells of a separated text, each with where it stands. Pure.

/** The signs of a separated text. */
export interface CsvMarks {
  /** One UTF-16 unit. */
  readonly separator: string
  /** One UTF-16 unit. */
  readonly quote: string
}

/** A line, or several where a quoted cell has line breaks. */
export interface CsvRecord {
  /** Line of the text from 1. */
  readonly line: number
  readonly start: number
  /** Before the line end. */
  readonly end: number
  /** Behind the line end; the same as `end` in a last line without one. */
  readonly next: number
  /** Start and end of each cell in turn: with its quotes, without blanks outside of them. */
  readonly spans: readonly number[]
}

export interface CsvRecords {
  readonly records: readonly CsvRecord[]
  /** A quote that nothing closes: the line in which its record begins. The record is left out. */
  readonly unclosedLine?: number
}

const LF = 10
const CR = 13
const BLANK = 32
const TAB = 9

/**
 * The records of a text from `from` on, empty lines among them (one empty cell), at most `most`.
 * A quote inside of a bare cell is part of it; one inside of a quoted cell, neither doubled nor before a separator
 * or line end, as well.
 */
export function readRecords(
  text: string,
  marks: CsvMarks,
  from = 0,
  firstLine = 1,
  most = Infinity,
): CsvRecords {
  const separator = marks.separator.charCodeAt(0)
  const quote = marks.quote.charCodeAt(0)
  const records: CsvRecord[] = []
  let line = firstLine
  let at = from
  while (at < text.length && records.length < most) {
    const start = at
    const spans: number[] = []
    let breaks = 0
    for (;;) {
      const cell = skipBlanks(text, at, separator)
      if (text.charCodeAt(cell) === quote) {
        const closed = closeQuote(text, cell, separator, quote)
        if (closed === undefined) return { records, unclosedLine: line }
        breaks += closed.breaks
        spans.push(cell, closed.end)
        at = skipBlanks(text, closed.end, separator)
      } else {
        while (at < text.length && !isEnd(text.charCodeAt(at), separator)) at++
        // Blanks around a bare cell stay where they are when the cell is changed.
        let end = at
        while (end > cell && isBlank(text.charCodeAt(end - 1), separator)) end--
        spans.push(Math.min(cell, end), end)
      }
      if (text.charCodeAt(at) !== separator) break
      at++
    }
    const end = at
    if (text.charCodeAt(at) === CR) at++
    if (text.charCodeAt(at) === LF) at++
    records.push({ line, start, end, next: at, spans })
    line += breaks + 1
  }
  return { records }
}

function isEnd(code: number, separator: number): boolean {
  return code === separator || code === LF || code === CR
}

function isBlank(code: number, separator: number): boolean {
  return (code === BLANK || code === TAB) && code !== separator
}

function skipBlanks(text: string, from: number, separator: number): number {
  let at = from
  while (isBlank(text.charCodeAt(at), separator)) at++
  return at
}

/** Where a quoted cell ends, behind its quote; undefined: it does not. */
function closeQuote(
  text: string,
  from: number,
  separator: number,
  quote: number,
): { readonly end: number; readonly breaks: number } | undefined {
  let breaks = 0
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) breaks++
    if (code !== quote) continue
    if (text.charCodeAt(at + 1) === quote) {
      at++
      continue
    }
    const behind = skipBlanks(text, at + 1, separator)
    if (behind >= text.length || isEnd(text.charCodeAt(behind), separator)) return { end: at + 1, breaks }
  }
  return undefined
}

/** How many cells a record has. */
export function cellCount(record: CsvRecord): number {
  return record.spans.length / 2
}

/** Whether the record has a cell at that place and it stands in quotes. */
export function isQuoted(text: string, record: CsvRecord, index: number, quote: string): boolean {
  const [start = 0, end = 0] = [record.spans[2 * index], record.spans[2 * index + 1]]
  return end - start >= 2 && text[start] === quote
}

/** What a cell says, without its quotes; empty where the record has no such cell. */
export function cellText(text: string, record: CsvRecord, index: number, quote: string): string {
  const start = record.spans[2 * index]
  const end = record.spans[2 * index + 1]
  if (start === undefined || end === undefined || start === end) return ''
  if (end - start < 2 || text[start] !== quote) return text.slice(start, end)
  const inner = text.slice(start + 1, end - 1)
  return inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner
}

/** Whether the record is an empty line, or one of separators only. One of empty quotes is a record. */
export function isEmptyRecord({ spans }: CsvRecord): boolean {
  for (let index = 0; index < spans.length; index += 2) if (spans[index] !== spans[index + 1]) return false
  return true
}
