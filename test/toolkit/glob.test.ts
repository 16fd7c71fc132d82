import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsGlob, isGlob } from '../../source/toolkit/glob.ts'

const rows: readonly (readonly [string, string, boolean])[] = [
  ['*.md', 'docs/guide.md', true],
  ['*.MD', 'docs/guide.md', true],
  ['*.md', 'docs/guide.mdx', false],
  ['guide', 'docs/guide.md', false],
  ['g?ide.*', 'guide.md', true],
  ['docs/*.md', 'docs/guide.md', true],
  ['docs/*.md', 'docs/a/guide.md', false],
  ['docs/**/*.md', 'docs/a/b/guide.md', true],
  ['docs/**/*.md', 'docs/guide.md', true],
  ['**/guide.md', 'guide.md', true],
  ['**', 'a/b', true],
  ['./docs/*.md', 'docs/guide.md', true],
  ['*.{md,txt}', 'a.txt', true],
  ['*.{md,txt}', 'a.js', false],
  ['{a,b}{1,2}.md', 'b2.md', true],
  ['a.b', 'axb', false],
  ['[a].md', '[a].md', true],
  ['a**b', 'axxb', true],
  ['*', '', true],
  ['?.txt', '😀.txt', true],
  ['??.txt', '😀.txt', false],
]

test('patterns fit names as a shell reads them', () => {
  for (const [pattern, path, fits] of rows) assert.equal(fitsGlob(pattern, path), fits, `${pattern} ${path}`)
})

test('a pattern is a text with a star, a question mark or a choice in it', () => {
  for (const text of ['*.md', 'a?', '{a,b}']) assert.equal(isGlob(text), true, text)
  for (const text of ['a.md', '[a]', '{a}', 'a, b']) assert.equal(isGlob(text), false, text)
})

test('a pattern that is made to be slow is not', () => {
  const startedMs = performance.now()
  assert.equal(fitsGlob(`${'*a'.repeat(100)}b`, 'a'.repeat(5_000)), false)
  assert.equal(fitsGlob(`${'**/'.repeat(50)}b`, 'a/'.repeat(500)), false)
  fitsGlob('{a,b}'.repeat(30), 'a')
  assert.ok(performance.now() - startedMs < 60_000)
})
