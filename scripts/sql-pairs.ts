// The messages of `data/sql/` and `data/sessions/` with the SQL that answers them, each with the tables of its folder as the program reads them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FolderTable } from '../source/contracts/folder.ts'
import { READERS } from '../source/folder/all-readers.ts'
import { FolderIndex } from '../source/folder/folder-index.ts'
import { ownTables } from '../source/folder/own-tables.ts'

const DATA_DIR = fileURLToPath(new URL('../data', import.meta.url))
/** What a message of a conversation asks for where it has SQL; one without is no example of anything. */
const OF_TABLES = ['ask', 'change']

export interface SqlPair {
  /** `a/01-household-bills:3` */
  readonly id: string
  readonly message: string
  readonly tables: readonly string[]
  /** null: it is about nothing in the folder. */
  readonly sql: string | null
  /** ISO date on which it is said. */
  readonly today: string
  /** The pair that it goes on from. */
  readonly after: SqlPair | undefined
}

export interface PairFolder {
  /** `a/01-household-bills` */
  readonly id: string
  readonly tables: readonly FolderTable[]
  readonly pairs: readonly SqlPair[]
}

/** All folders in order of their ids; `wanted` says which by id. */
export async function loadPairs(
  wanted: (id: string) => boolean = () => true,
): Promise<readonly PairFolder[]> {
  const sql = join(DATA_DIR, 'sql')
  const places = [...readdirSync(sql).map((writer) => join(sql, writer)), join(DATA_DIR, 'sessions')]
    .sort()
    .flatMap((place) => namesOf(place).map((name) => join(place, name)))
  const folders: PairFolder[] = []
  for (const place of places) {
    const id = `${basename(dirname(place))}/${basename(place)}`
    if (existsSync(join(place, 'pairs.jsonl')) && wanted(id)) folders.push(await loadFolder(id, place))
  }
  return folders
}

function namesOf(place: string): readonly string[] {
  return readdirSync(place).sort()
}

/** A folder of such messages anywhere: `place` holds `files`, `pairs.jsonl` and, if it has memories, `memory.json`. */
export async function loadFolder(id: string, place: string): Promise<PairFolder> {
  const kept = join(place, 'memory.json')
  const own = existsSync(kept) ? ownTables(JSON.parse(readFileSync(kept, 'utf8'))) : []
  const index = new FolderIndex({ workspace: join(place, 'files'), readers: READERS, own: async () => own })
  const { tables } = await index.look(new AbortController().signal)
  const pairs: SqlPair[] = []
  const unclear = new Set<number>()
  for (const [at, line] of readFileSync(join(place, 'pairs.jsonl'), 'utf8').trim().split('\n').entries()) {
    const { message, tables: named, sql, today = '2026-11-28', after, act } = JSON.parse(line)
    pairs.push({
      id: `${id}:${at + 1}`,
      message,
      tables: named,
      sql,
      today,
      after: after === undefined ? undefined : pairs[after - 1],
    })
    if (sql === null && OF_TABLES.includes(act)) unclear.add(at)
  }
  return { id, tables, pairs: pairs.filter((_, at) => !unclear.has(at)) }
}

/** The tables that its SQL names. */
export function namesIn({ sql, tables }: SqlPair): readonly string[] {
  return sql === null
    ? []
    : tables.filter((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'u').test(sql))
}
