// The folder itself as a table: a row a file. Pure.
import type { FolderColumn, FolderTable } from '../contracts/folder.ts'

interface FolderEntry {
  readonly path: string
  readonly kind: string
  readonly bytes: number
  readonly modifiedMs: number
  /** undefined: it is no text. */
  readonly lines: number | undefined
}

const COLUMNS: readonly FolderColumn[] = [
  { name: 'name', type: 'text', title: 'name', isFixed: true },
  { name: 'kind', type: 'text', title: 'kind', isFixed: true },
  { name: 'bytes', type: 'number', title: 'bytes', isFixed: true },
  { name: 'lines', type: 'number', title: 'lines', isFixed: true },
  { name: 'modified', type: 'date', title: 'modified', isFixed: true },
]

/** The table `files`: names with their folders, when each was changed in local time. */
export function filesTable(files: readonly FolderEntry[]): FolderTable {
  const rows = files.map(({ path, kind, bytes, modifiedMs, lines }) => [
    path,
    kind,
    bytes,
    lines ?? null,
    localMinute(modifiedMs),
  ])
  return {
    name: 'files',
    path: '',
    suffix: '',
    kind: 'folder',
    columns: COLUMNS,
    rows,
    notes: [],
    readOnly: 'The table `files` is what stands in the folder: it is changed by changing files.',
    version: files.map(({ path, bytes, modifiedMs }) => `${path} ${bytes} ${modifiedMs}`).join('\n'),
  }
}

/** `2026-11-28 14:05` on this machine's clock. */
function localMinute(ms: number): string {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
