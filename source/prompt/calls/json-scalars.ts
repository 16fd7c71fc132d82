// Strings, numbers and words of JSON and of Python's literals.
import type { JsonValue } from '../../contracts/json.ts'
import {
  type GrowingText,
  isDigit,
  isNamePart,
  isNameStart,
  isQuote,
  peek,
  type Reading,
  takeWhile,
} from './growing-text.ts'

const ESCAPES: { readonly [char: string]: string } = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
])

/** Reads the string that begins here with a quote. The end of the answer ends it, too. */
export function* readString(from: GrowingText): Reading<string> {
  const quote = yield* peek(from)
  from.at++
  let value = ''
  for (;;) {
    const char = yield* peek(from)
    if (char === '') {
      from.isCut = true
      return value
    }
    from.at++
    if (char === '\\') value += yield* readEscape(from)
    else if (char !== quote) value += char
    // `'it's'`: no letter follows the quote that ends a string.
    else if (quote === "'" && isNameStart(yield* peek(from))) value += char
    else return value
  }
}

/** A number or a word. `007` and `+5` are no numbers of JSON: they stay the text that they are, for the schema to read. */
export function* readScalar(from: GrowingText): Reading<JsonValue | undefined> {
  const text = yield* takeWhile(from, (char) => isNamePart(char) || char === '+')
  if ((yield* peek(from)) === '') from.isCut = true
  const word = WORDS.get(text)
  if (word !== undefined) return word
  if (text === '' || isNameStart(text[0] ?? '')) return undefined
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  return isOddNumber(text) ? text : number
}

function isOddNumber(text: string): boolean {
  const digits = text.startsWith('-') ? text.slice(1) : text
  return !isDigit(digits[0] ?? '') || (digits[0] === '0' && isDigit(digits[1] ?? ''))
}

function isHexDigit(char: string): boolean {
  return isDigit(char) || (char >= 'a' && char <= 'f') || (char >= 'A' && char <= 'F')
}

function* readEscape(from: GrowingText): Reading<string> {
  const char = yield* peek(from)
  if (char === '') return ''
  from.at++
  if (char === 'u') {
    const digits = yield* takeWhile(from, isHexDigit, 4)
    return digits.length === 4 ? String.fromCharCode(Number.parseInt(digits, 16)) : `\\u${digits}`
  }
  if (isQuote(char) || char === '\\' || char === '/') return char
  // `\d` is no escape but a pattern that somebody forgot to escape.
  return ESCAPES[char] ?? `\\${char}`
}
