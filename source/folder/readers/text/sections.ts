// Where something new goes in a text: behind what its section has of the kind, in an empty section, or below a new heading.
import { ChangeRefused } from '../../../contracts/folder.ts'
import { type Heading, type HeadingForm, headingLines } from './heading.ts'
import { isBlank } from './line.ts'
import type { LineKind, Outline } from './outline.ts'

/** What a section is asked by: a heading's text, null for what stands before the first, undefined where nothing is said. */
export type WantedHeading = string | null | undefined

/** Where new lines go. */
export type Place =
  /** Into a section that has lines of the kind; `section` -1: before the first heading. */
  | { readonly type: 'section'; readonly section: number }
  /** Into a section that has none. */
  | { readonly type: 'empty'; readonly section: number }
  /** Below a heading that the file does not have. */
  | { readonly type: 'new'; readonly heading: string }
  /** Nothing is said of it: at the end of what there is of the kind. */
  | { readonly type: 'end' }

/** The place for a heading: matched exactly, else ignoring case, one that has lines of the kind first. */
export function placeFor(outline: Outline, wanted: WantedHeading, filled: ReadonlySet<number>): Place {
  if (wanted === undefined) return { type: 'end' }
  if (wanted === null || wanted.trim() === '')
    return filled.has(-1) ? { type: 'section', section: -1 } : { type: 'end' }
  const name = wanted.trim()
  if (/[\r\n]/.test(name))
    throw new ChangeRefused(
      `A heading is one line, \`${name.replace(/\s+/g, ' ')}\` has several; give it in one.`,
    )
  const bare = (text: string) => text.replace(/\s*:$/, '').toLowerCase()
  for (const isSame of [
    ({ text }: Heading) => text === name,
    ({ text }: Heading) => bare(text) === bare(name),
  ]) {
    const found = outline.headings.flatMap((heading, section) => (isSame(heading) ? [section] : []))
    const section = found.find((one) => filled.has(one)) ?? found[0]
    if (section !== undefined) return { type: filled.has(section) ? 'section' : 'empty', section }
  }
  return { type: 'new', heading: name }
}

/** Index of the last line of a section that is not blank, its heading where it has nothing else; -1: nothing stands there. */
export function lastLineOf(outline: Outline, section: number): number {
  let last = outline.headings[section]?.last ?? -1
  for (const [index, of] of outline.sections.entries())
    if (of === section && outline.kinds[index] !== 'blank') last = index
  return last
}

/** Index of the last line of the file that is not blank; -1: none. */
export function lastLineOfFile(outline: Outline): number {
  let last = outline.lines.length - 1
  while (last >= 0 && isBlank(outline.lines[last]?.text ?? '')) last--
  return last
}

/** New lines into a section that has none of their kind yet, with blank lines around them as the file has them. */
export function intoEmptySection(
  outline: Outline,
  section: number,
  added: readonly string[],
): { readonly behind: number; readonly lines: readonly string[] } {
  const behind = lastLineOf(outline, section)
  const heading = outline.headings[section]
  const isBelowHeading = behind === heading?.last
  const isApart = isBelowHeading ? hasBlankBelow(outline, heading.form) : true
  const below = outline.lines[behind + 1]?.text
  const closes = isApart && below !== undefined && !isBlank(below)
  return { behind, lines: [...(isApart ? [''] : []), ...added, ...(closes ? [''] : [])] }
}

/** A new heading at the end of the file with lines below it. `kinds`: what the headings that it is like have below them. */
export function belowNewHeading(
  outline: Outline,
  heading: string,
  added: readonly string[],
  kinds: ReadonlySet<LineKind>,
): { readonly behind: number; readonly lines: readonly string[] } {
  const form = formLike(outline, kinds)
  const behind = lastLineOfFile(outline)
  const lines = [...headingLines(heading, form), ...(hasBlankBelow(outline, form) ? [''] : []), ...added]
  // Behind a line of prose one in capitals, or one that is underlined, is no heading.
  const isApart = form.type === 'capitals' || form.type === 'underlined' || hasBlankAbove(outline)
  return { behind, lines: behind >= 0 && isApart ? ['', ...lines] : lines }
}

/** The form of the last heading that has such lines, else of the last one, else what a text of this kind has. */
function formLike(outline: Outline, kinds: ReadonlySet<LineKind>): HeadingForm {
  for (let index = outline.lines.length - 1; index >= 0; index--) {
    const form = outline.headings[outline.sections[index] ?? -1]?.form
    const fits = form && (form.type !== 'colon' || kinds.has('item'))
    if (fits && kinds.has(outline.kinds[index] ?? 'blank')) return form
  }
  const last = outline.headings.at(-1)?.form
  if (last && (last.type !== 'colon' || kinds.has('item'))) return last
  if (outline.manner === 'markdown') return { type: 'marks', opening: '## ', closing: '' }
  if (outline.manner === 'org') return { type: 'marks', opening: '* ', closing: '' }
  if (outline.manner === 'plain' && kinds.has('item')) return { type: 'colon', indent: '' }
  return { type: 'underlined', mark: '=' }
}

/** Whether a blank line stands between a heading of the form and what follows: as most have it, in Markdown if none tells. */
function hasBlankBelow(outline: Outline, form: HeadingForm): boolean {
  if (form.type === 'colon') return false
  let blank = 0
  let direct = 0
  for (const heading of outline.headings) {
    const kind = outline.kinds[heading.last + 1]
    if (heading.form.type !== form.type || kind === undefined || kind === 'heading') continue
    const isEmpty = kind === 'blank' && outline.kinds[heading.last + 2] === 'heading'
    if (kind !== 'blank') direct++
    else if (!isEmpty) blank++
  }
  return blank === direct ? outline.manner !== 'plain' : blank > direct
}

function hasBlankAbove(outline: Outline): boolean {
  const above = outline.headings.filter(({ line }) => line > 0).map(({ line }) => outline.kinds[line - 1])
  return above.length === 0 || above.some((kind) => kind === 'blank')
}
