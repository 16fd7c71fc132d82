// Text that others wrote (a model, a file, a page, a plugin) on its way to a terminal. Nothing in it may move the cursor, clear the screen,
// set the title or turn the reading direction. Pure; the screen draws through `safeText` of its own room.
import { ESCAPE_SEQUENCES } from './escape-sequences.ts'

const LINE_ENDS = /\r\n?|[\x85\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
// Bidirectional controls can show code in another order than it runs (CVE-2021-42574).
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
/** Of these JSON itself writes out those below a space. */
const RAW_IN_JSON = /[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Escape sequences gone, other controls visible (`^[`, `\x9b`, `<U+202E>`), each line end `\n`; tabs stay. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPE_SEQUENCES, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, visible)
    .replace(DIRECTIONS, (mark) => `<U+${hex(mark)}>`)
}

/** The same JSON as `JSON.stringify` gives, in one line that a terminal shows as it is. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    RAW_IN_JSON,
    (mark) => `\\u${hex(mark).padStart(4, '0').toLowerCase()}`,
  )
}

function visible(control: string): string {
  const code = control.charCodeAt(0)
  if (code === 0x7f) return '^?'
  return code < 0x20 ? `^${String.fromCharCode(code + 64)}` : `\\x${code.toString(16)}`
}

function hex(mark: string): string {
  return mark.charCodeAt(0).toString(16).toUpperCase()
}
