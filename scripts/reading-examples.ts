// What the program learns to read requests from: conversations whose messages were labelled by two (data/sessions/), messages about tables
// (data/sql/), single requests that were written for what is rare or looks like something else (data/requests/), examples of the tools, and what is for none.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FolderTable } from '../source/contracts/folder.ts'
import { ACTS, type Act, BEYOND, type Beyond, type LastRequest } from '../source/contracts/request-acts.ts'
import { statementKind } from '../source/contracts/statement-kind.ts'
import { READERS } from '../source/folder/all-readers.ts'
import { FolderIndex } from '../source/folder/folder-index.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { promptLines, toolExamples } from './ground-inputs.ts'
import { ROOT } from './model-engine.ts'
import { loadPairs, namesIn, type PairFolder } from './sql-pairs.ts'

export interface ReadingExample {
  readonly message: string
  /** One of them is meant: labels of two that differ, or a source that does not tell them apart. */
  readonly acts: readonly Act[]
  /** What it is that cannot be done, where that was said. */
  readonly beyond?: Beyond | undefined
  readonly last: LastRequest | undefined
  /** Names of the tables of the request before. */
  readonly lastTables: readonly string[]
  /** ISO date. */
  readonly today: string
  readonly tables: readonly FolderTable[]
  /** `sessions`, `sql`, `tools`, `none`; of data/requests/ the beginning of the file's name */
  readonly source: string
  readonly weight: number
  readonly fold: number
}

export const FOLDS = 5
/** A message of a conversation counts more than a single one, and one that was written to be read as SQL less. */
const WEIGHTS: Readonly<Record<string, number>> = { sessions: 3, sql: 0.5 }
/** What the tools stand for besides `tool`. */
const ACTS_OF_TOOLS: Readonly<Record<string, readonly Act[]>> = {
  ...each(['file_query', 'file_search', 'file_read', 'file_list', 'file_find'], ['ask', 'tool']),
  ...each(['file_edit', 'file_append', 'file_change', 'file_write'], ['change', 'tool']),
  ...each(['timer_list'], ['ask', 'recall', 'tool']),
  ...each(['alarm_create'], ['tool', 'remind']),
  ...each(['memory_store'], ['remember', 'remind']),
  ...each(['memory_store_correction', 'memory_store_pattern'], ['remember']),
  ...each(['memory_search', 'memory_reminder_list', 'memory_summarize'], ['recall', 'ask']),
  ...each(['memory_forget', 'memory_delete'], ['forget']),
  ...each(['memory_complete_reminder', 'memory_update_reminder'], ['change', 'remind', 'forget']),
}
const NO_TOOL: readonly Act[] = ['talk', 'cannot']
/** Of what has no folder of its own: how often it is said without one. */
const WITHOUT_TABLES = 8

export interface Labelled {
  readonly n: number
  readonly message: string
  readonly act: Act
  readonly tool?: string
}

/** All of them; the same for the same data. */
export async function readingExamples(): Promise<readonly ReadingExample[]> {
  const folders = await loadPairs((id) => !id.startsWith('sessions/'))
  return [...(await ofSessions()), ...ofSql(folders), ...ofOthers(folders)]
}

async function ofSessions(): Promise<readonly ReadingExample[]> {
  const root = join(ROOT, 'data/sessions')
  const found: ReadingExample[] = []
  for (const name of readdirSync(root)) {
    const place = join(root, name)
    const tables = await tablesOfSession(place)
    const today = readFileSync(join(place, 'now.txt'), 'utf8').slice(0, 10)
    const [first, second] = ['acts.jsonl', 'second.jsonl'].map((file) => linesOf<Labelled>(join(place, file)))
    let last: LastRequest | undefined
    for (const line of first ?? []) {
      const { message, act, tool } = line
      const acts = actsOf(line, first ?? [], second ?? [])
      if (acts !== undefined)
        found.push(example({ ...{ message, acts, last, today, tables }, source: 'sessions' }, name))
      last = { message, act, tool }
    }
  }
  return found
}

/** The tables of a conversation's folder. */
export async function tablesOfSession(place: string): Promise<readonly FolderTable[]> {
  const index = new FolderIndex({ workspace: join(place, 'files'), readers: READERS, own: async () => [] })
  return (await index.look(new AbortController().signal)).tables
}

/** What both labels say; undefined: they cut the message in other places. */
function actsOf(
  line: Labelled,
  first: readonly Labelled[],
  second: readonly Labelled[],
): readonly Act[] | undefined {
  const own = first.filter(({ n }) => n === line.n)
  const others = second.filter(({ n }) => n === line.n)
  const other = own.length === others.length ? others[own.indexOf(line)] : undefined
  if (other === undefined) return undefined
  const acts = [line, other].flatMap(({ act, tool }) =>
    act === 'tool' && tool !== undefined ? (ACTS_OF_TOOLS[tool] ?? [act]) : [act],
  )
  return [...new Set(acts)].filter((act) => ACTS.includes(act))
}

function ofSql(folders: readonly PairFolder[]): readonly ReadingExample[] {
  return folders.flatMap(({ id, tables, pairs }) =>
    pairs.flatMap(({ message, sql, today, after }, at) => {
      if (sql === null) return []
      const before = after ?? (at % 3 === 0 ? undefined : pairs[(at * 31) % pairs.length])
      const last = before && { message: before.message, act: actOfSql(before.sql) }
      const lastTables = before === undefined ? [] : namesIn(before)
      return [
        example(
          { ...{ message, last, lastTables, today, tables }, acts: [actOfSql(sql)], source: 'sql' },
          id,
        ),
      ]
    }),
  )
}

function ofOthers(folders: readonly PairFolder[]): readonly ReadingExample[] {
  const none = [
    ...promptLines('none-requests.txt', 3_000),
    ...promptLines('remarks.txt', 600),
    ...promptLines('mistaken-requests.txt', 400),
  ]
  const all: readonly Other[] = [
    ...[...toolExamples(60)].flatMap(([tool, examples]) =>
      examples.map((message) => ({
        message,
        acts: ACTS_OF_TOOLS[tool] ?? (['tool'] as const),
        source: 'tools',
      })),
    ),
    ...none.map((message) => ({ message, acts: NO_TOOL, source: 'none' })),
    ...readdirSync(join(ROOT, 'data/requests')).flatMap((file) =>
      linesOf<Single>(join(ROOT, 'data/requests', file)).map(singleOf(file.replace(/-.*/u, ''))),
    ),
  ]
  return all.map((one, at) => {
    const folder = at % WITHOUT_TABLES === 0 ? undefined : folders[(at * 7919) % folders.length]
    const pairs = folder?.pairs ?? []
    const before = at % 3 === 0 ? pairs[(at * 104729) % Math.max(1, pairs.length)] : undefined
    const said = before && { message: before.message, act: actOfSql(before.sql) }
    const [table] = folder?.tables ?? []
    const isOfTables = one.last?.act === 'ask' || one.last?.act === 'change'
    const names = before === undefined ? [] : namesIn(before)
    const lastTables = one.last === undefined ? names : isOfTables && table !== undefined ? [table.name] : []
    const of = { lastTables, today: before?.today ?? '2026-11-28', tables: folder?.tables ?? [] }
    return example({ ...one, ...of, last: one.last ?? said }, one.message)
  })
}

/** A line of data/requests/. */
export interface Single {
  readonly text: string
  readonly act: Act
  readonly tool?: string
  readonly what?: Beyond
  readonly last?: string
  readonly lastAct?: Act
  readonly lastTool?: string
}

type Other = Pick<ReadingExample, 'message' | 'acts' | 'source'> &
  Partial<Pick<ReadingExample, 'beyond' | 'last'>>

export function singleOf(source: string): (line: Single) => Other {
  return ({ text, act, tool, what, last, lastAct, lastTool }) => ({
    ...{ message: text, source },
    beyond: what !== undefined && BEYOND.includes(what) ? what : undefined,
    // What is asked of a folder may have been told before as well.
    acts: act === 'ask' ? ['ask', 'recall'] : tool === undefined ? [act] : (ACTS_OF_TOOLS[tool] ?? [act]),
    last: last === undefined ? undefined : { message: last, act: lastAct ?? 'talk', tool: lastTool },
  })
}

function example(
  one: Omit<ReadingExample, 'weight' | 'fold' | 'lastTables'> & Partial<Pick<ReadingExample, 'lastTables'>>,
  group: string,
): ReadingExample {
  return { lastTables: [], ...one, weight: WEIGHTS[one.source] ?? 1, fold: foldOf(group) }
}

/** By a hash of a conversation's name, a folder's id or a message. */
export function foldOf(group: string): number {
  return Number.parseInt(sha256Hex(Buffer.from(group)).slice(0, 8), 16) % FOLDS
}

function actOfSql(sql: string | null): Act {
  return sql === null ? 'talk' : statementKind(sql) === 'question' ? 'ask' : 'change'
}

function each(tools: readonly string[], acts: readonly Act[]): Readonly<Record<string, readonly Act[]>> {
  return Object.fromEntries(tools.map((tool) => [tool, acts]))
}

export function linesOf<T>(file: string): readonly T[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}
