// Calls as Python: `name(a="x", b=3)`, as Gemma and Llama's pythonic models write them.
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isNamePart, isNameStart, peek, type Reading, skipBlanks, take, takeWhile } from './growing-text.ts'
import { readValue, skipBalanced } from './json-reader.ts'
import type { ReadCall, Scan } from './scan.ts'

/** A name, and the module before it. */
const LONGEST_DOTTED = 96

/** Reads the call that begins here; undefined: it is none, or of no tool. */
export function* readPythonCall(scan: Scan, isPrinted = false): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  if (!isNameStart(yield* peek(from))) return undefined
  const written = yield* takeWhile(from, isNamePart, LONGEST_DOTTED)
  if ((yield* peek(from)) !== '(') return undefined
  if (written === 'print' && !isPrinted) return yield* readPrinted(scan)
  // A tool's own name may have a dot in it.
  const name = scan.nameTool(written) ?? scan.nameTool(functionOf(written))
  return name === undefined ? undefined : [yield* readArgumentsOf(scan, name)]
}

/** Reads `(a="x", b=3)` behind a name. */
function* readArgumentsOf(scan: Scan, name: string): Reading<ReadCall> {
  const { from } = scan
  const open = from.at
  const args = yield* readKeywords(scan)
  if (args === undefined) {
    from.at = open
    yield* skipBalanced(from)
  }
  return scan.finish(name, args)
}

/** `print(name())` calls what it prints. */
function* readPrinted(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  scan.from.at++
  yield* skipBlanks(scan.from)
  const calls = yield* readPythonCall(scan, true)
  if (calls === undefined) return undefined
  yield* skipBlanks(scan.from)
  yield* take(scan.from, ')')
  return calls.map((call) => ({ ...call, end: scan.from.at }))
}

/** Arguments without a name cannot be told apart here, and an expression is no value: then undefined. */
function* readKeywords(scan: Scan): Reading<JsonObject | undefined> {
  const { from } = scan
  const entries: [string, JsonValue][] = []
  from.at++
  for (;;) {
    const char = yield* skipBlanks(from)
    if (char === ',') {
      from.at++
      continue
    }
    if (char === ')' || char === '') {
      yield* take(from, ')')
      return Object.fromEntries(entries)
    }
    const key = yield* takeWhile(from, isNamePart)
    yield* skipBlanks(from)
    if (key === '' || !(yield* take(from, '='))) return undefined
    const value = yield* readValue(from)
    if (value === undefined) return undefined
    entries.push([key, value])
    const next = yield* skipBlanks(from)
    if (next !== ',' && next !== ')' && next !== '') return undefined
  }
}

/** The function in `default_api.name` and, as Llama calls what is built into it, `name.call`. */
function functionOf(dotted: string): string {
  const parts = dotted.split('.')
  if (parts.length > 1 && parts.at(-1) === 'call') parts.pop()
  return parts.at(-1) ?? dotted
}
