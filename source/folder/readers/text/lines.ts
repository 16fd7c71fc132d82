// The lines of a text that belong to no table, list or keys, and all lines of code: one row each.
import {
  type CellValue,
  ChangeRefused,
  type FileEdit,
  type ReadTable,
  type RowChanges,
  type TextEdit,
} from '../../../contracts/folder.ts'
import { enclosingDefinitions } from './definition.ts'
import { indentText, isBlank, type Line, lineEndNear, splitLines } from './line.ts'
import { toTextEdits } from './line-edits.ts'
import type { Outline } from './outline.ts'
import {
  belowNewHeading,
  intoEmptySection,
  lastLineOf,
  lastLineOfFile,
  type Place,
  placeFor,
} from './sections.ts'

const HEADING = 0
const TEXT = 1

/** A text as its lines are changed: what differs between prose and code is where a new line goes. */
interface Writing {
  readonly text: string
  readonly lines: readonly Line[]
  /** Indices of the lines that are rows. */
  readonly rows: readonly number[]
  heading(line: number): string
  /** The lines to insert for new rows that go to one heading. */
  insert(
    heading: CellValue | undefined,
    texts: readonly string[],
  ): {
    readonly behind: number
    readonly lines: readonly string[]
  }
}

/** The table of the lines of prose; it may have no rows. `suffix` as in `ReadTable`. */
export function readProse(outline: Outline, suffix: string): ReadTable {
  const { text, lines, kinds, sections, headings } = outline
  const rows: number[] = []
  for (const [index, kind] of kinds.entries()) if (kind === 'text' || kind === 'code') rows.push(index)
  const heading = (line: number) => headings[sections[line] ?? -1]?.text ?? ''
  const insert: Writing['insert'] = (wanted, texts) => intoProse(outline, rows, wanted, texts)
  return table(suffix, { text, lines, rows, heading, insert }, (line) => line.text.trim(), false)
}

/** The table of the lines of code. `ending`: of the file's name, without the dot. */
export function readCode(text: string, ending: string): ReadTable {
  const lines = splitLines(text)
  const rows = lines.flatMap((line, index) => (isBlank(line.text) ? [] : [index]))
  const names = enclosingDefinitions(lines, ending)
  const heading = (line: number) => names[line] ?? ''
  const insert: Writing['insert'] = (wanted, texts) => intoCode(lines, rows, names, wanted, texts)
  return table('', { text, lines, rows, heading, insert }, (line) => line.text.trimEnd(), true)
}

function table(suffix: string, writing: Writing, read: (line: Line) => string, isCode: boolean): ReadTable {
  const rows = writing.rows.map((index): readonly CellValue[] => {
    const line = writing.lines[index]
    return [writing.heading(index) || null, line ? read(line) : null]
  })
  const numbers = writing.rows.map((index) => index + 1)
  return {
    suffix,
    kind: 'text',
    columns: [
      { name: 'heading', type: 'text', title: 'heading', ...(isCode ? { isFixed: true as const } : {}) },
      { name: 'text', type: 'text', title: 'text' },
    ],
    rows,
    numbers,
    lines: numbers,
    notes: [],
    change: (changes) => change(writing, changes, isCode),
  }
}

function change(writing: Writing, changes: RowChanges, isCode: boolean): FileEdit {
  const removed = new Set(changes.removed)
  const texts = new Map<number, CellValue>()
  const headings = new Map<number, CellValue>()
  for (const { row, column, value } of changes.updated)
    if (!removed.has(row)) (column === TEXT ? texts : headings).set(row, value)
  const added: { readonly heading: CellValue | undefined; readonly text: string }[] = []
  for (const [row, heading] of headings) {
    const index = writing.rows[row] ?? -1
    if (isSame(heading, writing.heading(index))) continue
    if (isCode)
      throw new ChangeRefused(
        `\`heading\` of line ${index + 1} is what encloses it, it is not changed; change the line.`,
      )
    const line = writing.lines[index]?.text ?? ''
    added.push({ heading, text: texts.has(row) ? textOf(texts.get(row)) : line })
    removed.add(row)
  }
  for (const values of changes.added) added.push({ heading: values[HEADING], text: newText(values[TEXT]) })
  const edits: TextEdit[] = []
  for (const [row, value] of texts) {
    const edit = removed.has(row)
      ? undefined
      : lineEdit(writing, writing.rows[row] ?? -1, textOf(value), isCode)
    if (edit) edits.push(edit)
  }
  const gone = new Set([...removed].flatMap((row) => writing.rows[row] ?? []))
  const inserted = byHeading(added).map(({ heading, texts: news }) => writing.insert(heading, news))
  const { text, lines } = writing
  return { type: 'text', edits: toTextEdits(text, lines, { edits, removed: gone, inserted }) }
}

function isSame(heading: CellValue, known: string): boolean {
  return textOf(heading).trim().toLowerCase() === known.toLowerCase()
}

function textOf(value: CellValue | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}

function newText(value: CellValue | undefined): string {
  const text = textOf(value).trimEnd()
  if (text === '') throw new ChangeRefused('A new line needs a text; say what stands in it.')
  return text
}

/** The line with another text: its indentation, what is blank behind it, and its line end stay. */
function lineEdit(writing: Writing, index: number, text: string, isCode: boolean): TextEdit | undefined {
  const line = writing.lines[index]
  if (!line) return undefined
  const indent = indentText(line.text)
  // A line of code that brings an indentation has that one.
  const bringsIndent = isCode && /^[ \t]/.test(text)
  const start = line.start + (bringsIndent ? 0 : indent.length)
  const end = line.start + line.text.trimEnd().length
  const bare = bringsIndent ? text.trimEnd() : text.trim()
  const lineEnd = lineEndNear(writing.text, writing.lines, index)
  return { start, end, text: bare.split(/\r\n|\r|\n/).join(lineEnd) }
}

function byHeading(
  added: readonly { readonly heading: CellValue | undefined; readonly text: string }[],
): readonly { readonly heading: CellValue | undefined; readonly texts: readonly string[] }[] {
  const groups = new Map<string, { readonly heading: CellValue | undefined; readonly texts: string[] }>()
  for (const { heading, text } of added) {
    const key =
      heading === undefined
        ? 'end'
        : heading === null
          ? 'null'
          : `text ${String(heading).trim().toLowerCase()}`
    const group = groups.get(key) ?? { heading, texts: [] }
    group.texts.push(...text.split(/\r\n|\r|\n/))
    groups.set(key, group)
  }
  return [...groups.values()]
}

function intoProse(
  outline: Outline,
  rows: readonly number[],
  wanted: CellValue | undefined,
  texts: readonly string[],
): { readonly behind: number; readonly lines: readonly string[] } {
  const filled = new Set(rows.map((index) => outline.sections[index] ?? -1))
  const heading = wanted === undefined || wanted === null ? wanted : String(wanted)
  const place: Place = placeFor(outline, heading, filled)
  const isApart = areLinesApart(outline, rows)
  const apart = isApart ? texts.flatMap((text, index) => (index > 0 ? ['', text] : [text])) : texts
  if (place.type === 'new') return belowNewHeading(outline, place.heading, apart, new Set(['text', 'code']))
  if (place.type === 'empty') return intoEmptySection(outline, place.section, apart)
  const behind = place.type === 'end' ? lastLineOfFile(outline) : lastLineOf(outline, place.section)
  const kind = outline.kinds[behind]
  // Directly behind a table or an item it would be read as part of it.
  const isClear = kind === undefined || (kind === 'text' && !isApart) || kind === 'rule'
  const below = outline.lines[behind + 1]?.text
  const closes = !isClear && below !== undefined && !isBlank(below)
  // What is under `Name:` hangs below it by its indentation.
  const hangs = outline.headings[outline.sections[behind] ?? -1]?.form.type === 'colon' && kind === 'text'
  const indent = hangs ? indentText(outline.lines[behind]?.text ?? '') : ''
  const lines = apart.map((text) => (text === '' ? '' : indent + text))
  return { behind, lines: [...(isClear ? [] : ['']), ...lines, ...(closes ? [''] : [])] }
}

/** Whether lines of prose stand apart, a blank line between each, as paragraphs in one line do. */
function areLinesApart(outline: Outline, rows: readonly number[]): boolean {
  let apart = 0
  let direct = 0
  for (const [at, index] of rows.entries()) {
    const next = rows[at + 1]
    if (outline.kinds[index] !== 'text' || next === undefined || outline.kinds[next] !== 'text') continue
    if (next === index + 1) direct++
    else if (outline.sections[next] === outline.sections[index] && next === index + 2) apart++
  }
  return apart === direct ? outline.manner !== 'plain' : apart > direct
}

function intoCode(
  lines: readonly Line[],
  rows: readonly number[],
  names: readonly (string | undefined)[],
  wanted: CellValue | undefined,
  texts: readonly string[],
): { readonly behind: number; readonly lines: readonly string[] } {
  const last = rows.at(-1) ?? -1
  if (wanted === undefined || wanted === null) return { behind: last, lines: texts }
  const name = String(wanted).trim()
  const own = rows.filter((index) => names[index] === name)
  // Behind the last line that is further in than the definition's first: before the bracket that closes it.
  const margin = indentText(lines[own[0] ?? -1]?.text ?? '').length
  const inner = own.filter((index) => indentText(lines[index]?.text ?? '').length > margin)
  const behind = inner.at(-1) ?? own.at(-1)
  if (behind === undefined)
    throw new ChangeRefused(
      `There is no definition \`${name}\` in this file; leave \`heading\` out, or name one that is there.`,
    )
  const indent = indentText(lines[behind]?.text ?? '')
  return { behind, lines: texts.map((text) => (/^[ \t]/.test(text) ? text : indent + text)) }
}
