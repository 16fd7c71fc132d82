// What a model learns to write SQL from: the messages of data/sql/ as they stand before it, and the programs that answer them.
import type { CallState, ChatMessage } from '../source/contracts/engine.ts'
import type { CellValue, FolderTable, RowChanges } from '../source/contracts/folder.ts'
import { NO_PROGRAM } from '../source/contracts/sql.ts'
import { statementKind } from '../source/contracts/statement-kind.ts'
import { statementsIn } from '../source/folder/program-parts.ts'
import { programRequest } from '../source/folder/show/program-request.ts'
import { changesResult, rowsResult } from '../source/folder/show/result-text.ts'
import { schemaText } from '../source/folder/show/schema-text.ts'
import type { FolderDatabase } from '../source/folder/sql/database.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { namesIn, type PairFolder, type SqlPair } from './sql-pairs.ts'

/** One state and the messages behind it; `before` are turns between the state and the message. */
export interface SqlLessons {
  readonly state: CallState
  readonly lessons: readonly Lesson[]
}

interface Lesson {
  readonly id: string
  readonly before: readonly ChatMessage[]
  readonly message: string
  readonly answer: string
}

/** Tables that are shown together. */
const MOST_SHOWN = 3
/** Their schemas, in characters. */
const MOST_CHARACTERS = 1_500
/** Messages that have a program for one that has none. */
const PROGRAMS_A_NONE = 3
/** Values of a result that may be meant again. */
const MOST_VALUES = 12

/** Whether a folder is kept apart: one in ten, by a hash of its id. */
export function isHeldOut(folder: string): boolean {
  return placeOf(folder) % 10 === 0
}

/** The folder's messages, each behind the tables that it is about, in most folders with others beside; among them some that are about none. */
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
  const [largest] = [...groups.values()].sort((a, b) => b.pairs.length - a.pairs.length)
  if (largest !== undefined) largest.pairs = [...largest.pairs, ...declined(folder, largest.pairs.length)]
  const found = new Map<string, { state: CallState; lessons: Lesson[] }>()
  for (const { tables, pairs } of groups.values())
    for (const [at, pair] of pairs.entries()) {
      const { state, ...lesson } = await lessonOf(pair, behindOf(pair, pairs.slice(0, at)), tables)
      const { lessons } = found.get(state.name) ?? { lessons: [] }
      found.set(state.name, { state, lessons: [...lessons, lesson] })
    }
  return [...found.values()]

  async function lessonOf(
    { id, message, today, sql }: SqlPair,
    after: SqlPair | undefined,
    tables: readonly FolderTable[],
  ) {
    const last = after === undefined ? undefined : await lastOf(after, folder, db)
    const asked = { message, today, tables, weak: WEAK, last, isTaught, acts: 'both' as const }
    const { state, examples = [], message: text } = programRequest(asked)
    return { id, state, before: examples, message: text, answer: sql ?? NO_PROGRAM }
  }
}

/** Messages of the folder that are about none of its tables, by a hash of their ids. */
function declined({ pairs }: PairFolder, programs: number): readonly SqlPair[] {
  return pairs
    .filter(({ sql }) => sql === null)
    .sort((a, b) => placeOf(a.id) - placeOf(b.id))
    .slice(0, Math.floor(programs / PROGRAMS_A_NONE))
}

function placeOf(id: string): number {
  return Number.parseInt(sha256Hex(Buffer.from(id)).slice(0, 8), 16)
}

/** What stands before a message: what it goes on from, or for some that stand alone another message, from which they do not go on. */
function behindOf(pair: SqlPair, earlier: readonly SqlPair[]): SqlPair | undefined {
  if (pair.after !== undefined) return pair.after
  const chance = placeOf(pair.id)
  return chance % 3 === 0 ? earlier[chance % Math.max(earlier.length, 1)] : undefined
}

const { default: ground } = await import('../models/tables.json', { with: { type: 'json' } })
/** Stems that are no reason for a cell. */
export const WEAK: ReadonlySet<string> = new Set(
  Object.entries(ground.stems).flatMap(([stem, weight]) => (weight <= 0.2 ? [stem] : [])),
)

/** What a program gives, or would change; `fault`: why neither. */
export interface Ran {
  readonly rows?: readonly (readonly CellValue[])[]
  readonly changes?: ReadonlyMap<string, RowChanges>
  readonly fault?: unknown
}

/** Runs a program; nothing is changed. */
export async function ran(sql: string, tables: readonly FolderTable[], db: FolderDatabase): Promise<Ran> {
  if (statementKind(sql) === 'question') {
    const answer = await db.ask(sql, tables)
    return answer.type === 'failed' ? { fault: answer } : { rows: answer.rows }
  }
  const changed = await db.change(statementsIn(sql), tables)
  return changed.type === 'failed' ? { fault: changed } : { changes: changed.changes }
}

/** The program that a message goes on from, with what came of it; undefined: it had none. */
export async function lastOf({ message, sql }: SqlPair, { tables }: PairFolder, db: FolderDatabase) {
  if (sql === null) return undefined
  const { rows, changes } = await ran(sql, tables, db)
  const result = rows ? rowsResult(rows) : changes ? changesResult(changes.values()) : 'nothing'
  const cells = (rows ?? []).flat().filter((value) => value !== null)
  return { message, sql, result, values: cells.slice(0, MOST_VALUES) }
}

/** In the order of the folder. */
function tablesOf({ tables }: PairFolder, names: readonly string[]): readonly FolderTable[] {
  return tables.filter(({ name }) => names.includes(name))
}

function lengthOf(tables: readonly FolderTable[]): number {
  return tables.reduce((sum, table) => sum + schemaText(table).length, 0)
}
