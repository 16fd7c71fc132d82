// How what was found by words is put in order: one formula, and all its weights. Pure.

/** What counts how much; the three weights add up to 1. */
export const RANKING = {
  words: 0.7,
  importance: 0.15,
  recency: 0.15,
  /** After so many days recency counts half. */
  halfLifeDays: 30,
} as const

const DAY_MS = 86_400_000

/** One entry that the full-text search found. */
export interface Hit {
  readonly id: number
  /** As SQLite gives it: below 0, the lower the better. */
  readonly bm25: number
  /** 0 to 1. */
  readonly importance: number
  /** Milliseconds since 1970. */
  readonly updated: number
}

/** 0 to 1, higher is better; `bestBm25` is that of the best hit of the search. */
export function scoreOf(hit: Hit, bestBm25: number, now: number): number {
  const words = bestBm25 < 0 ? Math.min(1, Math.max(0, hit.bm25 / bestBm25)) : 1
  return (
    RANKING.words * words +
    RANKING.importance * hit.importance +
    RANKING.recency * recencyOf(hit.updated, now)
  )
}

/** 1 for now (and for what a wrong clock puts later), half after each half-life. */
export function recencyOf(updated: number, now: number): number {
  const days = Math.max(0, now - updated) / DAY_MS
  return 0.5 ** (days / RANKING.halfLifeDays)
}

/** The best hits first; equal ones newest first. */
export function rank(hits: readonly Hit[], now: number): readonly Hit[] {
  const best = hits.reduce((least, hit) => Math.min(least, hit.bm25), 0)
  return hits
    .map((hit) => ({ hit, score: scoreOf(hit, best, now) }))
    .sort((a, b) => b.score - a.score || b.hit.updated - a.hit.updated || b.hit.id - a.hit.id)
    .map(({ hit }) => hit)
}
