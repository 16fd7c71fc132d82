import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { MEMORY_KINDS, type MemoryFilter, type MemoryKind } from '../contracts/memory.ts'
import { isKind } from './rows.ts'
import { conditions } from './search.ts'

/** How many entries of each kind fit a filter. */
export function countKinds(
  db: DatabaseSync,
  filter: MemoryFilter,
): { readonly total: number; readonly kinds: Readonly<Record<MemoryKind, number>> } {
  const { where, values } = conditions(filter)
  const rows = db
    .prepare(`SELECT e.kind, count(*) AS amount FROM entries e WHERE ${where} GROUP BY e.kind`)
    .all(...values)
  const kinds = Object.fromEntries(MEMORY_KINDS.map((kind) => [kind, 0])) as Record<MemoryKind, number>
  for (const { kind, amount } of rows) kinds[isKind(kind) ? kind : 'fact'] += Number(amount)
  return { total: Object.values(kinds).reduce((sum, amount) => sum + amount, 0), kinds }
}

/** Bytes of a file; 0: there is none. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
