// `node scripts/check-sql.ts FOLDER…`: looks through messages that are being written for data/sql/. Of each folder (`files`, `pairs.jsonl`) it prints the tables as the
// program reads them, and of each message what its SQL gives or changes, or why it fails or lies outside the grammar; with --faults only the latter.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { programRequest } from '../source/folder/show/program-request.ts'
import { changesResult, rowsResult } from '../source/folder/show/result-text.ts'
import { schemaText } from '../source/folder/show/schema-text.ts'
import { readProgram } from '../source/lib/sql/read-program.ts'
import { openDatabase } from './model-engine.ts'
import { WEAK } from './shown-tables.ts'
import { lastOf, ran } from './sql-lessons.ts'
import { loadFolder, namesIn, type PairFolder, type SqlPair } from './sql-pairs.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: 'boolean', default: false } },
})
const db = openDatabase()
let [lines, faults] = [0, 0]
for (const place of positionals) {
  const folder = await loadFolder(basename(place), place)
  console.log(`\n${place}`)
  if (!values.faults) for (const table of folder.tables) console.log(schemaText(table))
  for (const pair of folder.pairs) {
    lines++
    const { fault, result } = await outcomeOf(pair, folder)
    if (fault !== undefined) faults++
    if (fault === undefined && values.faults) continue
    console.log(
      `${pair.id}  ${pair.message}\n    ${pair.sql}\n    ${fault === undefined ? result : `FAULT: ${fault}`}`,
    )
  }
}
console.log(`\n${lines} messages, ${faults} at fault`)
await db.close()

async function outcomeOf(pair: SqlPair, folder: PairFolder): Promise<{ fault?: string; result?: string }> {
  const { sql, message, today, after } = pair
  if (sql === null) return { result: 'about no table' }
  const names = namesIn(pair)
  const tables = folder.tables.filter(({ name }) => names.includes(name))
  if (tables.length < names.length || names.length === 0)
    return { fault: `the tables it names are ${folder.tables.map(({ name }) => name).join(', ')}` }
  const last = after === undefined ? undefined : await lastOf(after, folder, db)
  const { program } = programRequest({
    message,
    today,
    tables,
    weak: WEAK,
    last,
    isTaught: true,
    acts: 'both',
  })
  if (program !== undefined && !readProgram(sql, program).isWhole) {
    const read = [...sql].findIndex((_, at) => !readProgram(sql.slice(0, at + 1), program).isOpen)
    return { fault: `outside the grammar from: ${sql.slice(Math.max(0, read))}` }
  }
  const { rows, changes, fault } = await ran(sql, tables, db)
  if (fault !== undefined) return { fault: JSON.stringify(fault) }
  if (rows) return { result: `${rows.length} rows: ${rowsResult(rows)}` }
  const result = changesResult(changes?.values() ?? [])
  return result === '' ? { fault: 'it changes nothing' } : { result }
}
