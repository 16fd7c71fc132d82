// Finding entries: SQLite's full text search gives candidates, `ranking.ts` and `relevance.ts` order them.
// BM25 costs 4 µs for each entry with a word, so a word of a third of 100,000 entries would take 100 ms. Such a word says little
// of an entry: where all words are like that, BM25 is left out and the newest entries with them are ranked, and they never
// bring in an entry by themselves where another word could.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { MemoryEntry, MemoryFilter, MemoryQuery } from '../contracts/memory.ts'
import { type Hit, rank } from './ranking.ts'
import { mostRelevant } from './relevance.ts'
import { entriesOf, findEntry } from './rows.ts'
import { piecesOf } from './unspaced.ts'
import { allWords, contentWords, folded } from './words.ts'

/** Candidates that are ranked, the newest. */
const CANDIDATES = 1_000
/** A word of as many entries is common. */
const COMMON = 2_000
/** Most results. */
const MOST_RESULTS = 200
/** Words of a query or message that count. */
const MOST_WORDS = 12

/** The best entries for words; without any, those that fit the filter, newest first. */
export function search(db: DatabaseSync, query: MemoryQuery, now: number): readonly MemoryEntry[] {
  const limit = Math.max(1, Math.min(query.limit, MOST_RESULTS))
  const pieces = piecesOf(query.words)
  const first = pieces.length === 0 ? [] : withPieces(db, query, limit, pieces)
  const ids = new Set(first.map(({ id }) => id))
  const others = byWords(db, query, now, limit).filter(({ id }) => !ids.has(id))
  return [...first, ...others].slice(0, limit)
}

/** Entries whose text has half of the pieces, those with most of them first; all of them where all words are wanted. */
function withPieces(
  db: DatabaseSync,
  query: MemoryQuery,
  limit: number,
  pieces: readonly string[],
): readonly MemoryEntry[] {
  const { where, values } = conditions(query)
  const count = pieces.map(() => '(instr(e.folded, ?) > 0)').join(' + ')
  const least = query.allWords === true ? pieces.length : Math.ceil(pieces.length / 2)
  const rest = `WHERE ${where} AND ${count} >= ? ORDER BY ${count} DESC, e.updated DESC, e.id DESC LIMIT ?`
  return entriesOf(db, rest, ...values, ...pieces, least, ...pieces, limit)
}

function byWords(db: DatabaseSync, query: MemoryQuery, now: number, limit: number): readonly MemoryEntry[] {
  const content = contentWords(query.words)
  const words = (content.length > 0 ? content : allWords(query.words)).slice(0, MOST_WORDS)
  if (words.length === 0) return list(db, query, limit, signsOf(query.words))
  const telling = words.filter((word) => !isCommon(db, word))
  const weighs = telling.length > 0
  const all = hitsOf(db, inText(words, ' AND '), query, weighs)
  const isShort = all.length < limit && words.length > 1 && query.allWords !== true
  const some = isShort ? hitsOf(db, inText(weighs ? telling : words, ' OR '), query, weighs) : []
  const ids = new Set(all.map(({ id }) => id))
  const more = some.filter(({ id }) => !ids.has(id))
  return [...rank(all, now), ...rank(more, now)].slice(0, limit).flatMap(({ id }) => findEntry(db, id) ?? [])
}

/** Entries that fit a filter and have these signs in their text, newest first. */
function list(
  db: DatabaseSync,
  filter: MemoryFilter,
  limit: number,
  signs: readonly string[],
): readonly MemoryEntry[] {
  const { where, values } = conditions(filter)
  const all = [where, ...signs.map(() => 'instr(e.folded, ?) > 0')].join(' AND ')
  const rest = `WHERE ${all} ORDER BY e.updated DESC, e.id DESC LIMIT ?`
  return entriesOf(db, rest, ...values, ...signs, limit)
}

/** Emoji and other symbols, which the index of words does not know; marks like `?` and `*` say nothing. */
function signsOf(text: string): readonly string[] {
  return [...new Set(text.match(/\p{So}/gu))]
}

/** Whether one entry, corrections and patterns left out, has all of the words, or no entry has any of them. */
export function has(db: DatabaseSync, words: readonly string[]): 'all' | 'some' | 'none' {
  if (words.length === 0) return 'none'
  const matches = db.prepare('SELECT 1 FROM texts WHERE texts MATCH ? LIMIT 1')
  const all = `(${inText(words, ' AND ')}) NOT kind : (correction OR pattern)`
  if (matches.get(all) !== undefined) return 'all'
  return matches.get(inText(words, ' OR ')) === undefined ? 'none' : 'some'
}

/** Corrections and patterns that fit a message. */
export function relevant(db: DatabaseSync, message: string, limit: number): readonly MemoryEntry[] {
  const words = contentWords(message).slice(0, MOST_WORDS)
  if (words.length === 0) return []
  const telling = words.filter((word) => !isCommon(db, word))
  const match = `kind : (correction OR pattern) AND ${inText(telling.length > 0 ? telling : words, ' OR ')}`
  const candidates = entriesOf(
    db,
    'JOIN texts ON texts.rowid = e.id WHERE texts MATCH ? ORDER BY texts.rowid DESC LIMIT ?',
    match,
    MOST_RESULTS,
  )
  return mostRelevant(message, candidates, limit)
}

/** What a filter asks of a row `e`; `ofTag` is how an entry's tag is looked up where entries are not found by words. */
export function conditions(
  filter: MemoryFilter,
  ofTag = 'e.id IN (SELECT entry FROM entry_tags WHERE tag = ?)',
): {
  readonly where: string
  readonly values: readonly SQLInputValue[]
} {
  const parts: [string, SQLInputValue][] = []
  if (filter.kind !== undefined) parts.push(['e.kind = ?', filter.kind])
  if (filter.tag !== undefined) parts.push([ofTag, folded(filter.tag.replace(/^[\s#]+/, ''))])
  if (filter.since !== undefined) parts.push(['e.updated >= ?', filter.since.getTime()])
  if (filter.until !== undefined) parts.push(['e.updated < ?', filter.until.getTime()])
  return {
    where: parts.length === 0 ? 'TRUE' : parts.map(([part]) => part).join(' AND '),
    values: parts.map(([, value]) => value),
  }
}

function hitsOf(db: DatabaseSync, match: string, filter: MemoryFilter, weighs: boolean): readonly Hit[] {
  const { where, values } = conditions(
    filter,
    'EXISTS (SELECT 1 FROM entry_tags WHERE tag = ? AND entry = e.id)',
  )
  return db
    .prepare(
      `SELECT e.id, e.importance, e.updated, ${weighs ? 'bm25(texts)' : '-1'} AS bm25
       FROM texts CROSS JOIN entries e ON e.id = texts.rowid
       WHERE texts MATCH ? AND ${where} ORDER BY texts.rowid DESC LIMIT ${CANDIDATES}`,
    )
    .all(`${match}${inColumns(filter)}`, ...values)
    .map((row) => ({
      id: Number(row.id),
      bm25: Number(row.bm25),
      importance: Number(row.importance),
      updated: Number(row.updated),
    }))
}

function isCommon(db: DatabaseSync, word: string): boolean {
  const last = db.prepare(`SELECT rowid FROM texts WHERE texts MATCH ? LIMIT 1 OFFSET ${COMMON - 1}`)
  return last.get(inText([word], '')) !== undefined
}

/** Narrows to a kind and to the words of a tag within the index; the filter itself then decides. */
function inColumns({ kind, tag }: MemoryFilter): string {
  const tagWords = tag === undefined ? [] : allWords(tag)
  return [
    ...(kind === undefined ? [] : [` AND kind : ${kind}`]),
    ...tagWords.map((word) => ` AND tags : "${word}"`),
  ].join('')
}

/** Words are quoted: `AND`, `*` and `:` of a person are text. */
function inText(words: readonly string[], joint: string): string {
  return `{text tags context} : (${words.map((word) => `"${word}"`).join(joint)})`
}
