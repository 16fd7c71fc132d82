// Which texts are the beginning of a JSON value that a schema allows. Pure; works on whole texts, which are short.
// The acceptor stands in JavaScript and not in a native grammar, because it must also see where a value ends
// inside a token (`"}`), and because at temperature 0 a legal token then costs nothing extra (docs/lanes.md).
import type { JsonSchema } from '../../contracts/json.ts'

/** Longest string that the model may write into one argument, in characters. */
const MAX_STRING = 2_000
const MAX_ITEMS = 32

/** Where the value may end in the text, and whether the whole text may still go on as part of the value. */
export interface Reading {
  readonly ends: readonly number[]
  readonly open: boolean
}

const NOTHING: Reading = { ends: [], open: false }

/** Reads a value of `schema` from `text` at `from`. */
export function readValue(schema: JsonSchema, text: string, from = 0): Reading {
  if (schema.enum !== undefined)
    return readLiterals(
      schema.enum.map((value) => JSON.stringify(value)),
      text,
      from,
    )
  const types: readonly (string | undefined)[] = Array.isArray(schema.type) ? schema.type : [schema.type]
  const readings = types.map((type) => readType(type, schema, text, from))
  return { ends: readings.flatMap((one) => one.ends), open: readings.some((one) => one.open) }
}

function readType(type: string | undefined, schema: JsonSchema, text: string, from: number): Reading {
  switch (type) {
    case 'string':
      return readString(text, from, Math.min(schema.maxLength ?? MAX_STRING, MAX_STRING))
    case 'integer':
      return readNumber(text, from, /-?(?:0|[1-9]\d{0,15})/y, /-?\d{0,16}$/y)
    case 'number':
      return readNumber(
        text,
        from,
        /-?(?:0|[1-9]\d{0,17})(?:\.\d{1,12})?/y,
        /-?(?:\d{1,18}(?:\.\d{0,12})?)?$/y,
      )
    case 'boolean':
      return readLiterals(['true', 'false'], text, from)
    case 'null':
      return readLiterals(['null'], text, from)
    case 'array':
      return readArray(schema.items ?? {}, text, from)
    case 'object':
      return readObject(text, from)
    default:
      return readAny(text, from)
  }
}

function readLiterals(literals: readonly string[], text: string, from: number): Reading {
  const rest = text.slice(from)
  return {
    ends: literals.filter((literal) => rest.startsWith(literal)).map((literal) => from + literal.length),
    open: literals.some((literal) => literal.startsWith(rest) && literal !== rest),
  }
}

function readString(text: string, from: number, maxLength: number): Reading {
  if (from >= text.length) return { ends: [], open: true }
  if (text[from] !== '"') return NOTHING
  let length = 0
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '"') return { ends: [at + 1], open: false }
    if (++length > maxLength) return NOTHING
    if (character === '\\') {
      const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
      escaped.lastIndex = at
      const found = escaped.exec(text)
      if (found) at += found[0].length - 1
      else return { ends: [], open: /^\\(?:u[0-9a-fA-F]{0,3})?$/.test(text.slice(at)) }
    } else if (character !== undefined && character < ' ') return NOTHING
  }
  return { ends: [], open: true }
}

function readNumber(text: string, from: number, whole: RegExp, prefix: RegExp): Reading {
  whole.lastIndex = from
  const end = from + (whole.exec(text)?.[0].length ?? 0)
  prefix.lastIndex = from
  const open = prefix.test(text) && !/^-?0\d/.test(text.slice(from))
  return { ends: end > from ? [end] : [], open }
}

/** Items, separated by a comma and at most one space. */
function readArray(items: JsonSchema, text: string, from: number): Reading {
  if (from >= text.length) return { ends: [], open: true }
  if (text[from] !== '[') return NOTHING
  if (text[from + 1] === ']') return { ends: [from + 2], open: false }
  return readItems((at) => readValue(items, text, at), ']', text, [from + 1])
}

function readItems(
  readItem: (at: number) => Reading,
  close: string,
  text: string,
  from: readonly number[],
): Reading {
  const ends: number[] = []
  let open = from.some((at) => at >= text.length)
  let starts: readonly number[] = from
  for (let count = 0; count < MAX_ITEMS && starts.length > 0; count++) {
    const next: number[] = []
    for (const start of starts) {
      const item = readItem(start)
      open ||= item.open
      for (const end of item.ends) {
        if (end >= text.length) open = true
        else if (text[end] === close) ends.push(end + 1)
        else if (text[end] === ',' && count < MAX_ITEMS - 1)
          next.push(text[end + 1] === ' ' ? end + 2 : end + 1)
      }
    }
    open ||= next.some((at) => at >= text.length)
    starts = next
  }
  return { ends, open }
}

function readObject(text: string, from: number): Reading {
  if (from >= text.length) return { ends: [], open: true }
  if (text[from] !== '{') return NOTHING
  if (text[from + 1] === '}') return { ends: [from + 2], open: false }
  return readItems((at) => readMember(text, at), '}', text, [from + 1])
}

function readMember(text: string, from: number): Reading {
  const name = readString(text, from, MAX_STRING)
  const end = name.ends[0]
  if (end === undefined) return { ends: [], open: name.open }
  if (end >= text.length) return { ends: [], open: true }
  if (text[end] !== ':') return NOTHING
  return readAny(text, text[end + 1] === ' ' ? end + 2 : end + 1)
}

function readAny(text: string, from: number): Reading {
  if (from >= text.length) return { ends: [], open: true }
  switch (text[from]) {
    case '"':
      return readString(text, from, MAX_STRING)
    case '[':
      return readArray({}, text, from)
    case '{':
      return readObject(text, from)
    case 't':
    case 'f':
      return readLiterals(['true', 'false'], text, from)
    case 'n':
      return readLiterals(['null'], text, from)
    default:
      return readValue({ type: 'number' }, text, from)
  }
}
