import assert from 'node:assert/strict'
import { test } from 'node:test'
import papa from 'papaparse'
import { cellCount, cellText, readRecords } from '../../source/folder/readers/csv-records.ts'
import { Random } from '../fuzz/random.ts'

const FILES = 1000
const PIECES = ['a', 'word', '12', '1,5', ';', ',', '|', '\t', '"', '""', "'", '\n', '\r\n', ' ', 'é', '#']

function cell(random: Random, separator: string): string {
  const text = Array.from({ length: random.below(5) }, () => random.pick(PIECES)).join('')
  const mustBe = text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim()
  return mustBe || random.chance(0.2) ? `"${text.replaceAll('"', '""')}"` : text
}

test('cells are those that papaparse finds in files as RFC 4180 has them', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const [separator, lineEnd] = [
      random.pick([',', ';', '\t', '|']),
      random.pick(['\n', '\r\n'] as const),
    ] as const
    const line = () =>
      Array.from({ length: 1 + random.below(5) }, () => cell(random, separator)).join(separator)
    const lines = Array.from({ length: 1 + random.below(6) }, line)
    const text = lines.join(lineEnd) + (random.chance(0.5) ? lineEnd : '')
    const { records, unclosedLine } = readRecords(text, { separator, quote: '"' })
    assert.equal(unclosedLine, undefined)
    const ours = records.map((record) =>
      Array.from({ length: cellCount(record) }, (_, index) => cellText(text, record, index, '"')),
    )
    const theirs = papa.parse<string[]>(text, { delimiter: separator, newline: lineEnd }).data
    // It makes a record of what is behind the last line end.
    const isOpen = theirs.length > 0 && (text === '' || text.endsWith(lineEnd)) && ours.length < theirs.length
    assert.deepEqual(ours, isOpen ? theirs.slice(0, -1) : theirs, JSON.stringify(text))
  }
})

test('the text of a file is its records one behind the other, whatever it is', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed, 1)
    const text = Array.from({ length: random.below(40) }, () => random.pick([...PIECES, '\r', ','])).join('')
    const { records, unclosedLine } = readRecords(text, { separator: ',', quote: '"' })
    let at = 0
    for (const { start, end, next, spans } of records) {
      assert.equal(start, at)
      assert.ok(end <= next && spans.length >= 2)
      for (const [index, span] of spans.entries())
        assert.ok(span >= (index === 0 ? start : (spans[index - 1] ?? 0)))
      assert.ok((spans.at(-1) ?? 0) <= end)
      at = next
    }
    if (unclosedLine === undefined) assert.equal(at, text.length)
  }
})
