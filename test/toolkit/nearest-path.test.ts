import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNearestPath } from '../../source/toolkit/nearest-path.ts'

const paths = [
  'notes.txt',
  'README.md',
  'docs',
  'docs/guide.md',
  'docs/faq.md',
  'src',
  'src/app.py',
  'data/prices.json',
]

test('slips, letter case, missing endings and missing folders lead to the file that was meant', () => {
  const meant: Readonly<Record<string, string>> = {
    'notez.txt': 'notes.txt',
    'ntoes.txt': 'notes.txt',
    notes: 'notes.txt',
    'notes.md': 'notes.txt',
    'Notes.TXT': 'notes.txt',
    'readme.md': 'README.md',
    readme: 'README.md',
    'guide.md': 'docs/guide.md',
    'doc/guide.md': 'docs/guide.md',
    'docs\\guide.md': 'docs/guide.md',
    './docs/guid.md': 'docs/guide.md',
    'src/guide.md': 'docs/guide.md',
    'price.json': 'data/prices.json',
    dcos: 'docs',
  }
  for (const [asked, expected] of Object.entries(meant))
    assert.equal(findNearestPath(asked, paths), expected, asked)
})

test('nothing is offered when nothing is near', () => {
  for (const asked of ['budget.xlsx', 'zz', '', '.', '/', 'completely-else.txt']) {
    assert.equal(findNearestPath(asked, paths), undefined, asked)
  }
})

test('of two equally named files the one in the asked folder wins', () => {
  assert.equal(findNearestPath('b/Index.md', ['a/index.md', 'b/index.md']), 'b/index.md')
})
