// What a model learns to write SQL from: the messages of data/sql/ as they stand before it, and the programs that answer them.
import type { CallState, ChatMessage } from '../source/contracts/engine.ts'
import type { FolderTable } from '../source/contracts/folder.ts'
import { nearValues, saidWords } from '../source/folder/show/near-values.ts'
import { lastTurns, messageText, sqlState } from '../source/folder/show/prompt.ts'
import { changesResult, rowsResult } from '../source/folder/show/result-text.ts'
import { schemaText } from '../source/folder/show/schema-text.ts'
import type { FolderDatabase } from '../source/folder/sql/database.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { spansIn } from '../source/toolkit/spans.ts'
import type { PairFolder, SqlPair } from './sql-pairs.ts'

/** One state and the messages behind it; `before` are turns between the state and the message. */
export interface SqlLessons {
  readonly state: CallState
  readonly lessons: readonly {
    readonly id: string
    readonly before: readonly ChatMessage[]
    readonly message: string
    readonly answer: string
  }[]
}

/** Tables that are shown together. */
const MOST_SHOWN = 3
/** Their schemas, in characters. */
const MOST_CHARACTERS = 1_500
export const MOST_NEAR = 4

/** Whether a folder is kept apart: one in ten, by a hash of its id. */
export function isHeldOut(folder: string): boolean {
  return Number.parseInt(sha256Hex(Buffer.from(folder)).slice(0, 8), 16) % 10 === 0
}

/** The folder's messages that have SQL, each behind the tables that it is about, in most folders with others beside. */
export async function lessonsOf(
  folder: PairFolder,
  db: FolderDatabase,
  isTaught: boolean,
): Promise<readonly SqlLessons[]> {
  const asked = folder.pairs.filter(({ sql }) => sql !== null)
  const isJoint = Number.parseInt(sha256Hex(Buffer.from(folder.id)).slice(8, 16), 16) % 4 !== 0
  const groups = new Map<string, { tables: readonly FolderTable[]; pairs: SqlPair[] }>()
  const all = isJoint ? tablesOf(folder, asked.flatMap(namesIn)) : []
  for (const pair of asked) {
    const own = tablesOf(folder, namesIn(pair))
    const fits = all.length > 0 && all.length <= MOST_SHOWN && lengthOf(all) <= MOST_CHARACTERS
    const tables = fits ? all : own
    if (own.length === 0) continue
    const key = tables.map(({ name }) => name).join()
    groups.set(key, { tables, pairs: [...(groups.get(key)?.pairs ?? []), pair] })
  }
  const found: SqlLessons[] = []
  for (const { tables, pairs } of groups.values()) {
    const state = sqlState(
      tables.map((table) => schemaText(table)),
      isTaught,
    )
    const lessons = []
    for (const [at, pair] of pairs.entries())
      lessons.push(await lessonOf(pair, behindOf(pair, pairs.slice(0, at)), tables, folder, db))
    found.push({ state, lessons })
  }
  return found
}

/** What stands before a message: what it goes on from, or for some that stand alone another message, from which they do not go on. */
function behindOf(pair: SqlPair, earlier: readonly SqlPair[]): SqlPair | undefined {
  if (pair.after !== undefined) return pair.after
  const chance = Number.parseInt(sha256Hex(Buffer.from(pair.id)).slice(0, 8), 16)
  return chance % 3 === 0 ? earlier[chance % Math.max(earlier.length, 1)] : undefined
}

async function lessonOf(
  pair: SqlPair,
  after: SqlPair | undefined,
  tables: readonly FolderTable[],
  folder: PairFolder,
  db: FolderDatabase,
) {
  const { message, today, sql, id } = pair
  const goesOn = after !== undefined && after.sql !== null ? { ...after, sql: after.sql } : undefined
  const result = goesOn && (await resultOf(goesOn.sql, folder, db))
  const text = messageText({
    message,
    today,
    spans: spansIn(message, today),
    near: nearOf(message, tables),
    result,
  })
  const before = goesOn ? lastTurns({ message: goesOn.message, sql: goesOn.sql, result: '' }, today) : []
  return { id, before, message: text, answer: sql ?? '' }
}

/** Cells that the message speaks of, the best of all shown tables. */
export function nearOf(message: string, tables: readonly FolderTable[]) {
  const said = saidWords(message, WEAK)
  return tables
    .flatMap((table) => nearValues(said, table, MOST_NEAR))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_NEAR)
}

const { default: ground } = await import('../models/tables.json', { with: { type: 'json' } })
const WEAK = new Set(Object.entries(ground.stems).flatMap(([stem, weight]) => (weight <= 0.2 ? [stem] : [])))

async function resultOf(sql: string, { tables }: PairFolder, db: FolderDatabase): Promise<string> {
  if (/^select/i.test(sql)) {
    const answer = await db.ask(sql, tables)
    return answer.type === 'failed' ? 'nothing' : rowsResult(answer.rows)
  }
  const changed = await db.change(sql.split(/; (?=[A-Z])/), tables)
  return changed.type === 'failed' ? 'nothing' : changesResult(changed.changes.values())
}

export function namesIn({ sql, tables }: SqlPair): readonly string[] {
  return sql === null
    ? []
    : tables.filter((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'u').test(sql))
}

/** In the order of the folder. */
function tablesOf({ tables }: PairFolder, names: readonly string[]): readonly FolderTable[] {
  return tables.filter(({ name }) => names.includes(name))
}

function lengthOf(tables: readonly FolderTable[]): number {
  return tables.reduce((sum, table) => sum + schemaText(table).length, 0)
}
