import { test } from 'node:test'
import { iniReader } from '../../source/folder/readers/ini.ts'
import { Random } from '../fuzz/random.ts'
import { checkRoundTrip } from './round-trip.ts'
import { checkExactUpdate, isTree, makeTree, type Oracle, type Tree, type Value } from './settings-oracle.ts'

const FILES = 400
const WORDS = [
  'plum',
  'Kessler & Sohn',
  'Ærø',
  '#7',
  'a = b',
  'back\\slash',
  'x, y',
  '[z]',
  "it's",
  'say "x"',
  '/usr/bin:/bin',
]
const HARD = [' blank ', 'x ; y', 'x # y', ';', '; x', '"quoted"', "'q'", '🙂', '=', '[', '\\', 'a:b']
const ORACLE: Oracle = { reader: iniReader, path: 'a.ini', words: WORDS, isNested: true }

interface Manner {
  readonly lineEnd: string
  readonly end: string
  readonly equals: string
  readonly indent: string
}

function mannerOf(random: Random): Manner {
  const lineEnd = random.pick(['\n', '\r\n'])
  return {
    lineEnd,
    end: random.pick(['', lineEnd]),
    equals: random.pick([' = ', '=', ': ', '\t=\t']),
    indent: random.pick(['', '  ', '\t']),
  }
}

/** Without lists, which INI does not have. */
function flat(tree: Tree): Tree {
  const fields = tree.fields.filter(([, value]) => typeof value !== 'object' || isTree(value))
  return { fields }
}

function write(tree: Value, random: Random, { lineEnd, end, equals, indent }: Manner): string {
  if (!isTree(tree)) return ''
  const lines: string[] = ['; top']
  for (const [key, value] of tree.fields) {
    if (isTree(value)) {
      lines.push('', `[${key}]`)
      for (const [inner, one] of value.fields) lines.push(`${indent}${inner}${equals}${one}`)
    } else lines.push(`${key}${equals}${value}`)
    if (random.chance(0.2)) lines.push(random.pick(['', '# note = 1', '; note']))
  }
  return lines.join(lineEnd) + end
}

test('a changed value is the only thing that changes in INI', () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const manner = mannerOf(random)
    const tree = flat(makeTree(random, ORACLE, false))
    checkExactUpdate(ORACLE, tree, (one) => write(one, new Random(seed, 1), manner), random)
  }
})

test('what was written is read again, whatever the text, in INI', async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const text = write(flat(makeTree(random, ORACLE, false)), random, mannerOf(random))
    await checkRoundTrip(iniReader, text, random, {
      path: 'a.ini',
      texts: [...WORDS, ...HARD],
      isFixedRows: true,
    })
  }
})

test('a changed cell of a section with the same keys as others is the only thing that changes', async () => {
  for (let seed = 0; seed < FILES; seed++) {
    const random = new Random(seed)
    const { lineEnd, end, equals, indent } = mannerOf(random)
    const sections = Array.from({ length: 4 + random.below(3) }, (_, index) =>
      [
        `[host ${index}]`,
        `${indent}name${equals}${random.pick(WORDS)}`,
        `${indent}port${equals}${random.below(9000)}`,
      ].join(lineEnd),
    )
    const text = sections.join(lineEnd + random.pick(['', lineEnd])) + end
    const texts = [...WORDS, ...HARD, `new ${seed}`]
    await checkRoundTrip(iniReader, text, random, {
      path: 'a.ini',
      texts,
      untouched: ['key'],
      isFixedRows: true,
    })
  }
})
