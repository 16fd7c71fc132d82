// Long pastes. In the draft such a paste is one private character, so that every key treats it as one; it is drawn as
// `[Pasted 214 lines]` and sent whole. Pure.
import type { DraftState } from './draft-state.ts'

/** Private character to what was pasted. */
export type Pastes = ReadonlyMap<string, string>

export const NO_PASTES: Pastes = new Map()

/** The last characters of the last private plane, which no font uses. */
const FIRST = 0x10ff00
const LAST = 0x10fffd
const MARKS = /[\u{10ff00}-\u{10fffd}]/gu
/** What is longer is held as one character. */
const MOST_LINES = 8
const MOST_CHARACTERS = 1_000

/** What is to be inserted for a paste: itself, or the character that holds it. */
export function holdPaste(
  { text, pastes }: Pick<DraftState, 'text' | 'pastes'>,
  pasted: string,
): { readonly text: string; readonly pastes: Pastes } {
  const isLong = pasted.length > MOST_CHARACTERS || linesOf(pasted) > MOST_LINES
  if (!isLong) return { text: typedText(pasted, pastes), pastes }
  for (let code = FIRST; code <= LAST; code++) {
    const mark = String.fromCodePoint(code)
    if (!pastes.has(mark) && !text.includes(mark))
      return { text: mark, pastes: new Map([...pastes, [mark, pasted]]) }
  }
  return { text: typedText(pasted, pastes), pastes }
}

/** Text that is put in by hand: what would pass for a paste is none. */
export function typedText(text: string, pastes: Pastes): string {
  return pastes.size === 0 ? text : text.replace(MARKS, (mark) => (pastes.has(mark) ? '\ufffd' : mark))
}

/** The text with every paste in full: what is sent. */
export function wholeText(text: string, pastes: Pastes): string {
  return pastes.size === 0 ? text : text.replace(MARKS, (mark) => pastes.get(mark) ?? mark)
}

/** How a cluster of the draft is drawn if it is a paste: `[Pasted 214 lines]`. */
export function pasteLabel(cluster: string, pastes: Pastes): string | undefined {
  const pasted = pasteAt(cluster, pastes)
  if (pasted === undefined) return undefined
  const lines = linesOf(pasted)
  if (lines > 1) return `[Pasted ${lines} lines]`
  return `[Pasted ${pasted.length.toLocaleString('en')} characters]`
}

/** Whether the cursor stands behind a paste, which can be shown then. */
export function isBehindPaste({ text, cursor, pastes }: DraftState): boolean {
  return pasteAt(text.slice(cursor - 2, cursor), pastes) !== undefined
}

/** The paste before the cursor in full; the same draft where there is none. */
export function expandNear(draft: DraftState): DraftState {
  const { text, cursor, pastes } = draft
  const pasted = pasteAt(text.slice(cursor - 2, cursor), pastes)
  if (pasted === undefined) return draft
  return {
    ...draft,
    text: text.slice(0, cursor - 2) + pasted + text.slice(cursor),
    cursor: cursor - 2 + pasted.length,
  }
}

function pasteAt(cluster: string, pastes: Pastes): string | undefined {
  return pastes.size === 0 ? undefined : pastes.get(cluster.slice(0, 2))
}

function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}
