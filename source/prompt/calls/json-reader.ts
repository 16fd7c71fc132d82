// JSON as models write it: single quotes, commas too many or too few, Python's True, False and None, keys without
// quotes, brackets that are never closed. What is damaged beyond that is undefined, never a guess.
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import {
  type GrowingText,
  isNamePart,
  isNameStart,
  isQuote,
  peek,
  type Reading,
  readWhole,
  skipBlanks,
  takeLiteral,
  takeWhile,
} from './growing-text.ts'
import { readScalar, readString } from './json-scalars.ts'

/** Nobody means deeper nesting, and each level is a frame on the stack. */
const DEEPEST = 32

/** Reads any value; undefined when there is none that could be read. */
export function* readValue(from: GrowingText, depth = 0): Reading<JsonValue | undefined> {
  const char = yield* skipBlanks(from)
  if (isQuote(char)) return yield* readString(from)
  if (depth < DEEPEST && char === '{') return yield* readObject(from, depth)
  if (depth < DEEPEST && char === '[') return yield* readList(from, depth)
  return yield* readScalar(from)
}

/** Reads the object that begins here. */
export function* readObject(from: GrowingText, depth = 0): Reading<JsonObject | undefined> {
  const entries: [string, JsonValue][] = []
  const isWhole = yield* readMembers(from, undefined, function* (key) {
    const value = yield* readValue(from, depth + 1)
    if (value !== undefined) entries.push([key, value])
    return value !== undefined
  })
  // Not by assignment: `__proto__` is a key like any other.
  return isWhole ? Object.fromEntries(entries) : undefined
}

/**
 * Reads the members of the object that begins here; `readMember` reads the value and tells whether it could. With
 * `keys` (lower case) no other key may come, and the first letter that fits none ends it. False: it is no object.
 */
export function* readMembers(
  from: GrowingText,
  keys: readonly string[] | undefined,
  readMember: (key: string) => Reading<boolean>,
): Reading<boolean> {
  from.at++
  let isOpen = false
  for (;;) {
    const char = yield* skipBlanks(from)
    if (endsContainer(char)) {
      if (char === '}') from.at++
      if (char === '') from.isCut ||= isOpen
      return true
    }
    if (char === ',') {
      from.at++
      isOpen = true
      continue
    }
    const key = yield* readKey(from, keys)
    if (key === undefined || (yield* skipBlanks(from)) !== ':')
      return keys === undefined && (yield* isEnd(from))
    from.at++
    if (!(yield* readMember(key))) return false
    isOpen = false
  }
}

/** Takes what begins here with a bracket up to the bracket that closes it, whatever is in it. */
export function* skipBalanced(from: GrowingText): Reading<void> {
  let depth = 0
  do {
    const char = yield* peek(from)
    if (char === '') return
    if (isQuote(char)) yield* readString(from)
    else {
      from.at++
      if ('{[('.includes(char)) depth++
      if ('}])'.includes(char)) depth--
    }
  } while (depth > 0)
}

/** The arguments in a value: an object, or a string that holds one; `undefined` where neither does. */
export function argumentsIn(value: JsonValue): JsonObject | undefined {
  if (value === null) return {}
  if (typeof value === 'string') {
    return value.trim() === '' ? {} : readWhole(value.trim(), readWholeObject)
  }
  return isObject(value) ? value : undefined
}

/** Does a container end here, be it by the bracket of another or by the end tag or fence behind it? */
export function endsContainer(char: string): boolean {
  return char === '' || '}])<`'.includes(char)
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function* readWholeObject(from: GrowingText): Reading<JsonObject | undefined> {
  if ((yield* peek(from)) !== '{') return undefined
  const object = yield* readObject(from)
  return (yield* skipBlanks(from)) === '' ? object : undefined
}

function* readKey(from: GrowingText, keys: readonly string[] | undefined): Reading<string | undefined> {
  const char = yield* peek(from)
  if (keys !== undefined) {
    if (!isQuote(char)) return undefined
    from.at++
    return (yield* takeLiteral(
      from,
      keys.map((key) => key + char),
    ))?.slice(0, -1)
  }
  if (isQuote(char)) return yield* readString(from)
  return isNameStart(char) ? yield* takeWhile(from, isNamePart) : undefined
}

function* isEnd(from: GrowingText): Reading<boolean> {
  if ((yield* peek(from)) !== '') return false
  from.isCut = true
  return true
}

function* readList(from: GrowingText, depth: number): Reading<JsonValue | undefined> {
  from.at++
  const items: JsonValue[] = []
  let isOpen = false
  for (;;) {
    const char = yield* skipBlanks(from)
    if (endsContainer(char)) {
      if (char === ']') from.at++
      if (char === '') from.isCut ||= isOpen
      return items
    }
    if (char === ',') {
      from.at++
      isOpen = true
      continue
    }
    isOpen = false
    const item = yield* readValue(from, depth + 1)
    if (item === undefined) return undefined
    items.push(item)
  }
}
