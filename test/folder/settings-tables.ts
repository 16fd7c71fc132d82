// Tables of settings and records as tests show them.
import assert from 'node:assert/strict'
import type { FolderReader, ReadTable, RowChanges } from '../../source/contracts/folder.ts'
import { ChangeRefused, UnreadableFile } from '../../source/contracts/folder.ts'
import { applyEdits } from '../../source/folder/apply-edits.ts'
import { fileOf } from './round-trip.ts'

/** A reader with the file that a test is about. */
export interface Subject {
  readonly reader: FolderReader
  readonly path: string
}

export function read({ reader, path }: Subject, text: string): readonly ReadTable[] {
  const tables = reader.read(fileOf(path, text))
  assert.ok(!(tables instanceof Promise))
  return tables
}

/** Each table as `suffix (kind): column type unit, …` with its rows. */
export function shown(subject: Subject, text: string) {
  return read(subject, text).map(({ suffix, kind, columns, rows }) => ({
    is: `${suffix} (${kind}): ${columns.map(({ name, type, unit }) => [name, type, unit].filter((part) => part !== undefined).join(' ')).join(', ')}`,
    rows,
  }))
}

/** The text after a change; a row or column is named by its place, a column also by its title. */
export function change(subject: Subject, text: string, suffix: string, changes: Changes): string {
  const table = read(subject, text).find((one) => one.suffix === suffix)
  assert.ok(table?.change, `no table ${suffix}`)
  const columnOf = (title: string) => {
    const column = table.columns.findIndex((one) => one.title === title)
    assert.notEqual(column, -1, `no column ${title}`)
    return column
  }
  const updated = Object.entries(changes.set ?? {}).flatMap(([row, cells]) =>
    Object.entries(cells).map(([title, value]) => ({ row: Number(row), column: columnOf(title), value })),
  )
  const added = (changes.add ?? []).map((cells) => {
    for (const title of Object.keys(cells)) columnOf(title)
    return table.columns.map(({ title }) => cells[title])
  })
  const edit = table.change({ updated, removed: changes.remove ?? [], added })
  assert.ok(!(edit instanceof Promise) && edit.type === 'text')
  return applyEdits(text, edit.edits)
}

type Cells = { readonly [title: string]: RowChanges['updated'][number]['value'] }

export interface Changes {
  readonly set?: { readonly [row: number]: Cells }
  readonly remove?: readonly number[]
  readonly add?: readonly Cells[]
}

/** Why a change is refused. */
export function refusal(subject: Subject, text: string, suffix: string, changes: Changes): string {
  try {
    change(subject, text, suffix, changes)
  } catch (error) {
    if (error instanceof ChangeRefused) return error.message
    throw error
  }
  return 'not refused'
}

/** Why a text cannot be read. */
export function fault(subject: Subject, text: string): string {
  try {
    read(subject, text)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
  return 'readable'
}
