// YAML with positions: what is wrong is said with file, line and column, for the syntax as for the shape.
// The only file that imports `yaml`. Schema checks stay with the room that owns the file: they ask `problem` for the place.
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLMap,
} from 'yaml'
import { shortLine } from './short-line.ts'

/** More than anybody writes, and few enough to walk. */
const MOST_LEVELS = 100
const TOO_DEEP = `maps and lists must not stand more than ${MOST_LEVELS} deep`
/** Of a sentence of the library, which quotes what stands there. */
const LONGEST_SENTENCE = 300

/** Keys and indices from the top of the file to a value. */
export type YamlPath = readonly (string | number)[]

/** Something in the file is wrong. */
export interface YamlProblem {
  readonly type: 'problem'
  readonly file: string
  /** Both from 1. */
  readonly line: number
  readonly column: number
  /** The whole sentence, place included. */
  readonly message: string
}

/** A file that could be read. */
export interface YamlFile {
  readonly type: 'yaml'
  /** Plain maps, lists and scalars; the caller checks the shape. */
  readonly value: unknown
  /**
   * Names the place of `path`; of what is not there, the nearest map or list around it.
   * `expected` is a clause such as "`size_bytes` must be a whole number". `at: 'key'` points at the key, not its value.
   */
  problem(path: YamlPath, expected: string, at?: 'key' | 'value'): YamlProblem
}

/** Reads one YAML 1.2 document; never throws. `file` is only a name for the sentence. */
export function parseYaml(text: string, file: string): YamlFile | YamlProblem {
  const lines = new LineCounter()
  const document = read(text, lines)
  const place = (offset: number, expected: string): YamlProblem => {
    const { line, col } = lines.linePos(Math.min(offset, text.length))
    const message = `\`${file}\` line ${line}, column ${col}: ${expected}.`
    return { type: 'problem', file, line, column: col, message }
  }
  if (document === undefined) return place(0, TOO_DEEP)
  const wrong = document.errors[0] ?? document.warnings[0]
  if (wrong !== undefined) return place(wrong.pos[0], clauseOf(wrong.message))
  const fault = findFault(document)
  if (fault !== undefined) return place(fault.offset, fault.expected)
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    // An alias without an anchor, or aliases that would unfold without end.
    if (error instanceof ReferenceError) return place(0, clauseOf(error.message))
    throw error
  }
  const endless = findEndless(value)
  if (endless !== undefined) return place(0, endless)
  return {
    type: 'yaml',
    value,
    problem: (path, expected, at = 'value') => place(offsetOf(document, path, at), expected),
  }
}

/** undefined: it is so deep that the library falls off the stack, which it mostly but not always tells as a fault. */
function read(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      // The library compares each key with every other one, which takes minutes for a map that is large; see `findFault`.
      uniqueKeys: false,
      // What it would print to the terminal: a key that is a map becomes a text.
      logLevel: 'error',
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The library's sentence without its dot; it falls off the stack where brackets stand in brackets. */
function clauseOf(message: string): string {
  return /call stack/.test(message) ? TOO_DEEP : shortLine(message, LONGEST_SENTENCE).replace(/\.$/, '')
}

/** A key that stands twice in its map, or what is too deep to be walked otherwise; each node is looked at once. */
function findFault(document: Document): { readonly offset: number; readonly expected: string } | undefined {
  const left: { readonly node: unknown; readonly level: number }[] = [{ node: document.contents, level: 0 }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, level } = next
    if (isPair(node)) left.push({ node: node.value, level }, { node: node.key, level })
    if (!isCollection(node)) continue
    if (level >= MOST_LEVELS) return { offset: node.range?.[0] ?? 0, expected: TOO_DEEP }
    const twice = isMap(node) ? findTwice(node.items) : undefined
    if (twice !== undefined) return { offset: twice.range?.[0] ?? 0, expected: 'Map keys must be unique' }
    // The first comes first.
    for (const item of node.items.toReversed()) left.push({ node: item, level: level + 1 })
  }
  return undefined
}

function findTwice(pairs: readonly Pair[]): Scalar | undefined {
  const seen = new Set<unknown>()
  for (const { key } of pairs) {
    if (!isScalar(key)) continue
    if (seen.has(key.value)) return key
    seen.add(key.value)
  }
  return undefined
}

/** Why nobody could walk the value to its end, as a clause. */
function findEndless(value: unknown, around = new Set<unknown>()): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (around.has(value)) return 'an alias leads into itself'
  if (around.size >= MOST_LEVELS) return TOO_DEEP
  around.add(value)
  for (const one of Object.values(value)) {
    const endless = findEndless(one, around)
    if (endless !== undefined) return endless
  }
  around.delete(value)
  return undefined
}

/** A value as YAML text, a block for every map and list. */
export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
}

/** Tells a problem from a file that could be read. */
export function isYamlProblem(read: YamlFile | YamlProblem): read is YamlProblem {
  return read.type === 'problem'
}

function offsetOf(document: Document, path: YamlPath, at: 'key' | 'value'): number {
  if (at === 'key') {
    const parent = nodeAt(document, path.slice(0, -1))
    const pair = isMap(parent) ? pairsOf(parent).get(String(path.at(-1))) : undefined
    const start = isNode(pair?.key) ? pair.key.range?.[0] : undefined
    if (start !== undefined) return start
  }
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(document, path.slice(0, length))
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function nodeAt(document: Document, path: YamlPath): unknown {
  let node: unknown = document.contents
  for (const step of path) {
    if (isMap(node)) node = pairsOf(node).get(String(step))?.value
    else if (isSeq(node)) node = node.items[Number(step)]
    else return undefined
  }
  return node
}

/** By key, made once for each map: a file may have as many faults as keys. */
const PAIRS = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()

function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = PAIRS.get(map) ?? new Map(map.items.map((pair) => [keyOf(pair), pair]))
  PAIRS.set(map, known)
  return known
}

function keyOf(pair: Pair): string {
  return String(isNode(pair.key) ? (pair.key as Scalar).value : pair.key)
}
