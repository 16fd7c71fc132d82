import { test } from 'node:test'
import { envReader } from '../../source/folder/readers/env.ts'
import { Random } from '../fuzz/random.ts'
import { checkRoundTrip } from './round-trip.ts'
import { checkExactUpdate, type Leaf, makeTree, type Oracle, type Value } from './settings-oracle.ts'

const FILES = 400
const WORDS = ['plum', 'a-b', 'x.y/z', 'host:80', 'Ærø', 'a%b']
const HARD = [
  '',
  'two words',
  ' blank ',
  'x # y',
  '#',
  '"q"',
  "it's",
  '`',
  '$HOME',
  'back\\slash',
  'a\nb',
  'a=b',
  '🙂',
  '&',
  '\t',
  `'"`,
]
const ORACLE: Oracle = { reader: envReader, path: '.env', words: WORDS, isNested: false }

interface Manner {
  readonly lineEnd: string
  readonly end: string
  readonly before: string
  readonly quote: string
}

function mannerOf(random: Random): Manner {
  const lineEnd = random.pick(['\n', '\r\n'])
  return {
    lineEnd,
    end: random.pick(['', lineEnd]),
    before: random.pick(['', 'export ']),
    quote: random.pick(['', '"', "'"]),
  }
}

function write(tree: Value, random: Random, { lineEnd, end, before, quote }: Manner, equals: string): string {
  const lines = ['# top']
  for (const [key, value] of typeof tree === 'object' && 'fields' in tree ? tree.fields : []) {
    if (typeof value === 'object') continue
    lines.push(
      `${before}${key}${equals}${quote}${value satisfies Leaf}${quote}${random.chance(0.2) && equals === '=' ? ' # note' : ''}`,
    )
    if (random.chance(0.2)) lines.push('', '# note=1')
  }
  return lines.join(lineEnd) + end
}

const flat = (random: Random) => ({
  fields: makeTree(random, ORACLE, false).fields.filter(([, value]) => typeof value !== 'object'),
})

test('a changed value is the only thing that changes in .env', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    checkExactUpdate(ORACLE, flat(random), (one) => write(one, new Random(seed, 1), manner, '='), random)
  }
})

test('a changed value is the only thing that changes in .properties', () => {
  const oracle = { ...ORACLE, path: 'a.properties' }
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = { ...mannerOf(random), before: '', quote: '' }
    const equals = random.pick([' = ', ' ', ': ', '  :'])
    checkExactUpdate(oracle, flat(random), (one) => write(one, new Random(seed, 1), manner, equals), random)
  }
})

test('what was written is read again, whatever the text, in .env', async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const text = write(flat(random), random, mannerOf(random), '=')
    // Nothing is no value there.
    const texts = [...WORDS, ...HARD.filter((one) => one !== '')]
    await checkRoundTrip(envReader, text, random, { path: '.env', texts, isFixedRows: true })
    const properties = write(flat(random), random, { ...mannerOf(random), before: '', quote: '' }, ' = ')
    await checkRoundTrip(envReader, properties, random, { path: 'a.properties', texts, isFixedRows: true })
  }
})
