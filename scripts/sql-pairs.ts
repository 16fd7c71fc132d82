// The messages of `data/sql/` with the SQL that answers them, each with the tables of its folder as the program reads them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FolderTable } from '../source/contracts/folder.ts'
import { READERS } from '../source/folder/all-readers.ts'
import { FolderIndex } from '../source/folder/folder-index.ts'
import { ownTables } from '../source/folder/own-tables.ts'

export const PAIRS_DIR = fileURLToPath(new URL('../data/sql', import.meta.url))

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
  const ids = readdirSync(PAIRS_DIR)
    .sort()
    .flatMap((writer) =>
      readdirSync(join(PAIRS_DIR, writer))
        .sort()
        .map((name) => `${writer}/${name}`),
    )
    .filter((id) => existsSync(join(PAIRS_DIR, id, 'pairs.jsonl')) && wanted(id))
  const folders: PairFolder[] = []
  for (const id of ids) folders.push(await loadFolder(id, join(PAIRS_DIR, id)))
  return folders
}

/** A folder of such messages anywhere: `place` holds `files`, `pairs.jsonl` and, if it has memories, `memory.json`. */
export async function loadFolder(id: string, place: string): Promise<PairFolder> {
  const kept = join(place, 'memory.json')
  const own = existsSync(kept) ? ownTables(JSON.parse(readFileSync(kept, 'utf8'))) : []
  const index = new FolderIndex({ workspace: join(place, 'files'), readers: READERS, own: async () => own })
  const { tables } = await index.look(new AbortController().signal)
  const pairs: SqlPair[] = []
  for (const [at, line] of readFileSync(join(place, 'pairs.jsonl'), 'utf8').trim().split('\n').entries()) {
    const { message, tables: named, sql, today = '2026-11-28', after } = JSON.parse(line)
    pairs.push({
      id: `${id}:${at + 1}`,
      message,
      tables: named,
      sql,
      today,
      after: after === undefined ? undefined : pairs[after - 1],
    })
  }
  return { id, tables, pairs }
}

/** The tables that its SQL names. */
export function namesIn({ sql, tables }: SqlPair): readonly string[] {
  return sql === null
    ? []
    : tables.filter((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'u').test(sql))
}
