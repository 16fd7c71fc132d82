// Calls as tags: the house format `<tool_call name="x" a="v" />`, and `<function=x>{…}</function>`.
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import {
  type GrowingText,
  isBlank,
  isNamePart,
  isNameStart,
  isQuote,
  peek,
  type Reading,
  skipBlanks,
  take,
  takeLiteral,
  takeWhile,
} from './growing-text.ts'
import { readCallObject } from './json-call.ts'
import { argumentsIn, readObject, skipBalanced } from './json-reader.ts'
import { LONGEST_NAME, type ReadCall, type Scan } from './scan.ts'

type Attributes = [string, string][]

/** Reads on behind `<tool_call `; undefined: no call, or of no tool. */
export function* readTagCall(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  const attributes: Attributes = []
  let name: string | undefined
  let isReadable = true
  for (;;) {
    const char = yield* skipBlanks(from)
    if (char === '') break
    if (yield* take(from, '>')) return yield* readInside(scan, name, attributes, isReadable)
    if (yield* take(from, '/')) {
      if (yield* take(from, '>')) break
      continue
    }
    const key = yield* takeWhile(from, isNamePart)
    if (key === '') {
      from.at++
      isReadable = false
      continue
    }
    const value = yield* readAttribute(from)
    if (key.toLowerCase() !== 'name' || name !== undefined) attributes.push([key, value])
    else {
      name = from.isCut ? undefined : scan.nameTool(value)
      if (name === undefined) return undefined
    }
  }
  if (name === undefined) return undefined
  return [scan.finish(name, isReadable ? argumentsOf(attributes) : undefined)]
}

/** Reads on behind `<function=`. */
export function* readFunctionTag(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  if (!isNameStart(yield* peek(from))) return undefined
  const written = yield* takeWhile(from, isNamePart, LONGEST_NAME)
  const after = yield* peek(from)
  const name = after === '>' || after === '{' || isBlank(after) ? scan.nameTool(written) : undefined
  if (name === undefined) return undefined
  yield* skipBlanks(from)
  yield* take(from, '>')
  const char = yield* skipBlanks(from)
  if (char !== '{') return [scan.finish(name, yield* readParameters(from))]
  const start = from.at
  const args = yield* readObject(from)
  if (args === undefined) {
    from.at = start
    yield* skipBalanced(from)
  }
  return [scan.finish(name, args)]
}

/** Behind `<tool_call …>`: nothing, the arguments as JSON, or, where no name was given, the whole call. */
function* readInside(
  scan: Scan,
  name: string | undefined,
  attributes: Attributes,
  isReadable: boolean,
): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  const end = from.at
  const char = yield* skipBlanks(from)
  if (name === undefined) return char === '{' ? yield* readCallObject(scan) : undefined
  const args = argumentsOf(attributes)
  if (char !== '{') {
    from.at = end
    return [scan.finish(name, isReadable ? args : undefined)]
  }
  const inside = yield* readObject(from)
  if (inside === undefined) {
    from.at = end
    yield* skipBlanks(from)
    yield* skipBalanced(from)
  }
  return [scan.finish(name, inside && isReadable ? { ...args, ...inside } : undefined)]
}

/** `="v"`, `='v'`, `=v`, or nothing, which says yes. A value stays text: the schema knows what it is. */
function* readAttribute(from: GrowingText): Reading<string> {
  yield* skipBlanks(from)
  if (!(yield* take(from, '='))) return 'true'
  const quote = yield* skipBlanks(from)
  if (isQuote(quote)) {
    from.at++
    return withoutEntities(yield* readQuoted(from, quote))
  }
  let value = ''
  for (;;) {
    value += yield* takeWhile(from, (char) => !isBlank(char) && char !== '>' && char !== '/')
    const start = from.at
    if (!(yield* take(from, '/'))) break
    if ((yield* peek(from)) === '>') {
      from.at = start
      break
    }
    value += '/'
  }
  if ((yield* peek(from)) === '') from.isCut = true
  return withoutEntities(value)
}

/** Up to the quote that ends it. A quote behind a backslash does not, whatever XML says: models think of JSON. */
function* readQuoted(from: GrowingText, quote: string): Reading<string> {
  let value = ''
  for (;;) {
    const char = yield* peek(from)
    if (char === '') {
      from.isCut = true
      return value
    }
    from.at++
    if (char === quote) return value
    if (char === '\\' && (yield* peek(from)) === quote) {
      from.at++
      value += quote
    } else value += char
  }
}

function withoutEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Some write all arguments as JSON into one attribute. */
function argumentsOf(attributes: Attributes): JsonObject {
  const [first] = attributes
  if (attributes.length === 1 && first?.[0] === 'arguments' && first[1].trimStart().startsWith('{')) {
    const args = argumentsIn(first[1])
    if (args !== undefined) return args
  }
  return Object.fromEntries(attributes)
}

/** `<parameter=a>v</parameter>`, each on lines of its own, as Qwen's coders write them. */
function* readParameters(from: GrowingText): Reading<JsonObject> {
  const entries: [string, JsonValue][] = []
  for (;;) {
    const end = from.at
    yield* skipBlanks(from)
    if ((yield* takeLiteral(from, ['<parameter='])) === undefined) {
      from.at = end
      return Object.fromEntries(entries)
    }
    const key = yield* takeWhile(from, (char) => char !== '>')
    yield* take(from, '>')
    entries.push([key.trim(), withoutEdges(yield* takeUntil(from, '</parameter>'))])
  }
}

function* takeUntil(from: GrowingText, tag: string): Reading<string> {
  const start = from.at
  for (;;) {
    yield* takeWhile(from, (char) => char !== '<')
    const end = from.at
    if ((yield* takeLiteral(from, [tag])) !== undefined) return from.text.slice(start, end)
    if ((yield* peek(from)) === '') {
      from.isCut = true
      return from.text.slice(start, end)
    }
    from.at++
  }
}

function withoutEdges(text: string): string {
  const begin = text.startsWith('\n') ? 1 : 0
  return text.slice(begin, text.endsWith('\n') && text.length > begin ? -1 : undefined)
}
