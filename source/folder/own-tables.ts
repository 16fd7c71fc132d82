// What the program keeps itself, as tables: what is remembered, reminders, timers. Pure.
import type { CellValue, FolderColumn, FolderTable } from '../contracts/folder.ts'

/** A thing that is remembered; moments are `2026-11-28 14:05` on the person's clock. */
export interface OwnRows {
  readonly memories: readonly {
    readonly id: number
    readonly text: string
    readonly tags: string
    readonly created: string
  }[]
  readonly reminders: readonly {
    readonly id: number
    readonly text: string
    readonly due: string | null
    readonly done: number
  }[]
  readonly timers: readonly { readonly id: number; readonly label: string; readonly rings: string }[]
}

const ID: FolderColumn = { name: 'id', type: 'number', title: 'id', isFixed: true }
const TEXT: FolderColumn = { name: 'text', type: 'text', title: 'text' }

const TABLES = {
  memories: [
    ID,
    TEXT,
    { name: 'tags', type: 'text', title: 'tags' },
    { name: 'created', type: 'date', title: 'created', isFixed: true },
  ],
  reminders: [
    ID,
    TEXT,
    { name: 'due', type: 'date', title: 'due' },
    { name: 'done', type: 'yes/no', title: 'done' },
  ],
  timers: [
    ID,
    { name: 'label', type: 'text', title: 'label' },
    { name: 'rings', type: 'date', title: 'rings' },
  ],
} as const satisfies { readonly [name: string]: readonly FolderColumn[] }

/** The three tables, also those without a row. */
export function ownTables(rows: Partial<OwnRows>): readonly FolderTable[] {
  return Object.entries(TABLES).map(([name, columns]) => {
    const all: readonly Readonly<Record<string, CellValue>>[] = rows[name as keyof OwnRows] ?? []
    return {
      name,
      path: '',
      suffix: '',
      kind: name,
      columns,
      rows: all.map((row) => columns.map((column) => row[column.name] ?? null)),
      notes: [],
      version: JSON.stringify(all),
    }
  })
}
