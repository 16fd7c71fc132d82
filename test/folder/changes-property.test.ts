// Whatever cells of a file are changed together, what is planned has all other bytes as they were.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CellValue,
  ChangeRefused,
  type FolderTable,
  type RowChanges,
} from '../../source/contracts/folder.ts'
import type { PlannedFile } from '../../source/contracts/folder-access.ts'
import { READERS } from '../../source/folder/all-readers.ts'
import { type CurrentFile, openCurrent } from '../../source/folder/changes/current-file.ts'
import { planFiles } from '../../source/folder/changes/plan-files.ts'
import { Random } from '../fuzz/random.ts'
import { DRAFTS, type Draft, type DraftCell } from './changes-drafts.ts'
import { newValue } from './round-trip.ts'

const CHANGES = 2_000
const ROWS = 600
/** Of the changes; a text that would be read as something else is refused. */
const MOST_REFUSED = 0.03
const TEXTS = [
  'pears',
  'Köln',
  'two words',
  'one, two',
  'a; b',
  'say "hi"',
  "it's",
  'x # y',
  'key: value',
  'back\\slash',
  '50 % off',
]

type Updates = RowChanges['updated']

/** A cell with its table and what it gets. */
interface CellSet {
  readonly cell: DraftCell
  readonly table: number
  readonly column: number
  readonly value: CellValue
}

test('planned edits leave all bytes outside of the changed cells as they were', async () => {
  let [refused, made] = [0, 0]
  for (let seed = 0; seed < CHANGES; seed++) {
    const random = new Random(20261128, seed)
    const draft = random.pick(DRAFTS)(random, random.pick(['\n', '\n', '\r\n']))
    const mark = random.chance(0.25) ? '\ufeff' : ''
    const file = await openCurrent(draft.path, Buffer.from(mark + draft.text), READERS)
    const sets = choose(draft, file, random)
    const told = `seed ${seed}, ${draft.path}, ${JSON.stringify(draft.text)}, ${JSON.stringify(sets.map(({ cell, value }) => [cell.suffix, cell.row, cell.column, value]))}`
    try {
      const [planned] = await planSets(file, sets, random)
      if (planned !== undefined) made++
      if (planned !== undefined) await check(draft, mark, file, planned, sets, told)
    } catch (error) {
      if (!(error instanceof ChangeRefused))
        throw new Error(`${told}: ${error instanceof Error ? error.message : error}`, { cause: error })
      refused++
    }
  }
  assert.ok(refused < CHANGES * MOST_REFUSED, `${refused} of ${CHANGES} were refused`)
  assert.ok(made > CHANGES * 0.9, `${made} of ${CHANGES} changed anything`)
})

test('a row that goes takes only its passage along, one that comes brings only its own', async () => {
  for (let seed = 0; seed < ROWS; seed++) {
    const random = new Random(20261129, seed)
    const draft = random.pick(DRAFTS)(random, random.pick(['\n', '\r\n']))
    const file = await openCurrent(draft.path, Buffer.from(draft.text), READERS)
    const at = random.below(file.tables.length)
    const table = file.tables[at]
    if (table === undefined || table.rows.length < 2 || table.kind === 'settings') continue
    const row = random.below(table.rows.length)
    const gone = await planRows(file, at, { updated: [], removed: [row], added: [] })
    const told = `seed ${seed}, ${draft.path}, row ${row} of ${JSON.stringify(draft.text)}`
    assert.ok(isWithout(draft.text, gone), `${told} → ${JSON.stringify(gone)}`)
    const added = table.columns.map(({ name }, column) =>
      name === 'heading' ? undefined : newValue(table, column, random, { texts: TEXTS }),
    )
    const more = await planRows(file, at, { updated: [], removed: [], added: [added] })
    assert.ok(isWithout(more, draft.text), `${told}, ${JSON.stringify(added)} → ${JSON.stringify(more)}`)
  }
})

/** The file's text after a change of one table. */
async function planRows(file: CurrentFile, at: number, changes: RowChanges): Promise<string> {
  const tables = file.tables.map(
    (table, index): FolderTable => ({ ...table, name: `t${index}`, path: file.path, version: '' }),
  )
  const [planned] = await planFiles(tables, new Map([[`t${at}`, changes]]), new Map([[file.path, file]]))
  return planned?.after ?? file.text ?? ''
}

/** Whether `short` is `long` with one passage taken out. */
function isWithout(long: string, short: string): boolean {
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  return long.length > short.length && long.endsWith(short.slice(same))
}

/** One to four cells of the file, in any of its tables. */
function choose(draft: Draft, file: CurrentFile, random: Random): readonly CellSet[] {
  const count = Math.min(draft.cells.length, 1 + random.below(4))
  const left = [...draft.cells]
  return Array.from({ length: count }, () => {
    const [cell] = left.splice(random.below(left.length), 1)
    assert.ok(cell !== undefined)
    const table = file.tables.findIndex(({ suffix }) => suffix === cell.suffix)
    const column = file.tables[table]?.columns.findIndex(({ name }) => name === cell.column) ?? -1
    const known = file.tables[table]
    assert.ok(
      known !== undefined && column >= 0 && known.rows[cell.row] !== undefined,
      `${draft.path} has no cell ${JSON.stringify(cell)}: ${JSON.stringify(file.tables)}`,
    )
    return { cell, table, column, value: newValue(known, column, random, { texts: TEXTS }) }
  })
}

function planSets(
  file: CurrentFile,
  sets: readonly CellSet[],
  random: Random,
): Promise<readonly PlannedFile[]> {
  const tables = file.tables.map(
    (table, at): FolderTable => ({ ...table, name: `t${at}`, path: file.path, version: '' }),
  )
  const changes = new Map<string, RowChanges>()
  for (const { cell, table, column, value } of sets) {
    const before = changes.get(`t${table}`)
    const updated: Updates = [...(before?.updated ?? []), { row: cell.row, column, value }]
    changes.set(`t${table}`, { updated, removed: [], added: [] })
  }
  // The order in which tables were changed does not matter.
  const shuffled = new Map([...changes].sort(() => random.next() - 0.5))
  return planFiles(tables, shuffled, new Map([[file.path, file]]))
}

async function check(
  draft: Draft,
  mark: string,
  file: CurrentFile,
  planned: PlannedFile,
  sets: readonly CellSet[],
  told: string,
): Promise<void> {
  const after = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(planned.bytesAfter)
  const where = `${told} → ${JSON.stringify(after)}`
  assert.equal(planned.after, after, where)
  assert.equal(planned.before, mark + draft.text, where)
  assert.ok(
    keepsRest(
      mark + draft.text,
      after,
      sets.map(({ cell }) => cell),
      mark.length,
    ),
    `other bytes changed: ${where}`,
  )
  const again = await openCurrent(file.path, planned.bytesAfter, READERS)
  for (const { cell, table, column, value } of sets)
    assert.equal(shown(again.tables[table]?.rows[cell.row]?.[column]), shown(value), where)
  for (const [at, table] of file.tables.entries())
    assert.equal(again.tables[at]?.rows.length, table.rows.length, where)
}

/** Whether all that stands between the cells is there, in order, from the first character to the last. */
function keepsRest(before: string, after: string, cells: readonly DraftCell[], offset: number): boolean {
  const sorted = cells.toSorted((a, b) => a.start - b.start)
  const starts = [0, ...sorted.map(({ end }) => end + offset)]
  const kept = starts.map((start, at) =>
    before.slice(start, (sorted[at]?.start ?? before.length - offset) + offset),
  )
  const last = kept.pop() ?? ''
  let at = 0
  for (const [index, part] of kept.entries()) {
    const found = index === 0 ? (after.startsWith(part) ? 0 : -1) : after.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return after.endsWith(last) && after.length - last.length >= at
}

/** A line of code keeps the indentation that it had. */
function shown(value: CellValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value).trimStart()
}
