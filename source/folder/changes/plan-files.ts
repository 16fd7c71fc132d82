// What files would be after changes of their rows: all edits of all tables of a file put together. Nothing is written. Pure.
import {
  ChangeRefused,
  type FileEdit,
  type FolderTable,
  type ReadTable,
  type RowChanges,
  type TextEdit,
} from '../../contracts/folder.ts'
import type { PlannedFile } from '../../contracts/folder-access.ts'
import { refuseSize, refuseText } from '../../toolkit/change-file.ts'
import { applyEdits } from '../apply-edits.ts'
import { type CurrentFile, refusing } from './current-file.ts'

const BYTE_ORDER_MARK = '\ufeff'

/**
 * The files that become others, in order of their paths. `tables`: those of the view that the changes are of; `current`: the files of all
 * changed tables, by path. Throws `ChangeRefused`: a table is read only, a value does not fit, a file is not what was read any more, two
 * changes are of one place.
 */
export async function planFiles(
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
  current: ReadonlyMap<string, CurrentFile>,
): Promise<readonly PlannedFile[]> {
  const planned: PlannedFile[] = []
  for (const path of changedPaths(tables, changes)) {
    const file = current.get(path)
    if (file === undefined)
      throw new ChangeRefused(`\`${path}\` is no longer there; ask again, and what is there now is read.`)
    const own = tables.filter((table) => table.path === path)
    const edited = await planFile(file, own, changes)
    if (edited !== undefined) planned.push(edited)
  }
  return planned
}

/** The files of changed tables, in order. Throws `ChangeRefused` for a table that cannot be changed. */
export function changedPaths(
  tables: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): readonly string[] {
  const paths = new Set<string>()
  for (const table of tables) {
    if (!changes.has(table.name)) continue
    if (table.readOnly !== undefined) throw new ChangeRefused(table.readOnly)
    if (table.path !== '') paths.add(table.path)
  }
  return [...paths].sort()
}

async function planFile(
  file: CurrentFile,
  own: readonly FolderTable[],
  changes: ReadonlyMap<string, RowChanges>,
): Promise<PlannedFile | undefined> {
  if (!isSame(own, file.tables))
    throw new ChangeRefused(
      `\`${file.path}\` was changed by somebody else after it was read, so nothing was changed; ask again.`,
    )
  const edits: TextEdit[] = []
  let { bytes, tables } = file
  for (const [at, { name }] of own.entries()) {
    const rows = changes.get(name)
    const table = tables[at]
    if (rows === undefined || table === undefined) continue
    const edit = await editOf(table, name, rows)
    if (edit.type === 'text') edits.push(...edit.edits)
    else {
      bytes = edit.bytes
      // The next table of the file is changed in what came of this one.
      tables = await file.read(bytes)
    }
  }
  if (edits.length === 0 && bytes === file.bytes) return undefined
  return edits.length === 0 ? plannedBytes(file, bytes) : plannedText(file, edits, bytes)
}

async function editOf(table: ReadTable, name: string, changes: RowChanges): Promise<FileEdit> {
  if (table.change === undefined)
    throw new ChangeRefused(table.readOnly ?? `\`${name}\` cannot be changed; it is only read.`)
  return table.change(changes)
}

/** Whether a file's tables are those that the changes are of. */
function isSame(view: readonly ReadTable[], now: readonly ReadTable[]): boolean {
  return (
    view.length === now.length &&
    view.every((table, at) => isSameTable(table, now[at] as ReadTable | undefined))
  )
}

function isSameTable(one: ReadTable, other: ReadTable | undefined): boolean {
  if (other === undefined || one.kind !== other.kind || one.rows.length !== other.rows.length) return false
  const names = (table: ReadTable) => table.columns.map(({ name, type }) => `${type} ${name}`).join('\n')
  if (names(one) !== names(other)) return false
  return one.rows.every((row, at) => {
    const now = other.rows[at]
    return now !== undefined && row.length === now.length && row.every((cell, place) => cell === now[place])
  })
}

async function plannedText(
  file: CurrentFile,
  edits: readonly TextEdit[],
  bytes: Uint8Array,
): Promise<PlannedFile | undefined> {
  const { path, text } = file
  if (text === undefined || bytes !== file.bytes)
    throw new ChangeRefused(
      `\`${path}\` takes one of these changes at a time; make them one after the other.`,
    )
  const changed = applied(path, text, edits)
  if (changed === text) return undefined
  const mark = hasMark(file.bytes) ? BYTE_ORDER_MARK : ''
  const [before, after] = [mark + text, mark + changed]
  const bytesAfter = new TextEncoder().encode(after)
  await refusing(() => {
    refuseText(changed, { shown: path })
    refuseSize(bytesAfter.length, { shown: path })
  })
  return { path, before, after, bytesBefore: file.bytes, bytesAfter }
}

function applied(path: string, text: string, edits: readonly TextEdit[]): string {
  try {
    return applyEdits(text, edits)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ChangeRefused(
      `Two of these changes are of one place in \`${path}\`; make them one after the other.`,
      { cause: error },
    )
  }
}

async function plannedBytes(file: CurrentFile, bytesAfter: Uint8Array): Promise<PlannedFile | undefined> {
  const { path, bytes } = file
  if (Buffer.compare(bytes, bytesAfter) === 0) return undefined
  await refusing(() => refuseSize(bytesAfter.length, { shown: path }))
  return { path, before: undefined, after: undefined, bytesBefore: bytes, bytesAfter }
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
