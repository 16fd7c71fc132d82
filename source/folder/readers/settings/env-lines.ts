// `.env` files: `KEY=value`, with `export` before it or not, in quotes or not.
import { ChangeRefused } from '../../../contracts/folder.ts'
import type { MapEntry, Plain, ScalarNode } from './tree.ts'

/** Keys in the order of the file, and the numbers of lines that have none. */
export interface KeyLines {
  readonly entries: readonly MapEntry[]
  readonly odd: readonly number[]
}

const START = /[ \t]*(?:export[ \t]+)?([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*=[ \t]*/uy
const QUOTED = /(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|`([^`]*)`)(?=[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$))/y
const ESCAPES: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t' }

export function readEnv(text: string): KeyLines {
  const entries: MapEntry[] = []
  const odd: number[] = []
  let line = 1
  let counted = 0
  for (let at = 0; at < text.length; ) {
    line += countBreaks(text.slice(counted, at))
    counted = at
    START.lastIndex = at
    const found = START.exec(text)
    const content = /[^\r\n]*/y
    content.lastIndex = at
    if (found === null) {
      const whole = content.exec(text)?.[0] ?? ''
      if (!/^[ \t]*(?:#|$)/.test(whole)) odd.push(line)
      at = afterLine(text, at + whole.length)
      continue
    }
    const [whole, key = ''] = found
    const start = at + whole.lastIndexOf(key, whole.indexOf('='))
    const value = valueAt(text, at + whole.length)
    entries.push({ key, start, end: start + key.length, value })
    content.lastIndex = value.end
    at = afterLine(text, value.end + (content.exec(text)?.[0].length ?? 0))
  }
  return { entries, odd }
}

function countBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0
}

function afterLine(text: string, end: number): number {
  return text.startsWith('\r\n', end) ? end + 2 : end + 1
}

function valueAt(text: string, start: number): ScalarNode {
  QUOTED.lastIndex = start
  const quoted = QUOTED.exec(text)
  if (quoted !== null) {
    const [source, double, single, back] = quoted
    const value = double?.replace(/\\([\s\S])/g, unescaped) ?? single ?? back ?? ''
    return { type: 'scalar', start, end: start + source.length, value, text: value, isLoose: true }
  }
  const rest = /[^\r\n]*/y
  rest.lastIndex = start
  const value = (rest.exec(text)?.[0] ?? '').replace(/(?:^|[ \t]+)#.*$/, '').trimEnd()
  return {
    type: 'scalar',
    start,
    end: start + value.length,
    value: value === '' ? null : value,
    text: value,
    isLoose: true,
  }
}

/** What other letters stand for depends on who reads it: they stay as they are. */
function unescaped(whole: string, letter: string): string {
  return ESCAPES[letter] ?? (/["\\$`]/.test(letter) ? letter : whole)
}

/** In the quotes that stood there; in quotes where a shell would take it apart. */
export function writeEnv(text: string, node: ScalarNode, value: Plain): string {
  if (value === null) return ''
  const plain = String(value)
  const old = text.slice(node.start, node.end)
  const quote = /^["'`]/.exec(old)?.[0]
  // Who wrote a blank or an `&` without quotes reads it with a library, not with a shell.
  const special = plain.match(/[^\p{L}\p{N}_./:@%+,=-]/gu) ?? []
  const isPlain =
    special.every((char) => !/[\r\n"'`#$\\]/.test(char) && old.includes(char)) && plain.trim() === plain
  if (quote === undefined && isPlain) return plain
  if (quote !== undefined && quote !== '"' && !plain.includes(quote)) return quote + plain + quote
  if (!/["\\$`\r\n]/.test(plain)) return `"${plain}"`
  if (!/['\r\n]/.test(plain)) return `'${plain}'`
  if (/\r(?!\n)/.test(plain)) throw new ChangeRefused('The value has an odd line break; give it without.')
  const escaped = plain
    .replace(/["\\$`]/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
  return `"${escaped}"`
}
