// Text that others wrote (a model, a file, a page) on its way to the terminal. Nothing in it may move the cursor,
// clear the screen, set the title or turn the reading direction. Pure; every text that is drawn goes through here.
import { ESCAPE_SEQUENCES } from '../lib/escape-sequences.ts'

const LINE_ENDS = /\r\n?|[\x85\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
// Bidirectional controls can show code in another order than it runs (CVE-2021-42574).
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const TAB = '    '

/** Text that is safe to draw: escape sequences gone, other controls visible (`^[`, `\x9b`), tabs as four spaces. */
export function safeText(text: string): string {
  return plainText(text).replaceAll('\t', TAB)
}

/** As `safeText`, but tabs stay: for text that goes on to the session, such as a paste. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPE_SEQUENCES, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, visible)
    .replace(DIRECTIONS, (mark) => `<U+${hex(mark)}>`)
}

/** The first line that has something in it, safe to draw. */
export function safeLine(text: string): string {
  const line = safeText(text)
    .split('\n')
    .find((one) => one.trim() !== '')
  return line?.trim() ?? ''
}

function visible(control: string): string {
  const code = control.charCodeAt(0)
  if (code === 0x7f) return '^?'
  return code < 0x20 ? `^${String.fromCharCode(code + 64)}` : `\\x${code.toString(16)}`
}

function hex(mark: string): string {
  return mark.charCodeAt(0).toString(16).toUpperCase()
}
