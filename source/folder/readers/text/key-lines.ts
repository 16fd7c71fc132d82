// `Key: value` lines and front matter as one record: a column for each key, its value typed by its form.
import {
  type CellValue,
  ChangeRefused,
  type FileEdit,
  type ReadTable,
  type RowChanges,
  type TextEdit,
} from '../../../contracts/folder.ts'
import { uniqueNames } from '../../sql-name.ts'
import type { TypedColumn } from '../../values/column-form.ts'
import { writeValue } from '../../values/write-value.ts'
import { type FrontEntry, writeScalar } from './front-matter.ts'
import { parseKeyLine } from './key-form.ts'
import type { Outline } from './outline.ts'
import { typeColumns } from './typed-columns.ts'

/** The table of a text's keys; undefined: it has none. `suffix` as in `ReadTable`. */
export function readKeys(outline: Outline, suffix: string): ReadTable | undefined {
  const entries = [...(outline.front?.entries ?? []), ...bodyEntries(outline)]
  if (entries.length === 0) return undefined
  const typed = typeColumns(entries.map(({ title, value }) => ({ title, cells: [value] })))
  const names = uniqueNames(entries.map(({ title }) => title))
  return {
    suffix,
    kind: 'settings',
    columns: entries.map(({ title, isFixed }, index) => {
      const { type, unit } = typed[index] ?? { type: 'text' as const }
      return {
        name: names[index] ?? title,
        type,
        title,
        ...(unit === undefined ? {} : { unit }),
        ...(isFixed ? { isFixed: true as const } : {}),
      }
    }),
    rows: [entries.map((_, index) => typed[index]?.values[0] ?? null)],
    lines: [(entries[0]?.line ?? 0) + 1],
    notes: [],
    change: (changes) => change(outline, entries, typed, changes),
  }
}

function bodyEntries(outline: Outline): readonly FrontEntry[] {
  const from = outline.front?.kinds.length ?? 0
  return outline.kinds.flatMap((kind, index) => {
    const line = outline.lines[index]
    const form = index >= from && kind === 'key' && line ? parseKeyLine(line.text) : undefined
    if (!line || !form) return []
    const { title, valueStart, valueEnd } = form
    const value = line.text.slice(valueStart, valueEnd)
    const [start, end] = [line.start + valueStart, line.start + valueEnd]
    return [{ line: index, title, start, end, value, style: 'bare' as const, isFixed: false }]
  })
}

function change(
  outline: Outline,
  entries: readonly FrontEntry[],
  typed: readonly TypedColumn[],
  changes: RowChanges,
): FileEdit {
  if (changes.added.length > 0)
    throw new ChangeRefused(
      'The keys of a text are one record, no second one can be added; change a value with UPDATE.',
    )
  if (changes.removed.length > 0)
    throw new ChangeRefused(
      'The keys of a text are one record that cannot be deleted; change a value with UPDATE, or delete the lines in an editor.',
    )
  const edits = changes.updated.flatMap(({ column, value }): readonly TextEdit[] => {
    const entry = entries[column]
    const known = typed[column]
    if (!entry || !known || value === known.values[0]) return []
    if (entry.isFixed)
      throw new ChangeRefused(
        `\`${entry.title}\` goes over several lines and cannot be changed here; change line ${entry.line + 1} in an editor.`,
      )
    return [valueEdit(outline, entry, known, value)]
  })
  return { type: 'text', edits }
}

function valueEdit(outline: Outline, entry: FrontEntry, known: TypedColumn, value: CellValue): TextEdit {
  const text = writeValue(value, known.form, entry.value)
  const isFront = entry.line < (outline.front?.kinds.length ?? 0)
  if (!isFront && /[\r\n]/.test(text))
    throw new ChangeRefused(
      `\`${entry.title}\` is written in one line, \`${text.replace(/\s+/g, ' ').slice(0, 80)}\` has several; give it in one.`,
    )
  const written = isFront ? writeScalar(text, styleFor(entry, known, text)) : text.trim()
  // Behind a key without a value there may be no blank yet.
  const isJoined =
    entry.start === entry.end && /[:*_]$/.test(outline.text.slice(Math.max(0, entry.start - 1), entry.start))
  return { start: entry.start, end: entry.end, text: (isJoined && written !== '' ? ' ' : '') + written }
}

/** Text that YAML would read as something else than text gets quotes. */
function styleFor(entry: FrontEntry, known: TypedColumn, text: string): FrontEntry['style'] {
  const isOther = /^(?:true|false|yes|no|on|off|null|[-+]?[\d.]+(?:e[-+]?\d+)?)$/i.test(text)
  return known.type === 'text' && entry.style === 'bare' && isOther && entry.value !== '' ? '"' : entry.style
}
