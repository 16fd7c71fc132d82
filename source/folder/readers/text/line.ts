// A text as lines that know where they stand, so that a change can be said in offsets. Pure.

/** One line of a text. */
export interface Line {
  /** Offset of its first character. */
  readonly start: number
  /** Offset behind its last character, before its line end. */
  readonly end: number
  /** Offset of the next line; the same as `end` in a last line without a line end. */
  readonly next: number
  /** Without its line end. */
  readonly text: string
}

/**
 * The lines in order; none of an empty text, and none behind a last line end. LF and CRLF end a line, mixed as they are; CR alone
 * only where the text has no LF at all (a file of an old Mac), as elsewhere it is a mark inside a line.
 */
export function splitLines(text: string): readonly Line[] {
  const mark = text.includes('\n') ? '\n' : '\r'
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf(mark, start)
    const next = at < 0 ? text.length : at + 1
    let end = at < 0 ? text.length : at
    if (mark === '\n' && at > start && text.charCodeAt(at - 1) === 13) end--
    lines.push({ start, end, next, text: text.slice(start, end) })
    start = next
  }
  return lines
}

/** The line end that a line behind this one gets: that of the line, of the nearest one above that has one, or LF. */
export function lineEndNear(text: string, lines: readonly Line[], index: number): string {
  for (let at = Math.min(index, lines.length - 1); at >= 0; at--) {
    const line = lines[at]
    if (line && line.next > line.end) return text.slice(line.end, line.next)
  }
  const first = lines[0]
  return first && first.next > first.end ? text.slice(first.end, first.next) : '\n'
}

/** How far a line is indented, in columns; a tab goes to the next multiple of 4, as in Markdown. */
export function indentOf(text: string): number {
  let columns = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 32) columns++
    else if (code === 9) columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** The blanks and tabs at its beginning. */
export function indentText(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? ''
}

/** Whether nothing can be seen in it. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}
