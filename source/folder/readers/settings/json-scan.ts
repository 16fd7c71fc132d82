// JSON with the place of every value. Comments and trailing commas are read, as editors write them into settings. Our own
// because the well-known jsonc-parser tells faults as codes only and its main module is one that esbuild cannot bundle;
// a test holds this one against JSON.parse.
import type { MapEntry, Plain, ScalarNode, SettingsNode } from './tree.ts'

/** Why a text is no JSON: where, and what is wrong as a clause. */
export class JsonFault extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** Deeper than anybody writes, and few enough not to fall off the stack. */
const MOST_LEVELS = 200
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const STRING = /"(?:[^"\\\r\n]|\\.)*"/y
const BLANKS = /(?:[ \t\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y
const WORD = /-?[A-Za-z_]\w*/y
const WORDS: ReadonlyMap<string, Plain> = new Map<string, Plain>([
  ['true', true],
  ['false', false],
  ['null', null],
  // What Python writes for a number that is none.
  ['NaN', null],
  ['Infinity', null],
  ['-Infinity', null],
])

/** Reads the one value between `from` and `to`; throws `JsonFault`. */
export function scanJson(text: string, from = 0, to = text.length): SettingsNode {
  const scanner = new Scanner(to === text.length ? text : text.slice(0, to), from)
  const node = scanner.value(0)
  scanner.skipBlanks()
  if (scanner.at < to) throw new JsonFault(scanner.at, `more stands behind the end, ${scanner.here()}`)
  return node
}

class Scanner {
  readonly text: string
  at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  value(level: number): SettingsNode {
    if (level > MOST_LEVELS) throw new JsonFault(this.at, `it nests more than ${MOST_LEVELS} deep`)
    this.skipBlanks()
    const start = this.at
    const first = this.text[start]
    if (first === '{') return this.map(start, level)
    if (first === '[') return this.list(start, level)
    if (first === '"') {
      const value = this.string()
      return { type: 'scalar', start, end: this.at, value, text: value }
    }
    return this.number(start) ?? this.word(start)
  }

  skipBlanks(): void {
    this.match(BLANKS)
    if (this.text.startsWith('/*', this.at))
      throw new JsonFault(this.at, 'a comment that begins here does not end')
  }

  /** What stands at this place, for a sentence. */
  here(): string {
    const found = /[^\s]{1,20}/y
    found.lastIndex = this.at
    const what = found.exec(this.text)?.[0]
    return what === undefined ? 'where the text ends' : `at \`${what.replaceAll('`', "'")}\``
  }

  private map(start: number, level: number): SettingsNode {
    const entries: MapEntry[] = []
    this.at += 1
    while (!this.closes('}', start)) {
      const keyStart = this.at
      if (this.text[keyStart] !== '"')
        throw new JsonFault(keyStart, `a key in double quotes is missing ${this.here()}`)
      const key = this.string()
      const end = this.at
      this.skipBlanks()
      if (this.text[this.at] !== ':') throw new JsonFault(this.at, `a colon is missing ${this.here()}`)
      this.at += 1
      entries.push({ key, start: keyStart, end, value: this.value(level + 1) })
      this.comma('}')
    }
    return { type: 'map', start, end: this.at, entries }
  }

  private list(start: number, level: number): SettingsNode {
    const items: SettingsNode[] = []
    this.at += 1
    while (!this.closes(']', start)) {
      items.push(this.value(level + 1))
      this.comma(']')
    }
    return { type: 'list', start, end: this.at, items }
  }

  private closes(bracket: string, start: number): boolean {
    this.skipBlanks()
    if (this.at >= this.text.length)
      throw new JsonFault(start, `the \`${this.text[start]}\` that begins here is not closed`)
    if (this.text[this.at] !== bracket) return false
    this.at += 1
    return true
  }

  private comma(bracket: string): void {
    this.skipBlanks()
    if (this.text[this.at] === ',') this.at += 1
    else if (this.at < this.text.length && this.text[this.at] !== bracket)
      throw new JsonFault(this.at, `a comma or a \`${bracket}\` is missing ${this.here()}`)
  }

  private string(): string {
    const start = this.at
    const source = this.match(STRING)
    if (source === undefined)
      throw new JsonFault(start, 'the string that begins here does not end in its line')
    if (!/[\\\t]/.test(source)) return source.slice(1, -1)
    try {
      return JSON.parse(source.replaceAll('\t', '\\t'))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw new JsonFault(start, 'the string that begins here has a backslash before what needs none')
    }
  }

  private number(start: number): ScalarNode | undefined {
    const text = this.match(NUMBER)
    if (text === undefined) return undefined
    if (/[\w.]/.test(this.text[this.at] ?? '')) {
      this.at = start
      throw new JsonFault(start, `a number is not written as JSON has it ${this.here()}`)
    }
    return { type: 'scalar', start, end: this.at, value: numberOf(text), text }
  }

  private word(start: number): ScalarNode {
    const text = this.match(WORD) ?? ''
    const value = WORDS.get(text)
    if (value !== undefined) return { type: 'scalar', start, end: this.at, value, text }
    this.at = start
    throw new JsonFault(start, `a value is missing ${this.here()}`)
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }
}

/** The number that digits stand for; a whole one beyond 2^53 as bigint, one beyond all numbers as null. */
function numberOf(text: string): number | bigint | null {
  const value = Number(text)
  if (!Number.isFinite(value)) return null
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(text)) return value
  return BigInt(text)
}
