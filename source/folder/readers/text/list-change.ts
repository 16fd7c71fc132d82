// Changes of a list as passages of its text: a box's one character, an item's words, its lines. What is written is read again at
// once, so that no text becomes a box, a number or another item by its form.
import {
  type CellValue,
  ChangeRefused,
  type FileEdit,
  type RowChanges,
  type TextEdit,
} from '../../../contracts/folder.ts'
import { parseItem } from './item-form.ts'
import { boxText, boxWithin, type ItemStyle, newItemLine, styleOf } from './item-style.ts'
import { indentOf } from './line.ts'
import { toTextEdits } from './line-edits.ts'
import type { ListItem } from './list.ts'
import type { Outline } from './outline.ts'
import { belowNewHeading, intoEmptySection, placeFor, type WantedHeading } from './sections.ts'

const HEADING = 0
const TEXT = 1
const DONE = 2

/** A new item, or one that is moved. */
interface NewItem {
  readonly heading: WantedHeading
  readonly text: string
  /** undefined: nothing is said of it. */
  readonly done: boolean | undefined
  /** The further lines of one that is moved, without the item's own indentation. */
  readonly more: readonly string[]
}

/** Throws `ChangeRefused`. `items` are those of the table's rows. */
export function changeList(outline: Outline, items: readonly ListItem[], changes: RowChanges): FileEdit {
  const removed = new Set(changes.removed)
  const edits: TextEdit[] = []
  const added: NewItem[] = []
  for (const [row, cells] of cellsOfRows(changes)) {
    const item = items[row]
    if (!item || removed.has(row)) continue
    const heading = cells.get(HEADING)
    const isMoved = heading !== undefined && !isHeading(outline, item.section, textOf(heading))
    if (isMoved) {
      added.push(movedItem(outline, item, cells))
      removed.add(row)
    } else {
      edits.push(...itemEdits(outline, items, item, cells))
    }
  }
  for (const values of changes.added) added.push(addedItem(values))
  const gone = new Set<number>()
  const goneItems = new Set<ListItem>()
  for (const row of removed) {
    const item = items[row]
    if (!item) continue
    assertNoneBelow(items, row, removed)
    goneItems.add(item)
    for (let line = item.first; line <= item.last; line++) gone.add(line)
  }
  const inserted = insertions(outline, items, goneItems, added)
  return { type: 'text', edits: toTextEdits(outline.text, outline.lines, { edits, removed: gone, inserted }) }
}

/** Items further in belong to the one above them: without it they would hang on another one. */
function assertNoneBelow(items: readonly ListItem[], row: number, removed: ReadonlySet<number>): void {
  const item = items[row]
  if (!item) return
  const margin = indentOf(item.form.indent)
  for (const [at, below] of items.entries()) {
    if (at <= row) continue
    if (below.section !== item.section || indentOf(below.form.indent) <= margin) return
    if (!removed.has(at))
      throw new ChangeRefused(
        `\`${below.text.slice(0, 80)}\` stands below \`${item.text.slice(0, 80)}\` and would hang on another item without it; take it out as well.`,
      )
  }
}

function cellsOfRows(changes: RowChanges): Map<number, Map<number, CellValue>> {
  const rows = new Map<number, Map<number, CellValue>>()
  for (const { row, column, value } of changes.updated) {
    const cells = rows.get(row) ?? new Map<number, CellValue>()
    rows.set(row, cells.set(column, value))
  }
  return rows
}

function textOf(value: CellValue | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}

function isHeading(outline: Outline, section: number, wanted: string): boolean {
  return (outline.headings[section]?.text ?? '').toLowerCase() === wanted.trim().toLowerCase()
}

/** The text of an item as it can be written. */
function itemText(value: CellValue | undefined): string {
  const text = textOf(value).trim()
  if (text === '')
    throw new ChangeRefused('An item of a list needs a text; say what it is, or delete the item.')
  if (/[\r\n]/.test(text))
    throw new ChangeRefused(
      `An item is written in one line, \`${text.replace(/\s+/g, ' ').slice(0, 80)}\` has several; give it in one.`,
    )
  return text
}

function doneOf(value: CellValue | undefined, text: string): boolean | undefined {
  if (value === undefined) return undefined
  const given = String(value)
  if (given !== '1' && given !== '0')
    throw new ChangeRefused(
      `\`done\` of the item \`${text}\` can be 1 or 0, not \`${value === null ? 'NULL' : given}\`; set one of those.`,
    )
  return given === '1'
}

function itemEdits(
  outline: Outline,
  items: readonly ListItem[],
  item: ListItem,
  cells: ReadonlyMap<number, CellValue>,
): readonly TextEdit[] {
  const line = outline.lines[item.first]
  if (!line) return []
  const { form } = item
  const edits: TextEdit[] = []
  const done = doneOf(cells.get(DONE), item.text)
  if (done !== undefined && form.box && form.box.isDone !== done) {
    const at = line.start + form.box.at
    const mark = boxWithin(form.box, done, items)
    edits.push({ start: at, end: at + form.box.mark.length, text: mark })
  }
  const box = done !== undefined && !form.box ? boxText(done, items) : ''
  const text = cells.has(TEXT) ? itemText(cells.get(TEXT)) : undefined
  const words = line.text.slice(form.textStart, form.textEnd)
  if (text !== undefined && text !== item.text && item.last > item.first)
    throw new ChangeRefused(
      `The item \`${item.text.slice(0, 80)}\` goes over several lines, its text cannot be changed here; delete it and add it anew.`,
    )
  const isNewText = text !== undefined && text !== item.text
  if (box !== '' || isNewText) {
    const start = line.start + form.textStart
    const space = form.bullet !== '' && form.gap === '' && !/[•◦▪‣]/.test(form.bullet) ? ' ' : ''
    const end = isNewText ? line.start + form.textEnd : start
    const written = space + box + (isNewText ? text : '')
    const after = line.text.slice(0, form.textStart) + written + (isNewText ? '' : words)
    verifyItem(after, isNewText ? text : words)
    edits.push({ start, end, text: written })
  }
  return edits
}

/** The line must say what was asked for when it is read again. */
function verifyItem(line: string, text: string): void {
  const form = parseItem(line)
  if (form && line.slice(form.textStart, form.textEnd) === text) return
  throw new ChangeRefused(
    `\`${text.slice(0, 80)}\` would be read as something else than the text of an item; begin it with a letter.`,
  )
}

function movedItem(outline: Outline, item: ListItem, cells: ReadonlyMap<number, CellValue>): NewItem {
  const line = outline.lines[item.first]?.text ?? ''
  const text = cells.get(TEXT)
  const done = doneOf(cells.get(DONE), item.text) ?? item.form.box?.isDone
  const heading = cells.get(HEADING)
  const wanted = heading === null ? null : textOf(heading)
  if (text !== undefined && textOf(text).trim() !== item.text)
    return { heading: wanted, text: itemText(text), done, more: [] }
  const { indent } = item.form
  const more = outline.lines
    .slice(item.first + 1, item.last + 1)
    .map((one) => (one.text.startsWith(indent) ? one.text.slice(indent.length) : one.text))
  return { heading: wanted, text: line.slice(item.form.textStart, item.form.textEnd), done, more }
}

function addedItem(values: readonly (CellValue | undefined)[]): NewItem {
  const text = itemText(values[TEXT])
  const heading = values[HEADING]
  const done = values[DONE] === null ? undefined : doneOf(values[DONE], text)
  return {
    heading: heading === undefined || heading === null ? heading : textOf(heading),
    text,
    done,
    more: [],
  }
}

/** Items for one place go there together, in the order in which they are given. */
function insertions(
  outline: Outline,
  items: readonly ListItem[],
  gone: ReadonlySet<ListItem>,
  added: readonly NewItem[],
): { readonly behind: number; readonly lines: readonly string[] }[] {
  const filled = new Set(items.map(({ section }) => section))
  const places = new Map<string, { readonly place: ReturnType<typeof placeFor>; readonly items: NewItem[] }>()
  for (const item of added) {
    const found = placeFor(outline, item.heading, filled)
    // Where nothing is said the last section with items is the place, and of one that is done or not the last with boxes.
    const like = items.findLast(({ form }) => item.done === undefined || form.box) ?? items.at(-1)
    const place = found.type === 'end' ? ({ type: 'section', section: like?.section ?? -1 } as const) : found
    const key = place.type === 'new' ? `new ${place.heading.toLowerCase()}` : `${place.section}`
    const known = places.get(key) ?? { place, items: [] }
    known.items.push(item)
    places.set(key, known)
  }
  return [...places.values()].map(({ place, items: news }) => {
    if (place.type === 'section') {
      const own = items.filter(({ section }) => section === place.section)
      const style = styleOf(outline, own, gone)
      const behind = endOf(outline, own.at(-1))
      const lines = newLines(news, style, items)
      return { behind, lines: behind > (own.at(-1)?.last ?? -1) && !style.isLoose ? ['', ...lines] : lines }
    }
    const like = styleOf(outline, items, gone)
    const number = like.number === undefined ? undefined : 1
    const style: ItemStyle = { ...like, number, numberStep: 1, isLoose: false }
    const lines = newLines(news, style, items)
    return place.type === 'new'
      ? belowNewHeading(outline, place.heading, lines, new Set(['item']))
      : intoEmptySection(outline, place.type === 'empty' ? place.section : -1, lines)
  })
}

/** The last line that hangs on an item: blocks all of whose lines are further in than it, behind blank lines, too. */
function endOf(outline: Outline, item: ListItem | undefined): number {
  if (!item) return -1
  const margin = indentOf(item.form.indent)
  let end = item.last
  for (let at = end + 1; at < outline.lines.length; at++) {
    if (outline.kinds[at] === 'blank') continue
    if (outline.kinds[at] === 'heading' || indentOf(outline.lines[at]?.text ?? '') <= margin) break
    const isEnd = outline.kinds[at + 1] === undefined || outline.kinds[at + 1] === 'blank'
    if (isEnd) end = at
  }
  return end
}

function newLines(news: readonly NewItem[], style: ItemStyle, items: readonly ListItem[]): readonly string[] {
  const lines: string[] = []
  for (const [index, item] of news.entries()) {
    const line = newItemLine(style, index, item.text, item.done, items)
    verifyItem(line, item.text)
    if (style.isLoose) lines.push('')
    lines.push(line, ...item.more.map((one) => style.indent + one))
  }
  return lines
}
