// All lists of a text as one table: heading, text, and done where there are boxes. The change of it is in list-change.ts.
import type { CellValue, FolderColumn, ReadTable } from '../../../contracts/folder.ts'
import { type ItemForm, parseItem } from './item-form.ts'
import { changeList } from './list-change.ts'
import type { Outline } from './outline.ts'

/** One item. */
export interface ListItem {
  /** Indices of its first and last line. */
  readonly first: number
  readonly last: number
  readonly form: ItemForm
  /** Index of its heading, -1: none. */
  readonly section: number
  /** Of all its lines, joined by a blank. */
  readonly text: string
}

/** The table of all items; undefined: the text has none. `suffix` as in `ReadTable`. */
export function readList(outline: Outline, suffix: string): ReadTable | undefined {
  const items = findItems(outline)
  if (items.length === 0) return undefined
  const hasBoxes = items.some(({ form }) => form.box)
  const columns: FolderColumn[] = [
    { name: 'heading', type: 'text', title: 'heading' },
    { name: 'text', type: 'text', title: 'text' },
  ]
  if (hasBoxes) columns.push({ name: 'done', type: 'yes/no', title: 'done' })
  const rows = items.map(({ section, text, form }): readonly CellValue[] => {
    const row = [outline.headings[section]?.text ?? null, text === '' ? null : text]
    return hasBoxes ? [...row, form.box ? Number(form.box.isDone) : null] : row
  })
  return {
    suffix,
    kind: 'list',
    columns,
    rows,
    lines: items.map(({ first }) => first + 1),
    notes: [],
    change: (changes) => changeList(outline, items, changes),
  }
}

function findItems(outline: Outline): readonly ListItem[] {
  const items: ListItem[] = []
  const { lines, kinds, sections } = outline
  for (let first = 0; first < lines.length; first++) {
    if (kinds[first] !== 'item') continue
    const line = lines[first]?.text ?? ''
    const form = parseItem(line)
    if (!form) continue
    let text = line.slice(form.textStart, form.textEnd)
    let last = first
    while (kinds[last + 1] === 'more') {
      last++
      text = `${text} ${lines[last]?.text.trim() ?? ''}`
    }
    items.push({ first, last, form, section: sections[first] ?? -1, text: text.trim() })
    first = last
  }
  return items
}
