// `Key: value` lines of a text by their form: a short key, a mark, a value behind it. Pure.

import type { Line } from './line.ts'
import type { LineKind } from './outline.ts'

/** A line taken apart; offsets in the line. */
export interface KeyForm {
  readonly title: string
  readonly valueStart: number
  readonly valueEnd: number
}

const BOLD = /^[ \t]*(\*\*|__)([^:=*_]+)(?::\1|\1[ \t]*:)(?:[ \t]+|$)/
const KEY = /^\p{L}[^,;!?"<>{}[\]|*`]*$/u
/** A dot ends a sentence where a blank is behind it; at the key's end it is that of an abbreviation. */
const SENTENCE = /\.\s/
const MOST_WORDS = 4
const LONGEST = 48
/** With its indentation and marks. */
const LONGEST_HEAD = 120
/** With fewer a dot is that of an abbreviation. */
const SENTENCE_WORDS = 3
/** So many make a table. */
const FEWEST = 3
/** More are the words of a glossary or the speakers of a talk, and SQL has no table so wide. */
const MOST = 400

/** The line as `Key: value`; undefined: it is none. The value may be empty here. */
export function parseKeyLine(line: string): KeyForm | undefined {
  const mark = line.search(/[:=]/)
  if (mark < 1 || mark > LONGEST_HEAD) return undefined
  const bold = BOLD.exec(line)
  const headEnd = bold ? bold[0].length : plainHeadEnd(line, mark)
  const title = (bold ? (bold[2] ?? '') : line.slice(0, mark)).trim()
  if (headEnd === undefined || title.length > LONGEST || !KEY.test(title) || SENTENCE.test(title))
    return undefined
  if (title.split(/\s+/).length > MOST_WORDS) return undefined
  const valueEnd = line.trimEnd().length
  return { title, valueStart: Math.min(headEnd, valueEnd), valueEnd }
}

/** Offset of what stands behind `Key: ` or `Key = `; undefined: the mark is part of a word, or one of code (`::`, `==`, `=>`). */
function plainHeadEnd(line: string, mark: number): number | undefined {
  const next = line.charAt(mark + 1)
  const isBlankNext = next === '' || next === ' ' || next === '\t'
  if (line.charAt(mark) === ':' ? !isBlankNext : /[=>~]/.test(next)) return undefined
  let end = mark + 1
  while (line.charAt(end) === ' ' || line.charAt(end) === '\t') end++
  return end
}

/**
 * Which lines of `kind` text are settings, by index: at least three with a value, no key twice. In a block without blank lines half of
 * the lines must be such, as "he said: so" within prose is none; a sentence behind a key is a value only among others that are none.
 * Blocks that have a key in common (records one below the other, the speakers of a talk) are no settings.
 */
export function findKeyLines(
  lines: readonly Line[],
  kinds: readonly LineKind[],
  from: number,
): readonly number[] {
  const blocks: (readonly BlockKey[])[] = []
  const counts = new Map<string, number>()
  for (let first = from; first < lines.length; first++) {
    if (kinds[first] !== 'text') continue
    let end = first
    while (kinds[end] === 'text') end++
    const keys = keysOfBlock(lines, first, end)
    for (const { name } of keys) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (keys.length > 0) blocks.push(keys)
    first = end
  }
  const found = blocks.filter((keys) => keys.every(({ name }) => counts.get(name) === 1)).flat()
  const sure = found.filter(({ value }) => value === 'value').length
  return sure < FEWEST || found.length > MOST ? [] : found.map(({ index }) => index)
}

interface BlockKey {
  readonly index: number
  readonly name: string
  readonly value: 'value' | 'sentence' | 'none'
}

function keysOfBlock(lines: readonly Line[], first: number, end: number): readonly BlockKey[] {
  const keys: BlockKey[] = []
  for (let index = first; index < end; index++) {
    const line = lines[index]?.text ?? ''
    const form = parseKeyLine(line)
    if (!form) continue
    const value = line.slice(form.valueStart, form.valueEnd)
    keys.push({
      index,
      name: form.title.toLowerCase(),
      value: value === '' ? 'none' : isSentence(value) ? 'sentence' : 'value',
    })
  }
  const isValue = (key: BlockKey | undefined) => key?.value === 'value'
  // A key without a value is one to be filled only beside one that has it.
  const kept = keys.filter((key, at) => {
    const beside = [keys[at - 1], keys[at + 1]].filter((one) => one && Math.abs(one.index - key.index) === 1)
    return key.value !== 'none' || beside.some(isValue)
  })
  const sure = kept.filter(isValue).length
  return kept.length * 2 < end - first || sure * 2 < kept.length ? [] : kept
}

function isSentence(value: string): boolean {
  return /[.!?]$/.test(value) && value.split(/\s+/).length >= SENTENCE_WORDS
}
