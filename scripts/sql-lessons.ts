// What a model learns to write SQL from: the messages of data/sql/ as they stand before it, and the programs that answer them.
import type { CallState, ChatMessage } from '../source/contracts/engine.ts'
import type { CellValue, FolderTable, RowChanges } from '../source/contracts/folder.ts'
import { NO_PROGRAM } from '../source/contracts/sql.ts'
import { statementKind } from '../source/contracts/statement-kind.ts'
import { statementsIn } from '../source/folder/program-parts.ts'
import { programRequest } from '../source/folder/show/program-request.ts'
import { changesResult, rowsResult } from '../source/folder/show/result-text.ts'
import type { FolderDatabase } from '../source/folder/sql/database.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { type ShownTables, WEAK } from './shown-tables.ts'
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

/** See `joined`. */
const FEW_MESSAGES = 4
/** Messages that have a program for one that has none. */
const PROGRAMS_A_NONE = 6
/** Values of a result that may be meant again. */
const MOST_VALUES = 12

/** Whether a folder is kept apart: one in ten, by a hash of its id. */
export function isHeldOut(folder: string): boolean {
  return placeOf(folder) % 10 === 0
}

/** The folder's messages, each behind the tables that the program would show with it; among them some that are about none. */
export async function lessonsOf(
  folder: PairFolder,
  db: FolderDatabase,
  shown: ShownTables,
): Promise<readonly SqlLessons[]> {
  const asked = folder.pairs.filter(({ sql }) => sql !== null)
  const groups = new Map<string, { tables: readonly FolderTable[]; all: Said[] }>()
  for (const [at, pair] of [...asked, ...declined(folder, asked.length)].entries()) {
    const after = behindOf(pair, asked.slice(0, at))
    const likely = shown(folder, pair, after)
    // Where the program would not show it, it is learned all the same how it is asked.
    const own = tablesOf(folder, namesIn(pair))
    const tables = own.every((table) => likely.includes(table)) ? likely : own
    const key = tables.map(({ name }) => name).join()
    const { all } = groups.get(key) ?? { all: [] }
    groups.set(key, { tables, all: [...all, { pair, after }] })
  }
  const found = new Map<string, { state: CallState; lessons: Lesson[] }>()
  for (const { tables, all } of joined([...groups.values()]))
    for (const said of all) {
      const { state, ...lesson } = await lessonOf(said, tables)
      const { lessons } = found.get(state.name) ?? { lessons: [] }
      found.set(state.name, { state, lessons: [...lessons, lesson] })
    }
  return [...found.values()]

  async function lessonOf({ pair, after }: Said, tables: readonly FolderTable[]) {
    const { id, message, today, sql } = pair
    const last = await lastShown(after, tables, folder, db)
    const asked = { message, today, tables, weak: WEAK, last, isTaught: true, acts: 'both' as const }
    const { state, examples = [], message: text } = programRequest(asked)
    return { id, state, before: examples, message: text, answer: sql ?? NO_PROGRAM }
  }
}

interface Said {
  readonly pair: SqlPair
  readonly after: SqlPair | undefined
}

interface Group {
  readonly tables: readonly FolderTable[]
  readonly all: readonly Said[]
}

/** What few messages are shown is put to tables that more are shown and that hold it: to look at tables costs as much as three messages. */
function joined(groups: readonly Group[]): readonly Group[] {
  const left = groups.toSorted((a, b) => b.all.length - a.all.length)
  for (let at = left.length - 1; at > 0; at--) {
    const { tables, all } = left[at] as Group
    const home = left.slice(0, at).findIndex((other) => tables.every((one) => other.tables.includes(one)))
    if (all.length >= FEW_MESSAGES || home < 0) continue
    left[home] = { tables: left[home]?.tables ?? [], all: [...(left[home]?.all ?? []), ...all] }
    left.splice(at, 1)
  }
  return left
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

/** What stands before a message: what it goes on from, or for half of those that stand alone another message, from which they do not go on. */
function behindOf(pair: SqlPair, earlier: readonly SqlPair[]): SqlPair | undefined {
  if (pair.after !== undefined) return pair.after
  const chance = placeOf(pair.id)
  return chance % 2 === 0 ? earlier[chance % Math.max(earlier.length, 1)] : undefined
}

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

/** What the program would show of the message before: its program with what came of it, where one of its tables is shown. */
export async function lastShown(
  after: SqlPair | undefined,
  tables: readonly FolderTable[],
  folder: PairFolder,
  db: FolderDatabase,
) {
  const goesOn = after !== undefined && tables.some(({ name }) => namesIn(after).includes(name))
  return goesOn ? lastOf(after, folder, db) : undefined
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
