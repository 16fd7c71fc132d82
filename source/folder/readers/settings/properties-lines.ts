// `.properties` as Java reads them: `key=value`, `key: value` or `key value`, `\` for what is special and for lines that go on.
// https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Properties.html#load(java.io.Reader)
import type { KeyLines } from './env-lines.ts'
import type { MapEntry, Plain, ScalarNode } from './tree.ts'

const LINE = /[^\r\n]*(?:\r\n?|\n|$)/g
const ENTRY = /^([ \t\f]*)((?:\\.|[^\\\s=:])+)([ \t\f]*[=:]?[ \t\f]*)(.*)$/
const ESCAPES: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t', f: '\f' }

export function readProperties(text: string): KeyLines {
  const entries: MapEntry[] = []
  const odd: number[] = []
  let isOpen = false
  let number = 0
  for (const { 0: line, index: start } of text.matchAll(LINE)) {
    const content = line.replace(/[\r\n]+$/, '')
    number += 1
    const last = entries.at(-1)
    if (isOpen && last !== undefined && last.value.type === 'scalar') {
      isOpen = goesOn(content)
      entries[entries.length - 1] = { ...last, value: longer(last.value, content, start) }
      continue
    }
    if (/^[ \t\f]*(?:[#!]|$)/.test(content)) continue
    const found = ENTRY.exec(content)
    if (found === null) {
      odd.push(number)
      continue
    }
    const [, indent = '', key = '', between = '', value = ''] = found
    const keyStart = start + indent.length
    const end = keyStart + key.length
    isOpen = goesOn(content)
    entries.push({
      key: unescaped(key),
      start: keyStart,
      end,
      value: scalarOf(value, end + between.length, between),
    })
  }
  return { entries, odd }
}

/** An odd number of backslashes ends the line. */
function goesOn(line: string): boolean {
  return (/\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1
}

function scalarOf(source: string, start: number, between: string): ScalarNode {
  const end = start + source.length
  if (source === '') {
    const fixed = between === '' ? { fixed: 'it stands there without an equals sign' } : {}
    return { type: 'scalar', start, end, value: null, text: '', isLoose: true, ...fixed }
  }
  if (goesOn(source)) return { ...longer({ type: 'scalar', start, end, value: '', text: '' }, source, start) }
  const text = unescaped(source)
  return { type: 'scalar', start, end, value: text, text, isLoose: true }
}

function longer(value: ScalarNode, line: string, start: number): ScalarNode {
  const part = goesOn(line) ? line.slice(0, -1) : line
  const text = value.text + unescaped(value.text === '' ? part : part.trimStart())
  return {
    type: 'scalar',
    start: value.start,
    end: start + line.length,
    value: text,
    text,
    fixed: 'it goes on over several lines',
  }
}

function unescaped(source: string): string {
  return source.replace(
    /\\(?:u([\dA-Fa-f]{4})|(.))/g,
    (_, code: string | undefined, letter: string | undefined) =>
      code === undefined
        ? (ESCAPES[letter ?? ''] ?? letter ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** `text`: the file, whose manner of letters beyond ASCII is kept. */
export function writeProperty(text: string, value: Plain): string {
  if (value === null) return ''
  const escaped = String(value)
    .replaceAll('\\', '\\\\')
    .replace(/[\n\r\t\f]/g, (char) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' })[char] ?? char)
    .replace(/^ /, '\\ ')
  const isAscii = /\\u[\da-f]{4}/i.test(text) && !/[\u0080-\uffff]/.test(text)
  if (!isAscii) return escaped
  return escaped.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
