// `ETHERVOX_MODELS=DIR node scripts/eval-sql.ts MODEL [--adapter FILE|none] [--most N] [--out FILE]`: how well a model writes SQL for the folders of data/sql/ that
// none is learned from: each message behind the tables that the program shows with it, right where both programs give the same rows or make the same changes;
// and how often it declines, of the messages that are about none of them.
import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { CellValue, FolderTable } from '../source/contracts/folder.ts'
import { isNoProgram } from '../source/contracts/sql.ts'
import { statementKind } from '../source/contracts/statement-kind.ts'
import { curveAt, logOf } from '../source/folder/program-confidence.ts'
import { programRequest } from '../source/folder/show/program-request.ts'
import { findsAny } from '../source/folder/sql/finds-any.ts'
import { writeOrAnother } from '../source/governor/write-or-another.ts'
import { findChosen, openDatabase, openEngine } from './model-engine.ts'
import { shownTables, WEAK } from './shown-tables.ts'
import { isHeldOut, lastShown, type Ran, ran } from './sql-lessons.ts'
import { loadPairs, type PairFolder } from './sql-pairs.ts'

const CALL_WINDOW = 2_048
/** Of fitting the curve of how likely a program is right. */
const CURVE_PASSES = 5_000
const CURVE_RATE = 0.1

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    adapter: { type: 'string' },
    most: { type: 'string', default: '1000' },
    out: { type: 'string' },
  },
})
const { signal } = new AbortController()
const chosen = await findChosen(positionals[0] ?? '')
const windows = { contextTokens: 512, callContextTokens: CALL_WINDOW, adapter: values.adapter }
const engine = await openEngine(chosen, windows, signal)
const db = openDatabase()
const folders = await loadPairs(isHeldOut)
const shown = await shownTables(folders)
const all = folders.flatMap((folder) =>
  folder.pairs.flatMap(({ sql, ...pair }) => (sql === null ? [] : [{ folder, pair: { ...pair, sql } }])),
)
const every = Math.max(1, Math.ceil(all.length / Number(values.most)))
const tally = { question: { all: 0, right: 0 }, change: { all: 0, right: 0 } }
const tried: { readonly kind: keyof typeof tally; readonly isRight: boolean; readonly weakest: number }[] = []
const times: number[] = []
// Those with the same tables one behind the other: their state is evaluated once.
const asked = all
  .filter((_, at) => at % every === 0)
  .map((one) => ({ ...one, tables: shown(one.folder, one.pair, one.pair.after) }))
  .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
for (const { folder, pair, tables } of asked) {
  const kind = statementKind(pair.sql)
  if (tables.length === 0 || kind === undefined) continue
  const last = await lastShown(pair.after, tables, folder, db)
  const isTaught = engine.info.writesSql === true
  const { message, today } = pair
  const began = performance.now()
  const request = programRequest({ message, today, tables, weak: WEAK, last, isTaught, acts: 'both' })
  const finds = (program: string) => findsAny(program, folder.tables, db, signal)
  const { text, usage, weakest = 1 } = await writeOrAnother(request, engine, finds, signal)
  times.push(performance.now() - began)
  const isRight = areAlike(await ran(pair.sql, folder.tables, db), await ran(text, folder.tables, db))
  tally[kind].all++
  if (isRight) tally[kind].right++
  tried.push({ kind, isRight, weakest })
  if (values.out !== undefined) {
    const line = {
      id: pair.id,
      isRight,
      message,
      sql: pair.sql,
      made: text,
      weakest,
      ms: times.at(-1),
      usage,
    }
    appendFileSync(values.out, `${JSON.stringify(line)}\n`)
  }
}
const declined = engine.info.writesSql === true ? await eachNone() : undefined
await engine.close()
await db.close()
times.sort((a, b) => a - b)
const { question, change } = tally
console.log(`questions right ${question.right} of ${question.all}, changes ${change.right} of ${change.all}`)
if (declined !== undefined) console.log(`declined ${declined.right} of ${declined.all} that are for no table`)
console.log(`a program in ${Math.round(times[times.length >> 1] ?? 0)} ms (median)`)

for (const kind of ['question', 'change'] as const) {
  const own = tried.filter((one) => one.kind === kind)
  const { bias, slope } = curveOf(own)
  const surer = own.filter(({ weakest }) => curveAt(bias, slope, weakest) >= 0.5)
  const good = surer.filter(({ isRight }) => isRight).length
  console.log(
    `${kind}: log-odds ${bias.toFixed(2)} + ${slope.toFixed(2)} ln(weakest); likelier right than not ${surer.length}, of them right ${good}`,
  )
}

function keyOf({
  folder,
  tables,
}: {
  readonly folder: PairFolder
  readonly tables: readonly FolderTable[]
}): string {
  return [folder.id, ...tables.map(({ name }) => name)].join()
}

async function eachNone() {
  const none = folders.flatMap((folder) =>
    folder.pairs.flatMap((pair) =>
      pair.sql === null ? [{ ...pair, tables: shown(folder, pair, undefined) }] : [],
    ),
  )
  const step = Math.max(1, Math.ceil(none.length / Number(values.most)))
  const tally = { all: 0, right: 0 }
  for (const { message, today, tables, id } of none.filter((_, at) => at % step === 0)) {
    if (tables.length === 0) continue
    const asked = programRequest({
      message,
      today,
      tables,
      weak: WEAK,
      last: undefined,
      isTaught: true,
      acts: 'both',
    })
    const { text, weakest } = await engine.writeCall(asked, signal)
    tally.all++
    if (isNoProgram(text)) tally.right++
    if (values.out !== undefined)
      appendFileSync(values.out, `${JSON.stringify({ id, message, sql: null, made: text, weakest })}\n`)
  }
  return tally
}

/** Logistic curve of being right over the logarithm of the least sure token's probability, by gradient descent. */
function curveOf(all: readonly { readonly isRight: boolean; readonly weakest: number }[]) {
  let [bias, slope] = [0, 1]
  for (let pass = 0; pass < CURVE_PASSES; pass++) {
    let [ofBias, ofSlope] = [0, 0]
    for (const { isRight, weakest } of all) {
      const error = curveAt(bias, slope, weakest) - (isRight ? 1 : 0)
      ofBias += error
      ofSlope += error * logOf(weakest)
    }
    bias -= (CURVE_RATE * ofBias) / Math.max(1, all.length)
    slope -= (CURVE_RATE * ofSlope) / Math.max(1, all.length)
  }
  return { bias, slope }
}

/** Same changes, or same rows in any order; columns may be more on one side, where no row lacks all that the other has. */
function areAlike(wanted: Ran, made: Ran): boolean {
  if (wanted.changes !== undefined)
    return made.changes !== undefined && textOf([...wanted.changes]) === textOf([...made.changes])
  if (wanted.rows === undefined || made.rows?.length !== wanted.rows.length) return false
  const left = made.rows.map(cellsOf)
  return wanted.rows.map(cellsOf).every((cells) => {
    const at = left.findIndex((others) => {
      const common = cells.intersection(others).size
      return common > 0 && common === Math.min(cells.size, others.size)
    })
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function cellsOf(row: readonly CellValue[]): ReadonlySet<string> {
  return new Set(row.map(cellText))
}

function cellText(cell: CellValue): string {
  return typeof cell === 'number' ? String(Math.round(cell * 100) / 100) : String(cell)
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : (one ?? 'none')))
}
