// What is read from bare pages is never made up.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { salvageEntries } from '../../source/memory/salvage.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { fileWith, ids, ofAllShapes } from './damaged-file.ts'

test('nothing else is taken for an entry', () => {
  const folder = temporaryFolder('memory')
  const db = new DatabaseSync(join(folder, 'other.sqlite'))
  db.exec(
    'CREATE TABLE a (x); CREATE TABLE b (x); CREATE TABLE entries (a, b, c, d, e, f, g, h, i, j, k, l, m, n)',
  )
  const put = db.prepare('INSERT INTO entries VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const good = ['Soup', 'soup', 'fact', '[]', '', 0.5, 1, 1, null, null, null, '', ''] as const
  const wrong: readonly (readonly [number, string | number | null])[] = [
    [0, ''],
    [1, 'other'],
    [2, 'recipe'],
    [3, 'no list'],
    [3, '[1]'],
    [4, null],
    [5, 1.5],
    [5, 'high'],
    [6, -1],
    [6, 1.5],
    [7, 9e14],
    [8, 'yes'],
    [9, 9e14],
    [11, 7],
  ]
  for (const [at, value] of wrong) put.run(...good.map((one, place) => (place === at ? value : one)))
  put.run(...good)
  db.close()
  const path = join(folder, 'other.sqlite')
  assert.deepEqual(ids(salvageEntries(readFileSync(path))), [wrong.length + 1])
  for (const text of ['', 'x', 'my shopping list '.repeat(5000)])
    assert.deepEqual(salvageEntries(Buffer.from(text)), [])
})

test('whatever single bytes become, nothing is thrown and no text is made up', () => {
  const entries = ofAllShapes(60)
  const { path } = fileWith(entries, 1024, (db) => db.exec('DELETE FROM entries WHERE id BETWEEN 10 AND 40'))
  const known = new Map(entries.map(({ id, text }) => [id, text]))
  const bytes = readFileSync(path).fill(0, 0, 1024)
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 60; round++) {
    const damaged = Buffer.from(bytes)
    for (let count = 0; count < 40; count++) damaged[random(damaged.length)] = random(256)
    for (const { id, text } of salvageEntries(damaged)) assert.equal(text, known.get(id))
  }
})
