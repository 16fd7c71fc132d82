// What each line of a text is: found once, in one walk, and shared by the readers of tables, lists, keys and lines, so that no line
// is in two tables. What a line is depends on its form and its neighbours only.
import { isFenceEnd, parseFence } from './fence.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { type Heading, headingAt, isRule, type TextManner } from './heading.ts'
import { parseItem } from './item-form.ts'
import { findKeyLines } from './key-form.ts'
import { indentOf, isBlank, type Line, splitLines } from './line.ts'
import { isDelimiterRow, lastRowOf } from './pipe-form.ts'

/**
 * `rule`: only draws (`---`, the marks of a fence). `more`: goes on an item. `front`: front matter that is no text. `key`: `Key: value`.
 * `code`: inside a fence, or far in.
 */
export type LineKind =
  | 'blank'
  | 'heading'
  | 'rule'
  | 'front'
  | 'code'
  | 'table'
  | 'item'
  | 'more'
  | 'key'
  | 'text'

/** A table of pipes: indices of its lines; `last` is that of its delimiter where it has no rows. */
export interface PipeSpan {
  readonly header: number
  readonly last: number
}

/** A text, line by line. */
export interface Outline {
  readonly text: string
  readonly manner: TextManner
  readonly lines: readonly Line[]
  /** One a line. */
  readonly kinds: readonly LineKind[]
  /** One a line: index into `headings` of the section it is in, -1 before the first. */
  readonly sections: readonly number[]
  readonly headings: readonly Heading[]
  readonly tables: readonly PipeSpan[]
  readonly front: FrontMatter | undefined
}

interface Walk {
  readonly lines: readonly Line[]
  readonly manner: TextManner
  readonly kinds: LineKind[]
  readonly headings: Heading[]
  readonly tables: PipeSpan[]
  /** Per character of fences: from this length on none is closed any more. */
  readonly unclosed: Map<string, number>
  /** Columns of the item that a next line may go on; -1: none. */
  itemIndent: number
}

/** Walks over a text. */
export function readOutline(text: string, manner: TextManner): Outline {
  const lines = splitLines(text)
  const front = manner === 'markdown' ? readFrontMatter(lines) : undefined
  const walk: Walk = {
    lines,
    manner,
    kinds: [],
    headings: [],
    tables: [],
    unclosed: new Map(),
    itemIndent: -1,
  }
  for (const kind of front?.kinds ?? []) walk.kinds.push(kind)
  while (walk.kinds.length < lines.length) step(walk, walk.kinds.length)
  const { kinds, headings, tables } = walk
  for (const index of findKeyLines(lines, kinds, front?.kinds.length ?? 0)) kinds[index] = 'key'
  return { text, manner, lines, kinds, sections: sectionsOf(walk), headings, tables, front }
}

/** Says of one line, or of several that belong together, what they are. */
function step(walk: Walk, index: number): void {
  const { lines, kinds } = walk
  const line = lines[index]?.text ?? ''
  if (isBlank(line)) {
    walk.itemIndent = -1
    kinds.push('blank')
    return
  }
  if (fence(walk, index, line)) return
  const heading = headingAt(lines, index, walk.manner)
  const isPart = heading?.form.type === 'colon' && goesOn(walk, line)
  if (heading && !isPart) {
    walk.headings.push(heading)
    walk.itemIndent = -1
    for (let at = heading.line; at <= heading.last; at++) kinds.push('heading')
  } else if (isRule(line)) {
    walk.itemIndent = -1
    kinds.push('rule')
  } else if (!table(walk, index, line)) {
    kinds.push(item(walk, index, line))
  }
}

function goesOn(walk: Walk, line: string): boolean {
  return walk.itemIndent >= 0 && indentOf(line) > walk.itemIndent
}

function fence(walk: Walk, index: number, line: string): boolean {
  const opening = parseFence(line)
  if (!opening || opening.length >= (walk.unclosed.get(opening.mark) ?? Number.POSITIVE_INFINITY))
    return false
  let end = index + 1
  while (end < walk.lines.length && !isFenceEnd(walk.lines[end]?.text ?? '', opening)) end++
  if (end >= walk.lines.length) {
    walk.unclosed.set(opening.mark, opening.length)
    return false
  }
  walk.itemIndent = -1
  walk.kinds.push('rule')
  for (let at = index + 1; at < end; at++)
    walk.kinds.push(isBlank(walk.lines[at]?.text ?? '') ? 'blank' : 'code')
  walk.kinds.push('rule')
  return true
}

function table(walk: Walk, index: number, line: string): boolean {
  if (!line.includes('|') || !isDelimiterRow(walk.lines[index + 1]?.text ?? '')) return false
  const last = lastRowOf(walk.lines, index)
  walk.tables.push({ header: index, last })
  walk.itemIndent = -1
  for (let at = index; at <= last; at++) walk.kinds.push('table')
  return true
}

function item(walk: Walk, index: number, line: string): LineKind {
  const form = parseItem(line)
  const before = walk.kinds[index - 1]
  // `1986. It was …` within prose is no list: only a list's first number may follow a line of prose, as in Markdown.
  const interrupts =
    before === 'text' && /^\d/.test(form?.bullet ?? '') && !/^[01][.)]/.test(form?.bullet ?? '')
  if (form && !interrupts) {
    walk.itemIndent = indentOf(line)
    return 'item'
  }
  if (goesOn(walk, line)) return 'more'
  walk.itemIndent = -1
  // Markdown reads what is so far in behind a blank line as code.
  const isCode = walk.manner === 'markdown' && before !== 'text' && indentOf(line) >= 4
  return isCode ? 'code' : 'text'
}

/**
 * A heading rules until the next one. One before a colon rules over what hangs below it only: a line of prose at its own margin is
 * back in the section around it ("please bring: … See you on Monday").
 */
function sectionsOf(walk: Walk): number[] {
  const sections: number[] = []
  let around = -1
  let section = -1
  let next = 0
  for (const [index, kind] of walk.kinds.entries()) {
    const heading = walk.headings[next]
    if (heading?.line === index) {
      section = next++
      if (heading.form.type !== 'colon') around = section
    } else if (section !== around && (kind === 'text' || kind === 'key')) {
      const form = walk.headings[section]?.form
      const margin = form?.type === 'colon' ? indentOf(form.indent) : 0
      if (indentOf(walk.lines[index]?.text ?? '') <= margin) section = around
    }
    sections.push(section)
  }
  return sections
}
