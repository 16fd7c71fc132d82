import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonReader } from '../../source/folder/readers/json.ts'
import { jsonlReader } from '../../source/folder/readers/jsonl.ts'
import { scanJson } from '../../source/folder/readers/settings/json-scan.ts'
import type { SettingsNode } from '../../source/folder/readers/settings/tree.ts'
import { Random } from '../fuzz/random.ts'
import { checkRoundTrip, checkUpdate } from './round-trip.ts'
import {
  checkExactRows,
  checkExactUpdate,
  checkManyRows,
  isPlainList,
  isTree,
  makeRecords,
  makeTree,
  type Oracle,
  type Value,
} from './settings-oracle.ts'

const FILES = 400
const WORDS = [
  'plum',
  'Kessler & Sohn',
  'Ærø',
  'she said "no"',
  'back\\slash',
  "it's",
  'a: b',
  '#7',
  '{x}',
  'tab\there',
]
const ORACLE: Oracle = { reader: jsonReader, path: 'a.json', words: WORDS, isNested: true }

/** Columns that may be lists, which want items of their kind. */
const UNTOUCHED = ['f0', 'f1', 'f2', 'f3', 'key0', 'key1', 'key2', 'key3', 'key4']

interface Manner {
  /** undefined: all in one line. */
  readonly indent: string | undefined
  readonly lineEnd: string
  readonly colon: string
  readonly comma: string
  readonly end: string
  /** Lists of plain values in one line. */
  readonly isFlat: boolean
}

function mannerOf(random: Random): Manner {
  const lineEnd = random.pick(['\n', '\r\n'])
  const colon = random.pick([': ', ':', ' : '])
  return {
    comma: colon === ':' ? ',' : ', ',
    indent: random.pick(['  ', '    ', '\t', '', undefined]),
    lineEnd,
    colon,
    end: random.pick(['', lineEnd]),
    isFlat: random.chance(0.6),
  }
}

function write(value: Value, manner: Manner, outer = ''): string {
  if (typeof value !== 'object') return JSON.stringify(value)
  const { indent, lineEnd, colon } = manner
  const items = isTree(value)
    ? value.fields.map(
        ([key, inner]) => `${JSON.stringify(key)}${colon}${write(inner, manner, `${outer}${indent ?? ''}`)}`,
      )
    : value.map((item) => write(item, manner, `${outer}${indent ?? ''}`))
  const [open, close] = isTree(value) ? '{}' : '[]'
  const isLine = indent === undefined || (manner.isFlat && isPlainList(value))
  if (isLine) return `${open}${items.join(manner.comma)}${close}`
  const inner = `${lineEnd}${outer}${indent}`
  return `${open}${inner}${items.join(`,${inner}`)}${lineEnd}${outer}${close}`
}

test('the scanner reads what JSON.parse reads', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const text = write(makeTree(random, ORACLE), mannerOf(random))
    assert.deepEqual(plain(scanJson(text)), JSON.parse(text))
  }
})

test('the scanner refuses what JSON.parse refuses, in texts cut and mixed up', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const text = write(makeTree(random, ORACLE), { ...mannerOf(random), end: '' })
    const at = random.below(text.length)
    const bad = random.chance(0.5)
      ? text.slice(0, at)
      : text.slice(0, at) + random.pick(['"', '}', ']', ':', '\\', 'x']) + text.slice(at)
    // Trailing commas and comments are ours alone.
    if (/,\s*[\]}]|\/[/*]/.test(bad)) continue
    assert.equal(
      isRefused(() => scanJson(bad)),
      isRefused(() => JSON.parse(bad)),
      JSON.stringify(bad),
    )
  }
})

test('a changed value is the only thing that changes', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    checkExactUpdate(ORACLE, makeTree(random, ORACLE), (tree) => write(tree, manner) + manner.end, random)
  }
})

test('records come and go in the manner of those that are there', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    checkExactRows(
      ORACLE,
      makeTree(random, ORACLE),
      'items',
      (tree) => write(tree, manner) + manner.end,
      random,
    )
    const records = makeRecords(random, WORDS, true)
    checkExactRows(ORACLE, records, undefined, (tree) => write(tree, manner) + manner.end, random)
  }
})

test('a record a line: changed, added and removed', () => {
  const oracle = { ...ORACLE, reader: jsonlReader, path: 'a.jsonl' }
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = { ...mannerOf(random), indent: undefined }
    const records = makeRecords(random, WORDS, true)
    if (records.length === 1) manner.end = manner.lineEnd
    const lines = (all: Value) =>
      (all as readonly Value[]).map((record) => write(record, manner)).join(manner.lineEnd) + manner.end
    checkExactUpdate(oracle, records, lines, random)
    checkExactRows(oracle, records, undefined, lines, random)
  }
})

test('what was written is read again, whatever the text', async () => {
  const texts = [
    ...WORDS,
    'two\nlines',
    '',
    '1',
    'true',
    'null',
    '  blank ',
    '\u2028',
    '🙂',
    '"',
    "'",
    ',',
    '// x',
  ]
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = { ...mannerOf(random), indent: random.pick(['  ', '\t']) }
    const text = write(makeTree(random, ORACLE), manner) + manner.end
    await checkRoundTrip(jsonReader, text, random, {
      path: 'a.json',
      texts,
      untouched: UNTOUCHED,
      isFixedRows: true,
    })
    const records = write(makeRecords(random, WORDS, true), manner) + manner.end
    await checkRoundTrip(jsonReader, records, random, { path: 'a.json', texts, untouched: UNTOUCHED })
  }
})

test('comments and trailing commas stay where they are', async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = { ...mannerOf(random), indent: '  ', isFlat: true }
    const text = write(makeTree(random, ORACLE), manner)
      .split(manner.lineEnd)
      .map((line) => (random.chance(0.3) ? `${line} // note, with a comma` : line))
      .map((line) => (random.chance(0.2) ? `  /* above */${manner.lineEnd}${line}` : line))
      .join(manner.lineEnd)
      .replace(/([^,[{\s])(\s*\n\s*[\]}])/g, (whole, before, close) =>
        random.chance(0.3) ? whole : `${before},${close}`,
      )
    for (const index of [0, 1])
      await checkUpdate(
        jsonReader,
        text,
        random,
        { path: 'a.json', texts: WORDS, untouched: UNTOUCHED },
        index,
      )
  }
})

function isRefused(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch {
    return true
  }
}

function plain(node: SettingsNode): unknown {
  if (node.type === 'scalar') return node.value
  if (node.type === 'list') return node.items.map(plain)
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]))
}

test('comments stay with their records where several come and go', () => {
  for (let seed = 0; seed < 2 * FILES; seed++) {
    const random = new Random(seed)
    const lineEnd = random.pick(['\n', '\r\n'])
    const count = 1 + random.below(6)
    const hasTrailing = random.chance(0.4)
    const marks = Array.from({ length: count }, (_, row) =>
      random.chance(0.4) ? `// mark, ${row}` : undefined,
    )
    const records = marks.map((mark, row) => {
      const comma = row < count - 1 || hasTrailing ? ',' : ''
      const above = random.chance(0.2) ? `  // above${lineEnd}` : ''
      return `${above}  {"id": ${100 + row}, "name": ${JSON.stringify(random.pick(WORDS))}}${comma}${mark === undefined ? '' : ` ${mark}`}`
    })
    const text = `[${lineEnd}${records.join(lineEnd)}${lineEnd}]${lineEnd}`
    checkManyRows(ORACLE, text, '', (row) => marks[row], random)
  }
})
