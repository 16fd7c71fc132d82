// When Enter ends a draft and when it opens a further line, and what is sent of it. The same rules as in a script
// (script/read-lines.ts): `"""` opens and closes a message of several lines. Marks are looked for in what was typed: a held paste is
// one character by then, whatever it begins with. Pure.
import { wholeText } from './draft-pastes.ts'
import type { DraftState } from './draft-state.ts'

const FENCE = '"""'

/** The draft after an Enter that does not send: a `\` at the line's end, or an open `"""`; undefined: it sends. */
export function continued(draft: DraftState): { readonly text: string; readonly cursor: number } | undefined {
  const { text, cursor } = draft
  const before = text.slice(0, cursor)
  const after = text.slice(cursor)
  const isLineEnd = after === '' || after.startsWith('\n')
  if (isLineEnd && before.endsWith('\\')) return { text: `${before.slice(0, -1)}\n${after}`, cursor }
  if (isOpen(text)) return { text: `${before}\n${after}`, cursor: cursor + 1 }
  return undefined
}

/** What is sent: pastes in full, without the marks around a message of several lines. */
export function messageOf({ text, pastes }: Pick<DraftState, 'text' | 'pastes'>): string {
  const body = fencedBody(text)
  if (body === undefined) return wholeText(text, pastes).trimEnd()
  const message = wholeText(body, pastes)
    // The first line keeps what it begins with.
    .replace(/^\s*\n/, '')
    .trimEnd()
    // It is no command, whatever it begins with: `//` stands for a slash.
    .replace(/^\s*\//, '$&/')
  // What begins with a blank is not kept on the disk, that before the marks too.
  return /^\s/.test(text) && !/^\s/.test(message) ? ` ${message}` : message
}

/** Whether a message of several lines was opened and not closed. */
export function isOpen(text: string): boolean {
  const whole = text.trim()
  return whole.startsWith(FENCE) && !isClosed(whole) && !isOneLine(whole)
}

/** What stands between the marks; undefined: there are none. */
function fencedBody(text: string): string | undefined {
  const whole = text.trim()
  if (!whole.startsWith(FENCE) || !isClosed(whole) || isOneLine(whole)) return undefined
  return whole.slice(FENCE.length, -FENCE.length)
}

function isClosed(whole: string): boolean {
  return whole.length >= 2 * FENCE.length && whole.endsWith(FENCE)
}

/** The first line closes what it opens, and more stands behind it: that is code or a quotation, and sent with its marks. */
function isOneLine(whole: string): boolean {
  const end = whole.indexOf('\n')
  return end >= 0 && isClosed(whole.slice(0, end).trimEnd())
}
