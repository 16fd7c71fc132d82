import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zip } from '../../source/lib/zip.ts'
import { readZip } from '../helpers/read-zip.ts'

test('an archive gives back every name and text', () => {
  const entries = [
    { name: 'a.txt', text: 'a'.repeat(100_000) },
    { name: 'b/ü.txt', text: 'größer' },
    { name: 'empty', text: '' },
  ]
  assert.deepEqual(
    [...readZip(zip(entries))],
    entries.map(({ name, text }) => [name, text]),
  )
  assert.deepEqual(zip(entries), zip(entries))
})

test('an archive of nothing is one', () => assert.equal(readZip(zip([])).size, 0))
