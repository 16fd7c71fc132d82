// YAML with positions: what is wrong is said with file, line and column, for the syntax as for the shape.
// The only file that imports `yaml`. Schema checks stay with the room that owns the file: they ask `problem` for the place.
import {
  type Document,
  isMap,
  isNode,
  LineCounter,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
} from 'yaml'

/** More than anybody writes, and few enough to walk. */
const MOST_LEVELS = 100

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
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number, expected: string): YamlProblem => {
    const { line, col } = lines.linePos(Math.min(offset, text.length))
    const message = `\`${file}\` line ${line}, column ${col}: ${expected}.`
    return { type: 'problem', file, line, column: col, message }
  }
  const wrong = document.errors[0] ?? document.warnings[0]
  if (wrong !== undefined) return place(wrong.pos[0], wrong.message.replace(/\.$/, ''))
  let value: unknown
  try {
    value = document.toJS()
  } catch (error) {
    // An alias without an anchor, or aliases that would unfold without end.
    if (error instanceof ReferenceError) return place(0, error.message)
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

/** Why nobody could walk the value to its end, as a clause. */
function findEndless(value: unknown, around = new Set<unknown>()): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (around.has(value)) return 'an alias leads into itself'
  if (around.size >= MOST_LEVELS) return `maps and lists must not stand more than ${MOST_LEVELS} deep`
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
    const parent = document.getIn(path.slice(0, -1), true)
    const pair = isMap(parent) ? parent.items.find((item) => keyOf(item) === String(path.at(-1))) : undefined
    const start = isNode(pair?.key) ? pair.key.range?.[0] : undefined
    if (start !== undefined) return start
  }
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function keyOf(pair: Pair): string {
  return String(isNode(pair.key) ? (pair.key as Scalar).value : pair.key)
}
