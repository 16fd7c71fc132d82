// Files of a memory as other programs, or accidents, left them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MemoryEntry } from '../../source/contracts/memory.ts'
import { migrate } from '../../source/lib/sqlite.ts'
import { MIGRATIONS } from '../../source/memory/migrations.ts'
import { insertEntry } from '../../source/memory/rows.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

export const PAGE_BYTES = 4096
export const AMOUNT = 400

function entry(id: number, more: Partial<MemoryEntry> = {}): MemoryEntry {
  return {
    id,
    text: `Entry number ${id} ${'about this and that '.repeat(10)}`.trim(),
    kind: 'fact',
    tags: [],
    context: '',
    importance: 0.5,
    created: '2026-03-12T09:24:00.000Z',
    updated: '2026-03-12T09:24:00.000Z',
    completed: null,
    due: null,
    rung: null,
    repeats: null,
    source: 'chat',
    session: 'test',
    ...more,
  }
}

/** Of every shape that an entry has: long ones lie on several pages. */
export function ofAllShapes(amount = AMOUNT): readonly MemoryEntry[] {
  const repeats = { unit: 'day', every: 1, at: '10:00' } as const
  const due = '2026-03-13T09:00:00.000Z'
  return [
    ...Array.from({ length: amount }, (_, at) => entry(at + 1)),
    entry(amount + 1, { kind: 'reminder', tags: ['a b', 'reminder'], due, repeats, rung: due }),
    entry(amount + 2, { text: 'Grüße, 🍋 und ς. '.repeat(470).trim(), context: 'Zürich' }),
    entry(amount + 3, { text: 'the lake is 63 m deep', kind: 'correction', importance: 1 }),
    entry(amount + 4, { importance: 0, completed: due, kind: 'reminder' }),
    entry(70_000, { text: 'x'.repeat(8000) }),
  ]
}

interface Made {
  readonly folder: string
  readonly path: string
}

/** A closed file with these entries. `work` is what an older program did with it: it let stand what was deleted. */
export function fileWith(
  entries: readonly MemoryEntry[],
  pageBytes = PAGE_BYTES,
  work: (db: DatabaseSync) => void = () => undefined,
): Made {
  const folder = temporaryFolder('memory')
  const path = join(folder, 'memory.sqlite')
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL`)
  migrate(db, MIGRATIONS, 1)
  db.exec('BEGIN')
  for (const one of entries) insertEntry(db, one, one.id)
  db.exec('COMMIT')
  work(db)
  db.close()
  return { folder, path }
}

/** Fills pages, the first being 1. */
export function fill(path: string, pages: readonly number[], byte = 0): Buffer {
  const bytes = readFileSync(path)
  for (const page of pages) bytes.fill(byte, (page - 1) * PAGE_BYTES, page * PAGE_BYTES)
  writeFileSync(path, bytes)
  return bytes
}

export const ids = (entries: readonly MemoryEntry[]) => entries.map(({ id }) => id)
export const upTo = (last: number, from = 1) => Array.from({ length: last - from + 1 }, (_, at) => at + from)
