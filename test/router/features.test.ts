import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitFeatures } from '../../source/router/features.ts'
import { minimize } from '../../source/router/minimize.ts'
import { findShapes, foldNames } from '../../source/router/shapes.ts'
import { consideredUnits, considerText, foldText } from '../../source/router/text.ts'
import { contentWords } from '../../source/router/words.ts'

function featuresOf(message: string): string[][] {
  const kinds: string[][] = [[], [], []]
  visitFeatures(message, (block, _hash, source, start, end) => kinds[block]?.push(source.slice(start, end)))
  return kinds
}

test('words, pairs of words and parts of words are found, and no part leaves its word', () => {
  const [words, parts] = featuresOf("What's new")
  assert.deepEqual(words, ["what's", 'new', "what's new", "what's new"])
  assert.ok(parts?.includes(' new ') && parts.includes("hat's") && parts.includes('s '))
  assert.ok(parts?.every((part) => !/\S\s\S/.test(part) && part.length >= 2 && part.length <= 5))
})

test('the same feature has one hash wherever it stands', () => {
  const hashes = new Map<string, Set<number>>()
  visitFeatures('time after time', (block, hash, source, start, end) => {
    const key = `${block} ${source.slice(start, end)}`
    hashes.set(key, (hashes.get(key) ?? new Set()).add(hash))
  })
  assert.equal(hashes.get('0 time')?.size, 1)
  assert.equal(hashes.get('1 time')?.size, 1)
})

test('digits are folded and white space is one space', () => {
  assert.equal(foldText(' room 12 \t B٣ '), ' room 00 B0 ')
})

test('a text is cut to its ends, also where normalizing makes it longer', () => {
  assert.equal(considerText(`a${'b'.repeat(9000)}c`).length, consideredUnits + 1)
  assert.equal(considerText('\ufdfa'.repeat(3000)).length, consideredUnits)
})

test('shapes tell files, paths, expressions, percentages and quotations', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['read notes.txt', 'file'],
    ['look in ~/documents', 'path'],
    ['c:\\work\\a', 'path'],
    ['what is 3 + 4', 'expression'],
    ['2^16', 'expression'],
    ['15% of 80', 'percent'],
    ['ten percent of it', 'percent'],
    ['find "foo bar"', 'quoted'],
    ['why?', 'question'],
    ['3 and 4 and 5 and 6', 'numbers 3'],
  ]
  for (const [text, shape] of cases)
    assert.ok(findShapes(text).includes(shape), `${text}: ${findShapes(text)}`)
  assert.deepEqual(findShapes('tell me a story. it is late'), ['numbers 0'])
  assert.ok(!findShapes("i'm fine and you're too").includes('quoted'))
})

test('names of files are folded to their extension', () => {
  assert.equal(foldNames('read notes.txt in ~/a/b/plan.md and /etc'), 'read fff.txt in /fff.md and /ppp')
})

test('content words drop the common ones and light endings, and split a name at its underscores', () => {
  assert.deepEqual(contentWords('Show me the reminders'), ['reminder'])
  assert.deepEqual(contentWords('memory_search'), ['memory_search', 'memory', 'search'])
  assert.deepEqual(contentWords('converting class'), ['convert', 'class'])
})

test('the minimum of a lopsided bowl is found', () => {
  const point = new Float64Array([5, -3])
  const steps = minimize(
    (at, gradient) => {
      const [x = 0, y = 0] = at
      gradient[0] = 2 * (x - 1)
      gradient[1] = 200 * (y - 2)
      return (x - 1) ** 2 + 100 * (y - 2) ** 2
    },
    point,
    { tolerance: 1e-6, maxSteps: 100 },
  )
  assert.ok(steps < 40)
  assert.ok(Math.abs((point[0] ?? 0) - 1) < 1e-6 && Math.abs((point[1] ?? 0) - 2) < 1e-6)
})
