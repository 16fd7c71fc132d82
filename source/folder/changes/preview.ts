// What a person reads before files are changed: the diffs of texts, and the changed cells of what is no text. Pure.
import type { FolderTable, RowChanges } from '../../contracts/folder.ts'
import type { PlannedFile } from '../../contracts/folder-access.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import { count, visible } from '../../toolkit/plain-words.ts'
import { diffTexts } from '../../toolkit/text-diff.ts'
import { cutLine } from '../../toolkit/truncate.ts'

const MOST_LINES = 40
const MOST_CHARACTERS = 160
/** Of a checksum that is shown. */
const MARK_CHARACTERS = 12

/** One file after the other. */
export function previewFiles(
  files: readonly PlannedFile[],
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): string {
  return files
    .map(({ path, before, after }) =>
      before === undefined || after === undefined
        ? previewCells(path, tables, changes)
        : diffTexts(path, withoutMark(before), withoutMark(after)),
    )
    .join('\n')
}

function previewCells(
  path: string,
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): string {
  const lines = tables.flatMap((table) => {
    const own = table.path === path ? changes.get(table.name) : undefined
    return own === undefined ? [] : cellLines(table, own)
  })
  return boundLines([`${visible(path)}:`, ...lines])
}

/** `May, row 3, hours: 3 → 3.5`; a table does not say in which cells of its sheet it stands, so rows are counted as `n` counts them. */
function cellLines(table: FolderTable, { updated, removed, added }: RowChanges): readonly string[] {
  const sheet = table.suffix === '' ? '' : `${table.suffix}, `
  const gone = new Set(removed)
  const place = (row: number) => `${sheet}row ${table.numbers?.[row] ?? row + 1}`
  return [
    ...updated
      .filter(({ row }) => !gone.has(row))
      .map(({ row, column, value }) => {
        const [title, old] = [table.columns[column]?.title ?? '', table.rows[row]?.[column]]
        return `${place(row)}, ${title}: ${exact(old)} → ${exact(value)}`
      }),
    ...removed.map((row) => `${place(row)} goes: ${exactRow(table.rows[row] ?? [])}`),
    ...added.map((row) => `${sheet}new row: ${exactRow(row)}`),
  ]
}

function exactRow(row: readonly unknown[]): string {
  return row.map((value) => (value === undefined ? '' : exact(value))).join(', ')
}

function exact(value: unknown): string {
  return value === null || value === undefined || value === '' ? 'empty' : String(value)
}

/** As `diffTexts` cuts: a checksum of all of it stands where something is left out, so that no two changes look the same. */
export function boundLines(all: readonly string[]): string {
  const lines = visible(all.join('\n')).split('\n')
  const kept = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines
  const more = lines.length - kept.length
  if (more === 0 && kept.every((line) => line.length <= MOST_CHARACTERS)) return kept.join('\n')
  const what = more > 0 ? `${count(more, 'more line', 'more lines')} of this change` : 'long lines are cut'
  const mark = sha256Hex(Buffer.from(all.join('\n'))).slice(0, MARK_CHARACTERS)
  const end = `[... ${what}; checksum of all of it: ${mark} ...]`
  return [...kept.map((line) => cutLine(line, MOST_CHARACTERS)), end].join('\n')
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}
