// The examples of docs/tables.md print what stands there, byte for byte, over the folder docs/examples/tables.
import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runStatement } from '../../source/command-line/sql-command.ts'
import { READERS } from '../../source/folder/all-readers.ts'
import { FolderTables } from '../../source/folder/folder-tables.ts'
import { openToolHome } from '../tools/tool-home.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHILD = join(ROOT, 'source/folder/sql/database-child.ts')
/** The day that the page says it is. */
const clock = { now: () => new Date('2026-11-28T10:00:00Z'), monotonicMs: () => 0, timeZone: 'Europe/Berlin' }

const page = readFileSync(join(ROOT, 'docs/tables.md'), 'utf8')
const examples = [...page.matchAll(/^```sql\n([\s\S]*?)^```\n```text\n([\s\S]*?)^```$/gm)].map(
  ([, sql = '', printed = '']) => ({ sql: sql.trim(), printed }),
)

test('the page has twenty examples, questions and changes', () => {
  assert.equal(examples.length, 20)
  const questions = examples.filter(({ sql }) => sql.startsWith('SELECT')).length
  assert.ok(questions >= 10 && questions <= 16, String(questions))
})

for (const [at, { sql, printed }] of examples.entries())
  test(`example ${at + 1}: ${sql.replaceAll('\n', ' ')}`, async (t) => {
    const { workspace, context } = openToolHome(t)
    cpSync(join(ROOT, 'docs/examples/tables'), workspace, { recursive: true })
    const tables = new FolderTables({ workspace, clock, readers: READERS, child: CHILD, own: {} })
    t.after(() => tables.close())
    let out = ''
    const add = (text: string) => {
      out += text
    }
    const place = { ...context, clock, services: { ...context.services, tables } }
    const options = { json: false, csv: false, changes: 'made', write: add, warn: add } as const
    assert.equal(await runStatement(sql, place, options), 0, out)
    assert.equal(out, printed)
  })
