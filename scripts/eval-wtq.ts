// `ETHERVOX_MODELS=DIR node scripts/eval-wtq.ts MODEL DATA [--every N] [--plain] [--adapter FILE|none] [--out FILE]`: WikiTableQuestions (DATA/questions.jsonl and
// DATA/tables/*.csv; CC BY-SA 4.0, measured only): each question answered with SQL over its table, and with --plain by the same model that has the table's text in
// its prompt. Right: the answer's values and no others, in one column of the rows (others say what they belong to), or as words of the plain answer.
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FolderTable } from '../source/contracts/folder.ts'
import { READERS } from '../source/folder/all-readers.ts'
import { FolderIndex } from '../source/folder/folder-index.ts'
import { programRequest } from '../source/folder/show/program-request.ts'
import { findsAny } from '../source/folder/sql/finds-any.ts'
import { writeOrAnother } from '../source/governor/write-or-another.ts'
import { findChosen, openDatabase, openEngine } from './model-engine.ts'
import { WEAK } from './shown-tables.ts'

const CALL_WINDOW = 2_048
/** A table of up to some 250 rows and its question. */
const TALK_WINDOW = 8_192
const PLAIN_TOKENS = 60
/** Where its text is longer, its end is left out, for the window's sake. */
const PLAIN_CHARACTERS = 16_000
const TODAY = '2026-11-28'
/** Of shorter tables the time is not compared. */
const LONG_LINES = 40

interface Question {
  readonly id: string
  readonly table: string
  readonly question: string
  readonly answer: readonly string[]
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    adapter: { type: 'string' },
    every: { type: 'string', default: '1' },
    plain: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const [model = '', data = ''] = positionals
const { signal } = new AbortController()
const windows = { contextTokens: TALK_WINDOW, callContextTokens: CALL_WINDOW, adapter: values.adapter }
const engine = await openEngine(await findChosen(model), windows, signal)
const db = openDatabase()
const folder = mkdtempSync(join(tmpdir(), 'ethervox-wtq-'))
const questions = readFileSync(join(data, 'questions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Question => JSON.parse(line))
  .filter((_, at) => at % Number(values.every) === 0)
const tally = { sql: 0, failed: 0, plain: 0 }
const times: { readonly sql: number; readonly plain: number; readonly lines: number }[] = []
for (const question of questions) {
  const [bySql, sqlMs] = await timed(() => askTable(question))
  if (bySql.rows === undefined) tally.failed++
  if (bySql.isRight) tally.sql++
  const [plain, plainMs] = values.plain ? await timed(() => askPlain(question)) : [undefined, 0]
  if (plain !== undefined && saysAll(plain, question.answer)) tally.plain++
  times.push({ sql: sqlMs, plain: plainMs, lines: linesOf(question.table) })
  if (values.out !== undefined)
    appendFileSync(
      values.out,
      `${JSON.stringify({ ...question, ...bySql, plain }, (_, one) => (typeof one === 'bigint' ? Number(one) : one))}\n`,
    )
}
await engine.close()
await db.close()
rmSync(folder, { recursive: true, force: true })
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0
console.log(`${questions.length} questions: right by SQL ${tally.sql} (${tally.failed} gave no rows)`)
if (values.plain) {
  const long = times.filter(({ lines }) => lines >= LONG_LINES)
  const share = median(long.map(({ sql }) => sql)) / median(long.map(({ plain }) => plain))
  console.log(`right with the table in the prompt ${tally.plain}`)
  console.log(
    `time by SQL / with the table, median of ${long.length} over ${LONG_LINES} lines: ${share.toFixed(2)}`,
  )
}

function linesOf(name: string): number {
  return readFileSync(join(data, 'tables', name), 'utf8').split('\n').length
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const began = performance.now()
  const made = await work()
  return [made, performance.now() - began]
}

async function askTable({ table, question, answer }: Question) {
  const tables = await tablesOf(table)
  const isTaught = engine.info.writesSql === true
  const asked = { message: question, today: TODAY, tables, weak: WEAK, last: undefined, isTaught }
  const finds = (program: string) => findsAny(program, tables, db, signal)
  const request = programRequest({ ...asked, acts: 'ask' })
  const { text: sql } = await writeOrAnother(request, engine, finds, signal)
  const got = await db.ask(sql, tables)
  const rows = got.type === 'failed' ? undefined : got.rows
  const columns = rows?.[0]?.map((_, at) => rows.map((row) => String(row[at] ?? ''))) ?? []
  return { sql, rows, isRight: columns.some((column) => areSame(column, answer)) }
}

async function tablesOf(name: string): Promise<readonly FolderTable[]> {
  const own = mkdtempSync(join(folder, 'one-'))
  copyFileSync(join(data, 'tables', name), join(own, 'table.csv'))
  const { tables } = await new FolderIndex({ workspace: own, readers: READERS, own: async () => [] }).look(
    signal,
  )
  return tables.filter(({ path }) => path !== '' && path.endsWith('.csv'))
}

async function askPlain({ table, question }: Question): Promise<string> {
  const text = readFileSync(join(data, 'tables', table), 'utf8').slice(0, PLAIN_CHARACTERS)
  const task = 'Answer the question about the table with the value alone, without a sentence.'
  const said = { role: 'user' as const, text: `${text}\n\n${task}\n${question}` }
  const settings = { maxTokens: PLAIN_TOKENS, temperature: 0, seed: 1 }
  const head = { role: 'system' as const, text: 'You answer questions about tables.' }
  return (await engine.talk({ messages: [head, said], ...settings }, signal)).text
}

/** The same values, each as often. */
function areSame(column: readonly string[], answer: readonly string[]): boolean {
  const [a, b] = [column, answer].map((all) => all.map(plainValue).sort())
  return a?.join('\n') === b?.join('\n')
}

function saysAll(said: string, answer: readonly string[]): boolean {
  const text = ` ${plainValue(said)} `
  return answer.every((one) => text.includes(` ${plainValue(one)} `))
}

/** Numbers by their value, words without case and marks. */
function plainValue(text: string): string {
  const number = text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '').trim()
  if (/^-?\d+(?:\.\d+)?$/.test(number)) return String(Number(number))
  const words = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (words.match(/[\p{L}\p{N}]+(?:\.\d+)?/gu) ?? []).join(' ')
}
