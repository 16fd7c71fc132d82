// Calls as JSON: `{"name": …, "arguments": {…}}` in the words of each model, alone, in lists, or wrapped as OpenAI does.
import type { JsonObject } from '../../contracts/json.ts'
import {
  isNamePart,
  isNameStart,
  isQuote,
  peek,
  type Reading,
  skipBlanks,
  takeWhile,
} from './growing-text.ts'
import { argumentsIn, endsContainer, isObject, readMembers, readValue, skipBalanced } from './json-reader.ts'
import { readString } from './json-scalars.ts'
import { readPythonCall } from './python-call.ts'
import { LONGEST_NAME, type ReadCall, type Scan } from './scan.ts'

const NAMES = ['name', 'function', 'tool', 'tool_name']
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input']
const LABELS = ['type', 'id', 'index']
const LISTS = ['tool_calls']
/** Behind a marker there are a few more words for a name; without one, JSON with any other key is a person's. */
const MARKED_NAMES = [...NAMES, 'action']
const UNMARKED_KEYS = [...NAMES, ...ARGUMENTS, ...LABELS, ...LISTS]
const CALL_TYPES = ['function', 'tool_call', 'tool_use']
/** OpenAI's list of functions is two deep. */
const DEEPEST = 4

interface Draft {
  name: string | undefined
  /** Undefined also where they cannot be read; `hasArguments` tells. */
  arguments: JsonObject | undefined
  hasArguments: boolean
  hasOthers: boolean
  calls: readonly ReadCall[] | undefined
}

/** Reads the object that begins here; undefined: it is no call, or of no tool. */
export function* readCallObject(scan: Scan, depth = 0): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  if (depth > DEEPEST) return undefined
  const start = from.at
  const draft: Draft = {
    name: undefined,
    arguments: undefined,
    hasArguments: false,
    hasOthers: false,
    calls: undefined,
  }
  const isWhole = yield* readMembers(from, scan.marked ? undefined : UNMARKED_KEYS, (key) =>
    readMember(scan, draft, key.toLowerCase(), depth + 1),
  )
  if (!isWhole && !scan.marked) return undefined
  if (draft.calls !== undefined) return draft.calls
  if (draft.name === undefined) return undefined
  if (!isWhole) {
    from.at = start
    yield* skipBalanced(from)
    return [scan.finish(draft.name, undefined)]
  }
  if (!scan.marked && isDeclaration(draft.arguments)) return undefined
  // Other members and no arguments: they may be meant as the arguments, or not.
  const args = draft.hasArguments || draft.hasOthers ? draft.arguments : {}
  return [scan.finish(draft.name, args)]
}

/** Reads the list of calls that begins here; undefined: at least one is no call. */
export function* readCallList(scan: Scan, depth = 0): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  const calls: ReadCall[] = []
  from.at++
  for (;;) {
    const char = yield* skipBlanks(from)
    if (char === ',') {
      from.at++
      continue
    }
    if (endsContainer(char)) {
      if (char === ']') from.at++
      else if (char !== '' && !scan.marked) return undefined
      return calls.length > 0 ? calls : undefined
    }
    const more = char === '{' ? yield* readCallObject(scan, depth) : yield* readPythonCall(scan)
    if (more === undefined) return undefined
    calls.push(...more)
  }
}

/** Reads one member's value; false: this is no call. */
function* readMember(scan: Scan, draft: Draft, key: string, depth: number): Reading<boolean> {
  const char = yield* skipBlanks(scan.from)
  const isName = (scan.marked ? MARKED_NAMES : NAMES).includes(key)
  if (isName && draft.name === undefined) {
    if (char === '{') return yield* readNested(scan, draft, depth)
    draft.name = isQuote(char) ? yield* readName(scan) : undefined
    return draft.name !== undefined
  }
  if (LISTS.includes(key) && char === '[') {
    draft.calls = yield* readCallList(scan, depth)
    return draft.calls !== undefined
  }
  const value = yield* readValue(scan.from)
  if (value === undefined) return false
  if (ARGUMENTS.includes(key)) {
    draft.hasArguments = true
    draft.arguments = argumentsIn(value)
  } else if (LABELS.includes(key)) {
    return scan.marked || key !== 'type' || CALL_TYPES.includes(String(value))
  } else draft.hasOthers = true
  return true
}

/** `{"type": "function", "function": {"name": …, "arguments": "…"}}`. */
function* readNested(scan: Scan, draft: Draft, depth: number): Reading<boolean> {
  const call = (yield* readCallObject(scan, depth))?.[0]
  if (call === undefined) return false
  draft.name = call.name
  draft.hasArguments = true
  draft.arguments = call.arguments
  return true
}

/** Without a marker only what could be a name is waited for: `"Anna Lee"` is let go at its blank. */
function* readName(scan: Scan): Reading<string | undefined> {
  const { from } = scan
  const quote = yield* peek(from)
  if (scan.marked) {
    const name = yield* readString(from)
    return from.isCut || name.length > LONGEST_NAME ? undefined : scan.nameTool(name)
  }
  from.at++
  if (!isNameStart(yield* peek(from))) return undefined
  const name = yield* takeWhile(from, isNamePart, LONGEST_NAME)
  if ((yield* peek(from)) !== quote) return undefined
  from.at++
  return scan.nameTool(name)
}

/** `{"name": …, "parameters": {"type": "object", …}}` declares a tool, as a person may have asked to see. */
function isDeclaration(args: JsonObject | undefined): boolean {
  return args?.type === 'object' && isObject(args.properties)
}
