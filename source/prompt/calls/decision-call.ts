// `<TOOL_DECISION>` with ACTION and INPUT: as lines (`ACTION: x`), as tags (`<ACTION>x</ACTION>`) or as JSON.
import type { JsonObject } from '../../contracts/json.ts'
import {
  type GrowingText,
  isQuote,
  peek,
  type Reading,
  skipBlanks,
  take,
  takeLiteral,
  takeWhile,
} from './growing-text.ts'
import { readCallObject } from './json-call.ts'
import { argumentsIn, readValue, skipBalanced } from './json-reader.ts'
import { LONGEST_NAME, type ReadCall, type Scan } from './scan.ts'

const NOTHING = ['', 'none', 'null', '-']

/** Reads on behind `<TOOL_DECISION>`; undefined: no call, or of no tool. */
export function* readDecision(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  if ((yield* skipBlanks(from)) === '{') return yield* readCallObject(scan)
  if (!(yield* takeLabel(from, ['action']))) return undefined
  yield* skipBlanks(from)
  const written = yield* takeWhile(
    from,
    (char) => char !== '\n' && char !== '<' && char !== ',',
    LONGEST_NAME,
  )
  // A name that the answer ends with may be half a name.
  if ((yield* peek(from)) === '') return undefined
  const name = scan.nameTool(unquoted(written))
  if (name === undefined) return undefined
  yield* take(from, ',')
  yield* takeLiteral(from, ['</action>'])
  const end = from.at
  if (yield* takeLabel(from, ['input', 'action_input', 'action input'])) {
    return [scan.finish(name, yield* readInput(from))]
  }
  from.at = end
  return [scan.finish(name, {})]
}

function* takeLabel(from: GrowingText, labels: readonly string[]): Reading<boolean> {
  yield* skipBlanks(from)
  yield* take(from, '<')
  if ((yield* takeLiteral(from, labels)) === undefined) return false
  yield* takeWhile(from, (char) => char === ' ')
  return yield* take(from, ':=>')
}

function* readInput(from: GrowingText): Reading<JsonObject | undefined> {
  const char = yield* skipBlanks(from)
  const start = from.at
  if (char === '{' || isQuote(char)) {
    const value = yield* readValue(from)
    if (value !== undefined) {
      yield* takeLiteral(from, ['</input>'])
      return argumentsIn(value)
    }
    from.at = start
    yield* skipBalanced(from)
    return undefined
  }
  const text = yield* takeWhile(from, (one) => one !== '\n' && one !== '<')
  yield* takeLiteral(from, ['</input>'])
  return NOTHING.includes(text.trim().toLowerCase()) ? {} : undefined
}

function unquoted(text: string): string {
  const bare = text.trim()
  return bare.length > 1 && isQuote(bare[0] ?? '') && bare.endsWith(bare[0] ?? '') ? bare.slice(1, -1) : bare
}
