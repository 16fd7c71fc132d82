// Lines of a text: which one an offset stands in, where it begins and ends.
import type { TextEdit } from '../../../contracts/folder.ts'

/** Looks lines up; from 1. */
export type LineOf = (offset: number) => number

/** Lines end with LF or CRLF. */
export function lineFinder(text: string): LineOf {
  const starts = [0]
  for (const { 0: end, index } of text.matchAll(/\n/g)) starts.push(index + end.length)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Offset at which the line of `offset` begins. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

/** Offset at which the line of `offset` ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  if (end === -1) return text.length
  return end > offset && text[end - 1] === '\r' ? end - 1 : end
}

/** Offset behind the line break at `offset`; `offset` itself where none stands there. */
export function afterBreak(text: string, offset: number): number {
  if (text.startsWith('\r\n', offset)) return offset + 2
  return text[offset] === '\n' ? offset + 1 : offset
}

/** The line break that the text uses near `offset`: the one that ends that line, else the one before it, else LF. */
export function lineBreakNear(text: string, offset: number): string {
  const end = lineEnd(text, offset)
  const next = text.slice(end, afterBreak(text, end))
  if (next !== '') return next
  const start = lineStart(text, offset)
  return text.slice(Math.max(0, start - 2), start) === '\r\n' ? '\r\n' : '\n'
}

/** Takes out the lines from that of `start` to that of `end`; of a last line without a break, the break before it goes. */
export function removeLines(text: string, start: number, end: number): TextEdit {
  const from = lineStart(text, start)
  const last = lineEnd(text, end)
  const to = afterBreak(text, last)
  if (to > last || from === 0) return { start: from, end: to, text: '' }
  return { start: text.slice(0, from).endsWith('\r\n') ? from - 2 : from - 1, end: to, text: '' }
}
