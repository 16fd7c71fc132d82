// When Enter ends a draft and when it opens a further line, and what is sent of it. The same rules as in a script
// (script/read-lines.ts): `"""` opens and closes a message of several lines. Pure.
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
  if (isOpen(wholeText(text, draft.pastes))) return { text: `${before}\n${after}`, cursor: cursor + 1 }
  return undefined
}

/** What is sent: pastes in full, without the marks around a message of several lines. */
export function messageOf({ text, pastes }: DraftState): string {
  const whole = wholeText(text, pastes).trim()
  if (!whole.startsWith(FENCE)) return wholeText(text, pastes).trimEnd()
  const inner = whole.slice(FENCE.length)
  if (!inner.endsWith(FENCE)) return whole
  const body = inner.slice(0, -FENCE.length)
  const message = body.trim()
  // What begins with a blank is not kept on the disk, between the marks too.
  const first = body.split('\n').find((line) => line.trim() !== '') ?? ''
  const blank = /^\s/.test(text) || /^\s/.test(first) ? ' ' : ''
  // It is no command, whatever it begins with: `//` stands for a slash.
  return blank + (message.startsWith('/') ? `/${message}` : message)
}

function isOpen(text: string): boolean {
  const whole = text.trim()
  return whole.startsWith(FENCE) && !whole.slice(FENCE.length).endsWith(FENCE)
}
