import { test } from 'node:test'
import { yamlReader } from '../../source/folder/readers/yaml.ts'
import { Random } from '../fuzz/random.ts'
import { checkRoundTrip } from './round-trip.ts'
import {
  checkExactRows,
  checkExactUpdate,
  checkManyRows,
  isPlainList,
  isTree,
  type Leaf,
  makeRecords,
  makeTree,
  type Oracle,
  type Tree,
  type Value,
} from './settings-oracle.ts'

const FILES = 300
const WORDS = [
  'plum',
  'Kessler & Sohn',
  'Ærø',
  "it's",
  'back\\slash',
  'two words',
  'a-b',
  'x.y',
  'per cent 5',
]
const HARD = [
  'a: b',
  '# no',
  'say "x"',
  '- dash',
  '[x',
  '{y}',
  'x, y',
  'yes',
  '5',
  'null',
  '~',
  '',
  ' blank ',
  '@at',
  '*x',
  '&y',
  '!z',
  '%p',
  'two\nlines',
  'x #y',
  'a:',
  '0644',
  '12:30',
  'tab\t',
  '🙂',
  "'",
  '"',
  '...',
  '---',
  '? q',
  '| b',
  '> c',
  '`',
]
const ORACLE: Oracle = { reader: yamlReader, path: 'a.yaml', words: WORDS, isNested: true }
/** Columns that may be lists, which want items of their kind. */
const UNTOUCHED = ['f0', 'f1', 'f2', 'f3', 'key0', 'key1', 'key2', 'key3', 'key4']

interface Manner {
  readonly step: string
  readonly lineEnd: string
  readonly end: string
  readonly quote: '' | '"' | "'"
  /** Before the dashes of a list below a key. */
  readonly dashIndent: string
  readonly dashGap: string
  readonly isFlatList: boolean
  readonly isFlatRecord: boolean
  readonly blank: boolean
}

function mannerOf(random: Random): Manner {
  const lineEnd = random.pick(['\n', '\r\n'])
  return {
    step: random.pick(['  ', '    ', ' ']),
    lineEnd,
    end: random.pick(['', lineEnd]),
    quote: random.pick(['', '"', "'"]),
    dashIndent: random.pick(['', '  ']),
    dashGap: random.pick([' ', '   ']),
    isFlatList: random.chance(0.5),
    isFlatRecord: random.chance(0.3),
    blank: random.chance(0.3),
  }
}

function leaf(value: Leaf, { quote }: Manner): string {
  if (typeof value !== 'string' || quote === '') return String(value)
  return quote === '"' ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`
}

function flow(value: Value, manner: Manner): string {
  if (typeof value !== 'object') return leaf(value, manner)
  if (isTree(value))
    return `{ ${value.fields.map(([key, inner]) => `${key}: ${flow(inner, manner)}`).join(', ')} }`
  return `[${value.map((item) => flow(item, manner)).join(', ')}]`
}

/** Lines of a map, without the indentation of the first. */
function block(tree: Tree, manner: Manner, outer: string): string {
  return tree.fields
    .map(([key, value]) => `${key}:${below(value, manner, outer)}`)
    .join(manner.lineEnd + outer)
}

function below(value: Value, manner: Manner, outer: string): string {
  const { lineEnd, step, dashIndent, dashGap } = manner
  if (typeof value !== 'object') return ` ${leaf(value, manner)}`
  if (isTree(value)) return `${lineEnd}${outer}${step}${block(value, manner, outer + step)}`
  if (isPlainList(value)) {
    if (manner.isFlatList) return ` ${flow(value, manner)}`
    return value.map((item) => `${lineEnd}${outer}${dashIndent}- ${leaf(item, manner)}`).join('')
  }
  const indent = outer + dashIndent
  return lineEnd + records(value, manner, indent, dashGap)
}

function records(value: readonly Tree[], manner: Manner, indent: string, dashGap: string): string {
  const inner = `${indent} ${dashGap.replace(/./g, ' ')}`
  return value
    .map(
      (record) =>
        `${indent}-${dashGap}${manner.isFlatRecord ? flow(record, manner) : block(record, manner, inner)}`,
    )
    .join(manner.lineEnd + (manner.blank ? manner.lineEnd : ''))
}

const whole = (value: Value, manner: Manner) =>
  (isTree(value) ? block(value, manner, '') : records(value as readonly Tree[], manner, '', manner.dashGap)) +
  manner.end

test('a changed value is the only thing that changes in YAML', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    checkExactUpdate(ORACLE, makeTree(random, ORACLE), (tree) => whole(tree, manner), random)
    checkExactUpdate(ORACLE, makeRecords(random, WORDS, true), (tree) => whole(tree, manner), random)
  }
})

test('records come and go in the manner of those that are there in YAML', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    const tree = { fields: [...makeTree(random, ORACLE).fields, ['last', 'x'] as const] }
    const all = makeRecords(random, WORDS, true)
    // With one record nothing shows whether a blank line is to follow.
    const isOne = (value: Value) => typeof value === 'object' && !isTree(value) && value.length < 3
    // Nor does a single line without an end show how lines end.
    if (manner.end === '' && isOne(all)) continue
    if (manner.blank && (isOne(all) || tree.fields.some(([, value]) => isOne(value)))) continue
    checkExactRows(ORACLE, tree, 'items', (one) => whole(one, manner), random)
    checkExactRows(ORACLE, all, undefined, (one) => whole(one, manner), random)
  }
})

test('what was written is read again, whatever the text, in YAML', async () => {
  for (let seed = 0; seed < FILES / 2; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    const texts = [...WORDS, ...HARD]
    const settings = whole(makeTree(random, ORACLE, false), manner)
    await checkRoundTrip(yamlReader, settings, random, {
      path: 'a.yml',
      texts,
      untouched: UNTOUCHED,
      isFixedRows: true,
    })
    const list = whole(makeRecords(random, WORDS, true), manner)
    await checkRoundTrip(yamlReader, list, random, { path: 'a.yml', texts, untouched: UNTOUCHED })
  }
})

test('comments stay with their records where several come and go in YAML', () => {
  for (let seed = 0; seed < 2 * FILES; seed++) {
    const random = new Random(seed)
    const lineEnd = random.pick(['\n', '\r\n'])
    const isFlow = random.chance(0.5)
    const marks = Array.from({ length: 1 + random.below(6) }, (_, row) =>
      random.chance(0.4) ? `# mark, ${row}` : undefined,
    )
    const lines = marks.map((mark, row) => {
      const above = random.chance(0.2) ? `  # above${lineEnd}` : ''
      const behind = mark === undefined ? '' : ` ${mark}`
      const name = random.pick(WORDS)
      const gap = random.chance(0.2) ? lineEnd : ''
      if (!isFlow) return `${above}  - id: ${100 + row}${behind}${lineEnd}    name: ${name}${gap}`
      return `${above}  - { id: ${100 + row}, name: ${name} }${behind}${gap}`
    })
    const text = `# top${lineEnd}items:${lineEnd}${lines.join(lineEnd)}${lineEnd}# end${lineEnd}after: 1${random.pick(['', lineEnd])}`
    checkManyRows(ORACLE, text, 'items', (row) => marks[row], random)
  }
})
