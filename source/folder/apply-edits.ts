// Puts passages into a text. Pure.
import type { TextEdit } from '../contracts/folder.ts'

/**
 * The text with all edits made; their offsets are those of `text`, their order does not matter.
 * Two insertions at one place keep the order in which they are given.
 * Throws `RangeError` where two overlap or one reaches beyond the text.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.end < edit.start || edit.end > text.length)
      throw new RangeError(`the edit ${edit.start} to ${edit.end} is outside of the text`)
    if (edit.start < at) throw new RangeError(`the edit at ${edit.start} overlaps the one before`)
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  return parts.join('') + text.slice(at)
}
