// Finding entries by what they mean: "who cuts my hair" finds the barber. The sentence model's vector of each entry stands in the file
// beside it, made while nobody waits or when a search first needs it, and goes with the entry or its text. Words still count: an entry that has all of them
// comes first, and of others those that have some are a little nearer. Figures: docs/memory.md.
import type { DatabaseSync } from 'node:sqlite'
import { likeness, type Meaning } from '../contracts/meaning.ts'
import type { MemoryQuery, NearEntry } from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { findEntry } from './rows.ts'
import { conditions, search } from './search.ts'

/** Entries that are looked at, the newest; all are found by words. */
const LOOKED_AT = 2_000
/** Vectors that are held in memory, 1.5 KB each: those of one search and of others with other filters. */
const MOST_KNOWN = 2 * LOOKED_AT
/** Vectors that one search makes, of the newest entries that have none: a second or two of work. */
const MADE_AT_ONCE = 150
/** The same where an answer waits: less than half a second. */
const MADE_QUICKLY = 40
/** And while nobody waits, so that a message that comes waits hardly for them. */
const MADE_IDLY = 32
/** Says how long a vector is. */
const ANY_TEXT = 'hello'
/** What is less alike has hardly to do with the query. */
const LEAST = 0.15
/** What is so much less alike than the best is not shown beside it. */
const BEHIND_BEST = 0.2
/** What the first hit by some of the words is nearer for that; the next ones less. */
const FOR_WORDS = 0.05
/** Hits by words that are nearer for it. */
const MOST_HITS = 20

/** How a search gets at the file, and whether it may write into it. */
export interface NearestFile {
  run<T>(work: (db: DatabaseSync) => T): T
  change<T>(work: (db: DatabaseSync) => T): T
  readonly mayWrite: boolean
  /** What was read or made of entries, by their ids: most of a search's time is reading it. */
  readonly vectors: Map<number, KnownVector>
}

/** The vector of an entry's text by this model; of no use for another text or another model. */
export interface KnownVector {
  readonly text: string
  readonly model: string
  readonly vector: Float32Array
}

/** The nearest entries for the words, the best first; without words or without a sentence model those that `search` finds. */
export async function nearest(
  file: NearestFile,
  query: MemoryQuery,
  now: number,
  meaning: Meaning | undefined,
): Promise<readonly NearEntry[]> {
  const hits = file.run((db) => search(db, { ...query, limit: Math.max(query.limit, MOST_HITS) }, now))
  const byWords = hits.slice(0, query.limit).map((entry) => ({ entry, hasWords: true, likeness: undefined }))
  if (meaning === undefined || query.words.trim() === '') return byWords
  await meaning.prepare([query.words])
  const asked = meaning.vectorOf(query.words)
  if (asked === undefined) return byWords
  const most = query.isQuick === true ? MADE_QUICKLY : MADE_AT_ONCE
  const { vectors } = await vectorsFor(file, query, meaning, { most, bytes: asked.byteLength })
  const all = file.run((db) => search(db, { ...query, allWords: true }, now))
  const rank = new Map(hits.map(({ id }, at) => [id, at]))
  const near = vectors
    .map(({ id, vector }) => ({ id, likeness: likeness(asked, vector) }))
    .filter((one) => one.likeness >= LEAST || rank.has(one.id))
  const best = Math.max(LEAST, ...near.map((one) => one.likeness))
  const placeOf = (id: number) => (rank.has(id) ? FOR_WORDS / (1 + (rank.get(id) ?? 0) / 2) : 0)
  const ranked = near
    .filter((one) => one.likeness >= best - BEHIND_BEST)
    .sort((a, b) => b.likeness + placeOf(b.id) - a.likeness - placeOf(a.id))
  const likenessOf = new Map(near.map((one) => [one.id, one.likeness]))
  const first = new Set(all.map(({ id }) => id))
  // What has no vector yet, and what only words found, stands behind.
  const ids = [...new Set([...first, ...ranked.map(({ id }) => id), ...rank.keys()])].slice(0, query.limit)
  return file.run((db) =>
    ids.flatMap((id) => {
      const entry = findEntry(db, id)
      return entry === undefined ? [] : [{ entry, hasWords: rank.has(id), likeness: likenessOf.get(id) }]
    }),
  )
}

/** Makes some vectors of those that searches will need; gives how many. */
export async function prepareNearest(file: NearestFile, meaning: Meaning | undefined): Promise<number> {
  await meaning?.prepare([ANY_TEXT])
  const bytes = meaning?.vectorOf(ANY_TEXT)?.byteLength
  if (meaning === undefined || bytes === undefined) return 0
  const { made } = await vectorsFor(file, { words: '', limit: 0 }, meaning, { most: MADE_IDLY, bytes })
  return made
}

interface Row {
  readonly id: number
  readonly text: string
}

/** Of the newest entries that fit; those that are missing are made, and kept where the file may be written. */
async function vectorsFor(
  file: NearestFile,
  query: MemoryQuery,
  meaning: Meaning,
  { most, bytes }: { readonly most: number; readonly bytes: number },
): Promise<{
  readonly vectors: readonly { readonly id: number; readonly vector: Float32Array }[]
  readonly made: number
}> {
  const model = meaning.state.type === 'ready' ? meaning.state.model : ''
  const rows = file.run((db) => {
    const newest = newestOf(db, query)
    readVectors(db, newest, model, bytes, file.vectors)
    return newest
  })
  const missing = rows.filter((row) => knownOf(file.vectors, row, model) === undefined).slice(0, most)
  await meaning.prepare(missing.map(({ text }) => text))
  const made = missing.flatMap(({ id, text }) => {
    const vector = meaning.vectorOf(text)
    return vector === undefined ? [] : [{ id, text, model, vector }]
  })
  for (const { id, ...known } of made) file.vectors.set(id, known)
  if (made.length > 0 && file.mayWrite) keepVectors(file, model, made)
  const vectors = rows.flatMap((row) => {
    const vector = knownOf(file.vectors, row, model)
    return vector === undefined ? [] : [{ id: row.id, vector }]
  })
  return { vectors, made: made.length }
}

function newestOf(db: DatabaseSync, query: MemoryQuery): readonly Row[] {
  const { where, values } = conditions(query)
  return db
    .prepare(
      `SELECT e.id, e.text FROM entries e WHERE ${where} ORDER BY e.updated DESC, e.id DESC LIMIT ${LOOKED_AT}`,
    )
    .all(...values)
    .map(({ id, text }) => ({ id: Number(id), text: String(text) }))
}

function knownOf(vectors: ReadonlyMap<number, KnownVector>, { id, text }: Row, model: string) {
  const known = vectors.get(id)
  return known?.text === text && known.model === model ? known.vector : undefined
}

/** Reads those that are not known yet; one of another size is damaged, and made anew. */
function readVectors(
  db: DatabaseSync,
  rows: readonly Row[],
  model: string,
  vectorBytes: number,
  vectors: Map<number, KnownVector>,
): void {
  if (vectors.size > MOST_KNOWN) vectors.clear()
  const unknown = new Map(
    rows.flatMap((row) => (knownOf(vectors, row, model) === undefined ? [[row.id, row.text]] : [])),
  )
  // A file that can only be read may be older than the table.
  const has = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'meanings'").get()
  if (unknown.size === 0 || has === undefined) return
  const found = db
    .prepare(
      'SELECT entry, vector FROM meanings WHERE model = ? AND entry IN (SELECT value FROM json_each(?))',
    )
    .all(model, JSON.stringify([...unknown.keys()]))
  for (const { entry, vector } of found) {
    const text = unknown.get(Number(entry))
    if (text !== undefined && vector instanceof Uint8Array && vector.byteLength === vectorBytes)
      vectors.set(Number(entry), { text, model, vector: new Float32Array(vector.slice().buffer) })
  }
}

/** Of entries that still say what they said; where the disk takes nothing they are made again by the next search. */
function keepVectors(
  file: NearestFile,
  model: string,
  made: readonly { readonly id: number; readonly text: string; readonly vector: Float32Array }[],
): void {
  try {
    file.change((db) => {
      const insert = db.prepare(
        'INSERT OR REPLACE INTO meanings (entry, model, vector) SELECT id, ?, ? FROM entries WHERE id = ? AND text = ?',
      )
      for (const { id, text, vector } of made)
        insert.run(model, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), id, text)
    })
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
  }
}
