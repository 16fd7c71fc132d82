// Numbers that are written out: small models like to say "three files" and "minus forty-two".
import { scalePower } from '../../lib/number-scales.ts'

const UNITS = 'one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['thousand', 'million', 'billion']

const VALUES: ReadonlyMap<string, number> = new Map([
  ['zero', 0],
  ...UNITS.map((word, at): [string, number] => [word, at + 1]),
  ...TEENS.map((word, at): [string, number] => [word, at + 10]),
  ...TENS.map((word, at): [string, number] => [word, (at + 2) * 10]),
])

/** Every word that this module reads. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([...VALUES.keys(), 'hundred', ...SCALES])

const UNIT = `(?:${UNITS.join('|')})`
const SMALL = `(?:(?:${TENS.join('|')})(?:[- ]${UNIT})?|${TEENS.join('|')}|${UNIT})`
const HUNDREDS = `(?:(?:${SMALL}|a) hundred(?: (?:and )?${SMALL})?|${SMALL})`
const WRITTEN = new RegExp(
  `\\b(?:zero|(?:${HUNDREDS}|a) (?:${SCALES.join('|')})(?:,? (?:and )?${HUNDREDS}(?: (?:${SCALES.join('|')})(?:,? (?:and )?${HUNDREDS})?)?)?|${HUNDREDS})\\b`,
  'gi',
)
/** What is counted in lists; elsewhere a lone "one" is a pronoun ("the first one"). */
const COUNTED =
  /^ (?:\w+ )?(?:file|folder|entry|item|line|match|result|day|hour|minute|second|person|tool)\b/i

/** "the 340 dollar one" is no number either. */
const KIND_OF =
  /\b(?:the|that|this|which|another|each|every)\s(?:(?!(?:is|are|was|were|be|makes|equals|gives)\s)[\p{L}\d.,'’-]+\s){0,3}$/iu

/** The text with written-out numbers in digits; a lone "one" stays unless it counts or is the whole value. */
export function digitsForWords(text: string): string {
  return text.replace(WRITTEN, (words: string, at: number) => {
    const value = readWords(words)
    if (value !== 1) return String(value)
    const rest = text.slice(at + words.length)
    const isValue = /^(?:[.!]|$)/.test(rest) && !KIND_OF.test(text.slice(0, at))
    return COUNTED.test(rest) || isValue ? '1' : words
  })
}

function readWords(words: string): number {
  let total = 0
  let current = 0
  for (const word of words.toLowerCase().split(/[^a-z]+/)) {
    if (word === 'hundred') current = Math.max(current, 1) * 100
    else if (SCALES.includes(word)) {
      total += Math.max(current, 1) * 1000 ** (SCALES.indexOf(word) + 1)
      current = 0
    } else current += VALUES.get(word) ?? 0
  }
  return total + current
}

const SCALED =
  /(?<![\p{L}\p{N}.,]|(?:thousand|million|billion|lakh|crore)s?\s(?:and\s)?)(?<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(?<word>thousand|million|billion|trillion|lakh|crore|mio|mln|mn|bn)s?|(?<letter>[kKM]))(?![\p{L}\p{N}])(?!\s+(?:and\s+)?(?:\d|thousand|million|billion))/gu

/** `1.5 million`, `12k` and `2M` in full: a small model drops what multiplies. Two of them in a row are one number, and stay. */
export function inFull(text: string): string {
  return text.replace(
    SCALED,
    (whole, digits: string, word: string | undefined, letter: string | undefined) => {
      const value = Number(`${digits.replaceAll(',', '')}e${scalePower(word ?? letter ?? '')}`)
      return Number.isSafeInteger(value) ? String(value) : whole
    },
  )
}

const HALF = /\bhalf\b/i

/** What a half beside these numbers of a text may make: `two and a half`, `half an hour`, `an hour and a half`; none where there is no half. */
export function withHalves(text: string, numbers: readonly string[]): readonly string[] {
  if (!HALF.test(text)) return []
  return ['0.5', '1.5', '30', ...numbers.map((one) => String(Number(one) + 0.5))]
}
