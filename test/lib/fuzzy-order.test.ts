import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzyOrder } from '../../source/lib/fuzzy-order.ts'

const NAMES = ['unit_convert', 'file_read', 'calculator_compute', 'file_find', 'read_me']
const order = (typed: string, uses: Record<string, number> = {}) =>
  fuzzyOrder(
    typed,
    NAMES,
    (name) => name,
    (name) => uses[name] ?? -1,
  )

test('a beginning counts more than a part, a part more than a piece, a piece more than letters in order', () => {
  assert.deepEqual(order('read'), ['read_me', 'file_read'])
  assert.deepEqual(order('e'), ['unit_convert', 'file_read', 'calculator_compute', 'file_find', 'read_me'])
  assert.deepEqual(order('fr'), ['file_read'])
  assert.deepEqual(order('CC'), ['calculator_compute'])
  assert.deepEqual(order('xyz'), [])
})

test('among equals what was used last comes first', () => {
  assert.deepEqual(order('file', { file_find: 3 }), ['file_find', 'file_read'])
  assert.deepEqual(order('', { read_me: 1, file_find: 2 }).slice(0, 2), ['file_find', 'read_me'])
  assert.deepEqual(order('read', { file_read: 9 }), ['read_me', 'file_read'])
})

test('signs of patterns are letters like any other', () => {
  assert.deepEqual(
    fuzzyOrder('a.*', ['xa.*b', 'axxb'], (name) => name),
    ['xa.*b'],
  )
})

test('a word with hyphens is one like any other', () => {
  assert.deepEqual(
    fuzzyOrder('--str', ['--all', '--strategy'], (name) => name),
    ['--strategy'],
  )
  assert.deepEqual(
    fuzzyOrder('-as', ['home-assistant'], (name) => name),
    ['home-assistant'],
  )
})
