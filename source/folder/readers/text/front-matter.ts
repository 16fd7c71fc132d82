// YAML front matter of a Markdown file, `---` to `---`: its keys with their values as passages of the text. Only what front matter is
// made of in practice: scalars, lists, keys below keys. Anything else in it stays a line of text.
import { indentOf, isBlank, type Line } from './line.ts'
import type { LineKind } from './outline.ts'

/** How a value is written: bare, in quotes, or a list in brackets. */
export type ValueStyle = 'bare' | '"' | "'" | '['

/** One key with its value. */
export interface FrontEntry {
  /** Index of its line. */
  readonly line: number
  /** The path to it, joined by dots. */
  readonly title: string
  /** Offsets in the text of all of the value. */
  readonly start: number
  readonly end: number
  /** The value without quotes or brackets; a list joined by `, `. */
  readonly value: string
  readonly style: ValueStyle
  /** It takes several lines: it can be read, not changed. */
  readonly isFixed: boolean
}

/** The front matter of a file. */
export interface FrontMatter {
  /** Of its lines, both marks included. */
  readonly kinds: readonly LineKind[]
  readonly entries: readonly FrontEntry[]
}

interface Parent {
  readonly indent: number
  readonly path: string
}

const KEY = /^([ \t]*)("[^"]+"|'[^']+'|[^\s:#\-"'[{][^:]*?)[ \t]*:(?:([ \t]+)(.*))?$/
const LONGEST_LINES = 1000

/** The front matter at the top; undefined: there is none, or what stands there are no keys. */
export function readFrontMatter(lines: readonly Line[]): FrontMatter | undefined {
  if (lines[0]?.text.trimEnd() !== '---') return undefined
  let end = 1
  while (end < Math.min(lines.length, LONGEST_LINES) && !/^(?:---|\.\.\.)\s*$/.test(lines[end]?.text ?? ''))
    end++
  if (!/^(?:---|\.\.\.)\s*$/.test(lines[end]?.text ?? '')) return undefined
  const first = lines.slice(1, end).find(({ text }) => !isBlank(text) && !/^\s*#/.test(text))
  if (first && !KEY.test(first.text)) return undefined
  const kinds: LineKind[] = ['rule']
  const entries: FrontEntry[] = []
  const parents: Parent[] = []
  for (let index = 1; index < end; index = kinds.length) {
    const line = lines[index]?.text ?? ''
    if (isBlank(line)) kinds.push('blank')
    else if (/^\s*#/.test(line)) kinds.push('front')
    else readKey(lines, index, end, parents, entries, kinds)
  }
  kinds.push('rule')
  return { kinds, entries }
}

function readKey(
  lines: readonly Line[],
  index: number,
  end: number,
  parents: Parent[],
  entries: FrontEntry[],
  kinds: LineKind[],
): void {
  const line = lines[index]
  const found = line && KEY.exec(line.text)
  if (!found) {
    kinds.push('text')
    return
  }
  const indent = indentOf(line.text)
  while (parents.length > 0 && indent <= (parents.at(-1)?.indent ?? 0)) parents.pop()
  const path = [parents.at(-1)?.path, unquoted(found[2] ?? '')].filter((one) => one !== undefined).join('.')
  const raw = found[4] ?? ''
  const start = line.start + line.text.length - raw.length
  const block = blockBelow(lines, index, end, indent)
  const scalar = readScalar(raw)
  if (block > index + 1 && (scalar.text === '' || /^[|>][-+\d]*$/.test(scalar.text))) {
    const below = lines.slice(index + 1, block).map(({ text }) => text.trim())
    if (scalar.text === '' && KEY.test(lines[index + 1]?.text ?? '')) {
      parents.push({ indent, path })
      kinds.push('front')
      return
    }
    const items = below.filter((one) => one.startsWith('-')).map((one) => unquoted(one.slice(1).trim()))
    const value = items.length > 0 && scalar.text === '' ? items.join(', ') : below.join(' ').trim()
    entries.push({ line: index, title: path, start, end: start, value, style: 'bare', isFixed: true })
    kinds.push('key', ...below.map((one): LineKind => (one === '' ? 'blank' : 'front')))
    return
  }
  const { text, style } = scalar
  const value =
    style === '[' ? listText(text) : style === 'bare' && /^(?:~|null)$/i.test(text) ? '' : unquoted(text)
  entries.push({ line: index, title: path, start, end: start + text.length, value, style, isFixed: false })
  kinds.push('key')
}

/** Index behind the lines that hang below a key: deeper ones, and the items of a list at its own margin. */
function blockBelow(lines: readonly Line[], index: number, end: number, indent: number): number {
  let last = index
  for (let at = index + 1; at < end; at++) {
    const text = lines[at]?.text ?? ''
    if (isBlank(text)) continue
    if (indentOf(text) < indent || (indentOf(text) === indent && !/^\s*-(?:\s|$)/.test(text))) break
    last = at
  }
  return last + 1
}

/** The scalar at the beginning of what stands behind a colon, without a comment. */
function readScalar(raw: string): { readonly text: string; readonly style: ValueStyle } {
  const quoted = /^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/.exec(raw)?.[0]
  if (quoted !== undefined && /^\s*(?:#.*)?$/.test(raw.slice(quoted.length)))
    return { text: quoted, style: quoted.startsWith('"') ? '"' : "'" }
  const text = raw.replace(/(?:^|\s)#.*$/, '').trimEnd()
  return { text, style: /^\[[^[\]{}]*\]$/.test(text) ? '[' : 'bare' }
}

function listText(text: string): string {
  const items = text.slice(1, -1).trim()
  if (items === '') return ''
  return items
    .split(',')
    .map((one) => unquoted(one.trim()))
    .join(', ')
}

function unquoted(text: string): string {
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'"))
    return text.slice(1, -1).replaceAll("''", "'")
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch (error) {
    // YAML has escapes that JSON has not; they stay as they stand.
    if (error instanceof SyntaxError) return text.slice(1, -1)
    throw error
  }
}

/** A value in a style; one that would be read as something else gets quotes. */
export function writeScalar(value: string, style: ValueStyle): string {
  if (style === '"') return JSON.stringify(value)
  if (style === "'" && !value.includes('\n')) return `'${value.replaceAll("'", "''")}'`
  if (style === '[')
    return `[${value
      .split(/\s*,\s*/)
      .map(inBrackets)
      .join(', ')}]`
  return bareOrQuoted(value)
}

function inBrackets(value: string): string {
  return /[[\]{}]/.test(value) ? JSON.stringify(value) : bareOrQuoted(value)
}

function bareOrQuoted(value: string): string {
  if (value === '') return ''
  const isBare = !/^[\s[\]{}#&*!|>'"%@`,?]|^[-:](?:\s|$)|:(?:\s|$)|\s#|\s$|[\n\r]/.test(value)
  return isBare && !/^(?:~|null)$/i.test(value) ? value : JSON.stringify(value)
}
