// Cutting long text so that it says what is missing; pure.
import type { LeftOut } from './head-and-tail.ts'

/** A text that fits, and what had to go. */
export interface Truncated {
  readonly text: string
  readonly truncated: boolean
  /** Characters (UTF-16 units) of the original that are left out. */
  readonly omittedCharacters: number
  /** Line breaks inside what is left out. */
  readonly omittedLines: number
}

const MARKER_ROOM = 80
const MARKER_END = 'left out ...]'
const NOTHING_LEFT: LeftOut = { characters: 0, lines: 0 }

/**
 * Keeps the head and the tail of a text (two thirds and one third) and puts a marker in between that says how much
 * is missing. The result, marker included, has at most `maxCharacters` (at least 200). Cuts fall on line borders
 * where one is near, never inside a surrogate pair. `left` is what had gone from the middle before, and counts with it.
 */
export function truncateMiddle(text: string, maxCharacters: number, left = NOTHING_LEFT): Truncated {
  if (text.length <= maxCharacters) return { text, truncated: false, omittedCharacters: 0, omittedLines: 0 }
  const room = Math.max(maxCharacters, 200) - MARKER_ROOM
  const headEnd = endOfHead(text, Math.floor((room * 2) / 3))
  const tailStart = startOfTail(text, text.length - Math.floor(room / 3))
  const omitted = text.slice(headEnd, tailStart)
  const omittedLines = omitted.split('\n').length - 1 + left.lines
  const omittedCharacters = omitted.length + left.characters
  const lines = omittedLines > 0 ? `${omittedLines} lines, ` : ''
  const marker = `[... ${lines}${omittedCharacters} characters ${MARKER_END}`
  const head = text.slice(0, headEnd)
  const tail = text.slice(tailStart)
  return {
    text: `${head}${head.endsWith('\n') ? '' : '\n'}${marker}\n${tail}`,
    truncated: true,
    omittedCharacters,
    omittedLines,
  }
}

/** Whether a text has a marker of `truncateMiddle` in it. */
export function isCut(text: string): boolean {
  return text.includes(MARKER_END)
}

/** Cuts a line to `maxCharacters`, with `…` where something is missing, so that the part at `focus` stays visible. */
export function cutLine(line: string, maxCharacters: number, focus = 0): string {
  if (line.length <= maxCharacters) return line
  const wanted = focus < maxCharacters - 20 ? 0 : focus - Math.floor(maxCharacters / 3)
  const start = Math.max(0, Math.min(wanted, line.length - maxCharacters + 1))
  const before = start > 0 ? '…' : ''
  const reach = start + maxCharacters - before.length
  if (reach >= line.length) return before + line.slice(pairBorder(line, start))
  return `${before}${line.slice(pairBorder(line, start), pairBorder(line, reach - 1))}…`
}

function endOfHead(text: string, wanted: number): number {
  const lineBreak = text.lastIndexOf('\n', wanted - 1)
  return lineBreak > wanted / 2 ? lineBreak + 1 : pairBorder(text, wanted)
}

function startOfTail(text: string, wanted: number): number {
  const lineBreak = text.indexOf('\n', wanted)
  const near = lineBreak !== -1 && lineBreak < wanted + (text.length - wanted) / 2
  return near ? lineBreak + 1 : pairBorder(text, wanted)
}

/** Moves a cut out of the middle of a surrogate pair. */
function pairBorder(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff ? index + 1 : index
}
