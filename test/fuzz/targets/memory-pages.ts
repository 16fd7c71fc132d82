// The bare pages of a damaged memory, from which entries are read without SQLite.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../../source/lib/sqlite.ts'
import { MIGRATIONS } from '../../../source/memory/migrations.ts'
import { type EntryFields, insertEntry } from '../../../source/memory/rows.ts'
import { salvageEntries } from '../../../source/memory/salvage.ts'
import { mutateBytes } from '../mutate-bytes.ts'
import type { Target } from '../target.ts'

const AT = '2026-03-12T09:24:00.000Z'
const ENTRY: EntryFields = {
  text: 'the garage code is 4471',
  kind: 'fact',
  tags: ['home'],
  context: '',
  importance: 0.5,
  created: AT,
  updated: AT,
  completed: null,
  due: null,
  rung: null,
  repeats: { unit: 'day', every: 1, at: '10:00' },
  source: 'chat',
  session: 'test',
}

export async function open(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-pages-'))
  return {
    seeds: [seed(folder, 512), seed(folder, 1024)],
    mutators: [mutateBytes],
    mostBytes: 80_000,
    run(input) {
      const entries = salvageEntries(input)
      assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
      for (const { id, text, created } of entries) {
        assert.ok(Number.isSafeInteger(id) && id > 0)
        assert.notEqual(text, '')
        assert.ok(created < '9999-12-32')
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Leaves and a branch, texts that go on upon other pages, and freed pages. */
function seed(folder: string, pageBytes: number): Buffer {
  const path = join(folder, `${pageBytes}.sqlite`)
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA page_size = ${pageBytes}`)
  migrate(db, MIGRATIONS, 1)
  for (let at = 1; at <= 30; at++)
    insertEntry(db, { ...ENTRY, text: `${at} ${'is a number. '.repeat(at % 7 === 0 ? 90 : 3)}`.trim() })
  db.exec('DELETE FROM entries WHERE id BETWEEN 10 AND 20')
  db.close()
  return readFileSync(path)
}
