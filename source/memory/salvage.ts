// Entries from the bare pages of a file that SQLite does not open or in which it does not find them. Pure. Invariant: nothing is
// made up (a row counts only where all of it is as an entry's), and what was deleted stays so as far as the pages tell.
import type { SQLOutputValue } from 'node:sqlite'
import type { MemoryEntry } from '../contracts/memory.ts'
import { isRepeat } from '../toolkit/repeats.ts'
import { entryOf, isKeptMoment, isKind } from './rows.ts'
import { freedPages, type PagedFile, pageCount, readBranch, readLeaf } from './table-pages.ts'
import { folded } from './words.ts'

/** Where the table of entries begins: the first step of the migrations puts it there, and without VACUUM it never moves. */
export const ROOT_PAGE = 4
/** SQLite's own choice first, then whatever else it may be. */
const PAGE_BYTES = [4096, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536]
/** As the columns stand in the table; an entry from before the last step has no `repeats`. */
const COLUMNS = [
  'id',
  'text',
  'folded',
  'kind',
  'tags',
  'context',
  'importance',
  'created',
  'updated',
  'completed',
  'due',
  'rung',
  'source',
  'session',
  'repeats',
]
/** So deep no table is. */
const MOST_DEEP = 20

/** Ids that nothing that can be read accounts for, both ends included. */
interface Gap {
  readonly from: number
  readonly to: number
}

interface Walked {
  readonly entries: Map<number, MemoryEntry>
  readonly gaps: Gap[]
  readonly seen: Set<number>
}

/** Entries by id. `bytes`: the whole file, whatever of it is damaged. */
export function salvageEntries(bytes: Buffer): readonly MemoryEntry[] {
  let best: readonly MemoryEntry[] = []
  // How long a page is stands in the first one. Pages of another length give nothing, or fewer.
  for (const pageBytes of PAGE_BYTES) {
    const found = entriesOfPages({ bytes, pageBytes })
    if (found.length > best.length) best = found
  }
  return best
}

function entriesOfPages(file: PagedFile): readonly MemoryEntry[] {
  const walked: Walked = { entries: new Map(), gaps: [], seen: new Set() }
  const all = { from: 1, to: Number.MAX_SAFE_INTEGER }
  walk(file, ROOT_PAGE, all, walked, 0)
  const { entries, seen } = walked
  // Then it is not the table's: something else stands there.
  const gaps = entries.size === 0 ? [all] : walked.gaps
  const strays = gaps.length === 0 ? [] : strayEntries(file, entries.size === 0 ? new Set() : seen)
  for (const entry of strays)
    if (gaps.some(({ from, to }) => entry.id >= from && entry.id <= to)) entries.set(entry.id, entry)
  return [...entries.values()].sort((a, b) => a.id - b.id)
}

/** Down the table from its root: what hangs there is what SQLite would give. */
function walk(file: PagedFile, page: number, range: Gap, walked: Walked, depth: number): void {
  const isNew = !walked.seen.has(page) && depth < MOST_DEEP
  walked.seen.add(page)
  const rows = isNew ? readLeaf(file, page) : undefined
  const branch = isNew && rows === undefined ? readBranch(file, page) : undefined
  for (const { id, values } of rows ?? []) {
    const entry = id >= range.from && id <= range.to ? entryOfValues(id, values) : undefined
    if (entry !== undefined) walked.entries.set(id, entry)
  }
  let { from } = range
  for (const child of branch ?? []) {
    const to = Math.min(child.to, range.to)
    walk(file, child.page, { from, to }, walked, depth + 1)
    from = to + 1
  }
  if (rows === undefined && branch === undefined) walked.gaps.push(range)
}

/** Of leaves whose branch is lost. Those that were freed hold what was deleted, or moved on. Of two of one id the newer counts. */
function strayEntries(file: PagedFile, seen: ReadonlySet<number>): Iterable<MemoryEntry> {
  const freed = freedPages(file)
  const strays = new Map<number, MemoryEntry>()
  for (let page = 2; page <= pageCount(file); page++) {
    if (seen.has(page) || freed.has(page)) continue
    for (const { id, values } of readLeaf(file, page) ?? []) {
      const entry = entryOfValues(id, values)
      const other = strays.get(id)
      if (entry !== undefined && (other === undefined || other.updated < entry.updated)) strays.set(id, entry)
    }
  }
  return strays.values()
}

/** undefined: the row is none of the table of entries. Its folded text is as good as a checksum. */
function entryOfValues(id: number, values: readonly SQLOutputValue[]): MemoryEntry | undefined {
  if (id < 1 || (values.length !== COLUMNS.length && values.length !== COLUMNS.length - 1)) return undefined
  const row = Object.fromEntries(COLUMNS.map((name, at) => [name, values[at] ?? null]))
  const { text, importance } = row
  const isEntry =
    row.id === null &&
    typeof text === 'string' &&
    text !== '' &&
    row.folded === folded(text) &&
    isKind(row.kind) &&
    areTags(row.tags) &&
    typeof importance === 'number' &&
    importance >= 0 &&
    importance <= 1 &&
    [row.created, row.updated].every(isMoment) &&
    [row.completed, row.due, row.rung].every((moment) => moment === null || isMoment(moment)) &&
    [row.context, row.source, row.session].every((words) => typeof words === 'string') &&
    (row.repeats === null || isRepeat(jsonOf(row.repeats)))
  return isEntry ? entryOf({ ...row, id }) : undefined
}

function isMoment(value: SQLOutputValue | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && isKeptMoment(value)
}

function areTags(value: SQLOutputValue | undefined): boolean {
  const tags = jsonOf(value)
  return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')
}

function jsonOf(value: SQLOutputValue | undefined): unknown {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
