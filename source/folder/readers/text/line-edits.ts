// Changes said in lines, turned into passages of the text. The last line is what makes it hard: where it has no line end, what is
// added behind it brings its own before it, and what is removed takes the one before it, so that the file still ends without one.
import type { TextEdit } from '../../../contracts/folder.ts'
import { isBlank, type Line, lineEndNear } from './line.ts'

/** What is done to the lines of a text. Lines by index from 0. */
export interface LineChanges {
  /** Passages inside lines that are not removed. */
  readonly edits: readonly TextEdit[]
  readonly removed: ReadonlySet<number>
  /** New lines without line ends, behind a line (-1: at the top), in order. The line may be one that is removed. */
  readonly inserted: readonly { readonly behind: number; readonly lines: readonly string[] }[]
}

/** The passages in order of the text, none touching another. */
export function toTextEdits(text: string, lines: readonly Line[], changes: LineChanges): TextEdit[] {
  const inserted = new Map<number, string[]>()
  for (const { behind, lines: added } of changes.inserted)
    inserted.set(behind, [...(inserted.get(behind) ?? []), ...added])
  const edits = [...changes.edits]
  const tail = unendedTail(lines, changes.removed)
  if (tail !== undefined) {
    const added: string[] = []
    for (let index = tail - 1; index < lines.length; index++) {
      added.push(...(inserted.get(index) ?? []))
      inserted.delete(index)
    }
    edits.push(tailEdit(text, lines, tail, added))
  }
  for (const index of changes.removed) {
    const line = lines[index]
    if (line && (tail === undefined || index < tail))
      edits.push({ start: line.start, end: line.next, text: '' })
  }
  for (const [behind, added] of inserted) edits.push(insertion(text, lines, behind, added))
  return joinTouching(edits)
}

/** The first line of the removed ones at the end of a text without a last line end; undefined: none such is removed. */
function unendedTail(lines: readonly Line[], removed: ReadonlySet<number>): number | undefined {
  const last = lines.at(-1)
  if (!last || last.next > last.end || !removed.has(lines.length - 1)) return undefined
  let first = lines.length - 1
  while (first > 0 && removed.has(first - 1)) first--
  return first
}

function tailEdit(text: string, lines: readonly Line[], tail: number, added: readonly string[]): TextEdit {
  if (added.length > 0) {
    const written = added.join(lineEndNear(text, lines, tail - 1))
    return { start: lines[tail]?.start ?? 0, end: text.length, text: written }
  }
  // With a blank line left as the last, the file would end with a line end.
  let before = tail - 1
  while (before >= 0 && isBlank(lines[before]?.text ?? '')) before--
  return { start: lines[before]?.end ?? 0, end: text.length, text: '' }
}

function insertion(text: string, lines: readonly Line[], behind: number, added: readonly string[]): TextEdit {
  const lineEnd = lineEndNear(text, lines, behind)
  const line = lines[behind]
  if (!line) return { start: 0, end: 0, text: added.map((one) => one + lineEnd).join('') }
  if (line.next > line.end)
    return { start: line.next, end: line.next, text: added.map((one) => one + lineEnd).join('') }
  return { start: line.end, end: line.end, text: added.map((one) => lineEnd + one).join('') }
}

/** Whoever applies the edits need not care which of two at one place comes first. */
function joinTouching(edits: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = []
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last && last.end === edit.start)
      joined[joined.length - 1] = { start: last.start, end: edit.end, text: last.text + edit.text }
    else joined.push(edit)
  }
  return joined
}
