import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffTexts } from '../../source/toolkit/text-diff.ts'

test('a diff names the file and shows what goes and what comes', () => {
  assert.equal(
    diffTexts('a.txt', 'one\ntwo\nthree\nfour\nfive\n', 'one\ntwo\n3\nfour\nfive\n'),
    '--- a.txt\n+++ a.txt\n@@ -1,5 +1,5 @@\n one\n two\n-three\n+3\n four\n five',
  )
  assert.equal(diffTexts('a.txt', 'x', 'x'), 'a.txt would not change.')
})

test('a long change is cut to a screen and says what is missing', () => {
  const after = Array.from({ length: 500 }, (_, at) => `line ${at}\n`).join('')
  const lines = diffTexts('a.txt', undefined, after).split('\n')
  assert.equal(lines.length, 40)
  assert.match(
    lines.at(-1) ?? '',
    /^\[\.\.\. 464 more lines of this change; checksum of all of it: [0-9a-f]{12} \.\.\.\]$/,
  )
  assert.ok(
    diffTexts('a.txt', '', `${'x'.repeat(10_000)}\n`)
      .split('\n')
      .every((line) => line.length <= 160),
  )
})

test('nothing in a diff moves the cursor', () => {
  assert.doesNotMatch(diffTexts('a\u001b.txt', 'x\u001b[2J\n', 'y\u0007\n'), /\p{Cc}(?<!\n)/u)
})

test('texts that have nothing in common take no time', () => {
  const text = (seed: number) =>
    Array.from({ length: 60_000 }, (_, at) => `${(at * seed) % 99_991} ${at % seed}`).join('\n')
  const startedMs = performance.now()
  assert.match(
    diffTexts('a.txt', text(7919), text(104_729)),
    /^(?:---|a\.txt would be replaced: 60000 lines by 60000 lines \(checksum of the change: [0-9a-f]{12}\)\.$)/,
  )
  assert.ok(performance.now() - startedMs < 60_000)
})
