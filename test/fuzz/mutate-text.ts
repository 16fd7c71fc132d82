// Changes of texts: words of the format, numbers at their ends, lines, brackets in brackets, characters that are hard to handle.
import type { Random } from './random.ts'
import type { Mutator } from './target.ts'

/** Keys that objects have already, characters that end or turn lines, halves of characters, and such that grow when they are lowered. */
export const HARD_TEXTS: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'then'],
  ...['\0', '\u001b[2J', '\u009b31m', '\r', '\r\n', '\u2028', '\u202e', '\ufeff', '\u00a0', '\u0085', '\t'],
  ...['👩‍👩‍👧', 'e\u0301\u0301\u0301', 'İ', 'ß', 'ﬁ', '漢字', '𝕏', '\\ud800', '\\u0000', '\\udfff\\ud800'],
  ...[
    '',
    ' ',
    '..',
    '/',
    '\\',
    '~',
    '${',
    '{{',
    '}}',
    '$&',
    '$1',
    '%s',
    '<',
    '>',
    '`',
    '```',
    '---',
    '#',
    '|',
    '-',
  ],
]
/** Numbers at the ends of what a field may hold. */
export const HARD_NUMBERS: readonly string[] = [
  ...['0', '-0', '-1', '1', '255', '256', '65536', '2147483648', '-2147483649', '4294967296'],
  ...[
    '9007199254740992',
    '1e21',
    '1e308',
    '1e999',
    '-1e999',
    '5e-324',
    '0.1',
    '.5',
    '1.',
    '007',
    '0x10',
    '1_000',
  ],
  ...['NaN', 'Infinity', '1e-7', '99999999999999999999999999', '０', '٣'],
]
/** Rows of these are what expressions take long for. */
const RUNS: readonly string[] = [
  ' ',
  '\t',
  '\n',
  '.',
  '/',
  '_',
  '-',
  'a',
  '*',
  '**/',
  '{',
  '${',
  '{{',
  '<',
  '\\',
  '\u001b]',
  '\u009b',
  '\u009d',
  '`',
  '#',
]
const BRACKETS = ['[]', '{}', '()', '<>', '""', "''", '``', '- ', '> ', '{"a":}', '[{}]', '? '] as const

type Change = (text: string, random: Random, donor: string) => string

const removePart: Change = (text, random) => {
  const [from, to] = partOf(text, random)
  return text.slice(0, from) + text.slice(to)
}

const repeatPart: Change = (text, random) => {
  const [from, to] = partOf(text, random)
  const part = text.slice(from, to)
  return (
    text.slice(0, to) + part.repeat(random.length(Math.max(2, 20_000 / (part.length + 1)))) + text.slice(to)
  )
}

const movePart: Change = (text, random) => {
  const [from, to] = partOf(text, random)
  const rest = text.slice(0, from) + text.slice(to)
  const at = random.below(rest.length + 1)
  return rest.slice(0, at) + text.slice(from, to) + rest.slice(at)
}

const splicePart: Change = (text, random, donor) => {
  const [from, to] = partOf(text, random)
  const [begin, end] = partOf(donor, random)
  return text.slice(0, from) + donor.slice(begin, end) + text.slice(random.chance(0.5) ? from : to)
}

const cut: Change = (text, random) => text.slice(0, random.below(text.length + 1))

const setNumber: Change = (text, random) =>
  replaceOne(text, random, /-?\d+(?:\.\d+)?/g, () => random.pick(HARD_NUMBERS))

const swapWords: Change = (text, random, donor) => {
  const words = donor.match(/[\w.-]+/g) ?? ['x']
  return replaceOne(text, random, /[\w.-]+/g, () => random.pick(words))
}

const changeLines: Change = (text, random, donor) => {
  const lines = text.split('\n')
  const at = random.below(lines.length)
  const other = random.pick(donor.split('\n'))
  const line = lines[at] ?? ''
  const made = random.pick([
    [],
    [line, line],
    [other],
    [line, other],
    [`  ${line}`],
    [line.trimStart()],
    ['', line],
  ])
  lines.splice(at, 1, ...made)
  return lines.join('\n')
}

const nest: Change = (text, random) => {
  const [from, to] = partOf(text, random)
  const pair = random.pick(BRACKETS)
  const half = Math.floor(pair.length / 2)
  const times = random.pick([1, 2, 30, 100, 600, 3_000, 12_000])
  const close = random.chance(0.7) ? pair.slice(pair.length - half).repeat(times) : ''
  return (
    text.slice(0, from) +
    pair.slice(0, pair.length - half).repeat(times) +
    text.slice(from, to) +
    close +
    text.slice(to)
  )
}

const stretch: Change = (text, random) => {
  const at = random.below(text.length + 1)
  const piece = random.pick([text.charAt(at), random.pick(HARD_TEXTS), random.pick(RUNS)])
  return text.slice(0, at) + piece.repeat(random.length(20_000)) + text.slice(at)
}

const CHANGES = [
  removePart,
  repeatPart,
  movePart,
  splicePart,
  cut,
  setNumber,
  setNumber,
  swapWords,
  swapWords,
  changeLines,
  changeLines,
  nest,
  stretch,
]

/** One change anywhere; `words` are those of the format. */
export function mutateText(words: readonly string[]): Mutator {
  const insert: Change = (text, random) => {
    const word = random.pick(random.chance(0.6) && words.length > 0 ? words : HARD_TEXTS)
    const [from, to] = partOf(text, random)
    return text.slice(0, from) + word + text.slice(random.chance(0.7) ? from : to)
  }
  const replaceWord: Change = (text, random) =>
    replaceOne(text, random, /[\w.-]+/g, () =>
      random.pick(random.chance(0.5) && words.length > 0 ? words : HARD_TEXTS),
    )
  const changes = [...CHANGES, insert, insert, insert, replaceWord, replaceWord]
  return (input, random, donor) =>
    Buffer.from(random.pick(changes)(input.toString('utf8'), random, donor.toString('utf8')))
}

/** Replaces one of the matches. */
function replaceOne(text: string, random: Random, what: RegExp, by: (found: string) => string): string {
  const found = [...text.matchAll(what)]
  if (found.length === 0) return text
  const { 0: whole, index } = random.pick(found)
  return text.slice(0, index) + by(whole) + text.slice(index + whole.length)
}

function partOf(text: string, random: Random): readonly [from: number, to: number] {
  const from = random.below(text.length + 1)
  return [from, Math.min(text.length, from + random.length(Math.max(2, text.length)))]
}
