import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hit, RANKING, rank, recencyOf, scoreOf } from '../../source/memory/ranking.ts'

const NOW = Date.parse('2026-03-12T09:24:00Z')
const DAY = 86_400_000
const hit = (more: Partial<Hit>): Hit => ({ id: 1, bm25: -4, importance: 0.5, updated: NOW, ...more })
const ids = (hits: readonly Hit[]) => rank(hits, NOW).map(({ id }) => id)

test('the weights add up to one, so a score is a share', () => {
  assert.ok(Math.abs(RANKING.words + RANKING.importance + RANKING.recency - 1) < 1e-9)
  assert.ok(Math.abs(scoreOf(hit({ importance: 1 }), -4, NOW) - 1) < 1e-9)
  assert.ok(scoreOf(hit({ importance: 0, bm25: 0, updated: 0 }), -4, NOW) < 0.001)
})

test('what fits the words better comes first', () => {
  assert.deepEqual(ids([hit({ id: 1, bm25: -1 }), hit({ id: 2, bm25: -4 })]), [2, 1])
})

test('of two that fit alike the newer one comes first', () => {
  assert.deepEqual(ids([hit({ id: 1, updated: NOW - 90 * DAY }), hit({ id: 2 })]), [2, 1])
  assert.deepEqual(ids([hit({ id: 1 }), hit({ id: 2, updated: NOW - 90 * DAY })]), [1, 2])
})

test('of two that fit alike the more important one comes first', () => {
  assert.deepEqual(ids([hit({ id: 1, importance: 0.2 }), hit({ id: 2, importance: 0.9 })]), [2, 1])
})

test('neither age nor importance makes up for words that hardly fit', () => {
  const old = hit({ id: 1, bm25: -8, importance: 0, updated: 0 })
  assert.deepEqual(ids([hit({ id: 2, bm25: -1, importance: 1 }), old]), [1, 2])
})

test('recency halves with each half-life, and a moment to come counts as now', () => {
  assert.equal(recencyOf(NOW, NOW), 1)
  assert.equal(recencyOf(NOW - RANKING.halfLifeDays * DAY, NOW), 0.5)
  assert.equal(recencyOf(NOW - 2 * RANKING.halfLifeDays * DAY, NOW), 0.25)
  assert.equal(recencyOf(NOW + 9 * DAY, NOW), 1)
})
