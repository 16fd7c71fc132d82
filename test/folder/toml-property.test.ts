import { test } from 'node:test'
import { tomlReader } from '../../source/folder/readers/toml.ts'
import { Random } from '../fuzz/random.ts'
import { checkRoundTrip } from './round-trip.ts'
import {
  checkExactRows,
  checkExactUpdate,
  checkManyRows,
  isPlainList,
  isTree,
  type Leaf,
  makeTree,
  type Oracle,
  type Tree,
  type Value,
} from './settings-oracle.ts'

const FILES = 400
const WORDS = ['plum', 'Kessler & Sohn', 'Ærø', '#7', 'a = b', 'back\\slash', 'x, y', '[z]', '{q}']
const HARD = [
  '',
  ' blank ',
  'two\nlines',
  'tab\t',
  '"',
  "'",
  '"""',
  "'''",
  '\\',
  '🙂',
  '\u007f',
  '5',
  'true',
  'inf',
]
const ORACLE: Oracle = { reader: tomlReader, path: 'a.toml', words: WORDS, isNested: true }
/** Columns that may be lists, which want items of their kind. */
const UNTOUCHED = ['f0', 'f1', 'f2', 'f3', 'key0', 'key1', 'key2', 'key3', 'key4']

interface Manner {
  readonly lineEnd: string
  readonly end: string
  readonly quote: '"' | "'"
  readonly equals: string
  readonly indent: string
  readonly isInline: boolean
  readonly blank: boolean
}

function mannerOf(random: Random): Manner {
  const lineEnd = random.pick(['\n', '\r\n'])
  return {
    lineEnd,
    end: random.pick(['', lineEnd]),
    quote: random.pick(['"', "'"]),
    equals: random.pick([' = ', '=', '  =  ']),
    indent: random.pick(['', '  ', '\t']),
    isInline: random.chance(0.3),
    blank: random.chance(0.6),
  }
}

function leaf(value: Leaf, { quote }: Manner): string {
  // A float stays one, which the tree of the test does not know.
  if (typeof value !== 'string') return String(value)
  return quote === '"' ? JSON.stringify(value) : `'${value}'`
}

function inline(value: Value, manner: Manner): string {
  if (typeof value !== 'object') return leaf(value, manner)
  if (isTree(value))
    return `{ ${value.fields.map(([key, one]) => `${key} = ${inline(one, manner)}`).join(', ')} }`
  return `[${value.map((item) => inline(item, manner)).join(', ')}]`
}

function lines(tree: Tree, manner: Manner, indent: string): readonly string[] {
  return tree.fields.map(([key, value]) => `${indent}${key}${manner.equals}${inline(value, manner)}`)
}

function write(tree: Value, manner: Manner): string {
  if (!isTree(tree)) return ''
  const isSection = (value: Value): value is Tree | readonly Tree[] =>
    typeof value === 'object' && !isPlainList(value) && (isTree(value) || !manner.isInline)
  const top = tree.fields.filter(([, value]) => !isSection(value))
  const blocks = [lines({ fields: top }, manner, '')]
  for (const [key, value] of tree.fields) {
    if (!isSection(value)) continue
    const header = isTree(value) ? `[${key}]` : `[[${key}]]`
    for (const one of isTree(value) ? [value] : value)
      blocks.push([header, ...lines(one, manner, manner.indent)])
  }
  const between = manner.lineEnd + (manner.blank ? manner.lineEnd : '')
  return blocks.map((block) => block.join(manner.lineEnd)).join(between) + manner.end
}

/** With whole numbers only: in TOML `1` and `1.0` are different things. */
function whole(value: Value): Value {
  if (typeof value === 'number') return Math.floor(value)
  if (typeof value !== 'object') return value
  if (isTree(value)) return { fields: value.fields.map(([key, one]) => [key, whole(one)]) }
  return value.map(whole) as readonly Tree[]
}

test('a changed value is the only thing that changes in TOML', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    const tree = makeTree(random, ORACLE)
    checkExactUpdate(ORACLE, whole(tree), (one) => write(whole(one), manner), new Random(seed, 1))
  }
})

test('records come and go in the manner of those that are there in TOML', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    const tree = makeTree(random, ORACLE)
    checkExactRows(ORACLE, tree, 'items', (one) => write(one, { ...manner, equals: ' = ' }), random)
  }
})

test('what was written is read again, whatever the text, in TOML', async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = { ...mannerOf(random), isInline: false }
    const options = { path: 'a.toml', texts: [...WORDS, ...HARD], untouched: UNTOUCHED }
    await checkRoundTrip(tomlReader, write(makeTree(random, ORACLE, false), manner), random, {
      ...options,
      isFixedRows: true,
    })
    const tree = { fields: makeTree(random, ORACLE).fields.filter(([key]) => key === 'items') }
    await checkRoundTrip(tomlReader, write(tree, manner), random, options)
  }
})

test('comments stay with their records where several come and go in TOML', () => {
  for (let seed = 0; seed < 2 * FILES; seed++) {
    const random = new Random(seed)
    const lineEnd = random.pick(['\n', '\r\n'])
    const isInline = random.chance(0.5)
    const marks = Array.from({ length: 1 + random.below(6) }, (_, row) =>
      random.chance(0.4) ? `# mark, ${row}` : undefined,
    )
    const hasTrailing = random.chance(0.5)
    const parts = marks.map((mark, row) => {
      const above = random.chance(0.2) ? `# above${lineEnd}` : ''
      const behind = mark === undefined ? '' : ` ${mark}`
      const name = JSON.stringify(random.pick(WORDS))
      if (!isInline) return `${above}[[items]]${lineEnd}id = ${100 + row}${behind}${lineEnd}name = ${name}`
      const comma = row < marks.length - 1 || hasTrailing ? ',' : ''
      return `${above}  { id = ${100 + row}, name = ${name} }${comma}${behind}`
    })
    const records = parts.join(random.chance(0.5) && !isInline ? lineEnd + lineEnd : lineEnd)
    const list = isInline ? `items = [${lineEnd}${records}${lineEnd}]${lineEnd}` : `${records}${lineEnd}`
    const text = `# top${lineEnd}title = 1${lineEnd}${list}# end${lineEnd}[after]${lineEnd}a = 1${random.pick(['', lineEnd])}`
    checkManyRows(ORACLE, text, 'items', (row) => marks[row], random)
  }
})
