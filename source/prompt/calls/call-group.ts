// One group of calls at the start of an answer: what stands behind one marker or in one list, in any of the formats
// that docs/call-formats.md names. A group is calls of tools from its first to its last, or all of it is text.
import { readDecision } from './decision-call.ts'
import {
  isNamePart,
  isNameStart,
  peek,
  type Reading,
  skipBlanks,
  take,
  takeLiteral,
  takeWhile,
} from './growing-text.ts'
import { readCallList, readCallObject } from './json-call.ts'
import { argumentsIn, readValue, skipBalanced } from './json-reader.ts'
import { readPythonCall } from './python-call.ts'
import { LONGEST_NAME, type ReadCall, type Scan } from './scan.ts'
import { readFunctionTag, readTagCall } from './tag-call.ts'

type ReadGroup = (scan: Scan) => Reading<readonly ReadCall[] | undefined>

const FENCE = '```'
const TAG = '<tool_call'
/** Nothing but a call begins with these. */
const MARKERS: ReadonlyMap<string, ReadGroup> = new Map<string, ReadGroup>([
  [`${TAG} `, readTagCall],
  [`${TAG}\n`, readTagCall],
  [`${TAG}\t`, readTagCall],
  [`${TAG}>`, readMarked],
  ['<tool_calls>', readMarked],
  ['<|tool_call|>', readMarked],
  ['<|python_tag|>', readMarked],
  ['[tool_calls]', readMarked],
  ['<function=', readFunctionTag],
  ['<tool_decision>', readDecision],
  ['tool_code', readCode],
])
/** A code fence of one of these languages is a marker, too. */
const FENCES: ReadonlyMap<string, ReadGroup> = new Map<string, ReadGroup>([
  ['tool_code', readStatements],
  ['tool_call', readMarked],
  ['tool_calls', readMarked],
])
const MARKER_TEXTS = [...MARKERS.keys()]
/** What may stand behind a group without being an answer. */
const ENDS = [
  '</tool_call>',
  '</tool_calls>',
  '</function>',
  '</tool_decision>',
  '<|/tool_call|>',
  '[/tool_calls]',
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|end|>',
  '<end_of_turn>',
  '</s>',
]

/** Reads the group that begins here; undefined: none does, and what was taken is text. */
export function* readGroup(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  yield* skipBlanks(from)
  // Calls in a row may be parted.
  if (!scan.isFirst && (yield* take(from, ';,'))) yield* skipBlanks(from)
  if ((yield* takeLiteral(from, [FENCE])) !== undefined) {
    scan.isFenced = true
    yield* takeWhile(from, (char) => char === '`')
    const read = FENCES.get((yield* takeWhile(from, isNamePart)).toLowerCase())
    if (read !== undefined) return yield* readBehindMarker(scan, read)
    yield* skipBlanks(from)
  }
  const read = MARKERS.get((yield* takeLiteral(from, MARKER_TEXTS)) ?? '')
  return yield* read === undefined ? readUnmarked(scan) : readBehindMarker(scan, read)
}

/** Takes end tags, fences and blanks behind a group of calls. */
export function* skipEnds(scan: Scan): Reading<void> {
  const { from } = scan
  let fences = scan.isFenced ? [FENCE] : []
  // A bracket too many is a slip that small models make, and without a marker the rest is a person's text.
  const brackets = scan.marked ? ['}', ']'] : []
  for (;;) {
    yield* skipBlanks(from)
    const end = yield* takeLiteral(from, [...ENDS, ...fences, ...brackets])
    if (end === undefined) return
    if (end === FENCE) fences = []
  }
}

function readBehindMarker(scan: Scan, read: ReadGroup): ReturnType<ReadGroup> {
  scan.marked = true
  return read(scan)
}

function* readUnmarked(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const char = yield* peek(scan.from)
  if (char === '{') return yield* readCallObject(scan)
  const calls = char === '[' ? yield* readCallList(scan) : undefined
  // `[name()](…)` is a link.
  return calls === undefined || (yield* peek(scan.from)) === '(' ? undefined : calls
}

function* readMarked(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const char = yield* skipBlanks(scan.from)
  if (char === '{') return yield* readCallObject(scan)
  if (char === '[') return yield* readCallList(scan)
  if (char === '<') {
    const isFunction = (yield* takeLiteral(scan.from, ['<function='])) !== undefined
    return isFunction ? yield* readFunctionTag(scan) : undefined
  }
  return yield* readNamed(scan)
}

/** `name(a="x")`, `name{…}`, `name[ARGS]{…}` and `name[CALL_ID]7[ARGS]{…}`. */
function* readNamed(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  if (!isNameStart(yield* peek(from))) return undefined
  const written = yield* takeWhile(from, isNamePart, LONGEST_NAME)
  const next = yield* peek(from)
  if (next === '(') {
    from.at -= written.length
    return yield* readPythonCall(scan)
  }
  yield* skipBlanks(from)
  if ((yield* takeLiteral(from, ['[call_id]'])) !== undefined) yield* takeWhile(from, (char) => char !== '[')
  const isArgs = (yield* takeLiteral(from, ['[args]'])) !== undefined
  if ((yield* skipBlanks(from)) !== '{' && !isArgs) return undefined
  const name = scan.nameTool(written)
  return name === undefined ? undefined : [yield* readBodyOf(scan, name)]
}

function* readBodyOf(scan: Scan, name: string): Reading<ReadCall> {
  const { from } = scan
  const start = from.at
  const value = yield* readValue(from)
  if (value === undefined) {
    from.at = start
    yield* skipBalanced(from)
  }
  return scan.finish(name, value === undefined ? undefined : argumentsIn(value))
}

/** `tool_code` on a line of its own, where the fence was forgotten. */
function* readCode(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  yield* takeWhile(scan.from, (char) => char === ' ' || char === '\r')
  return (yield* take(scan.from, '\n')) ? yield* readStatements(scan) : undefined
}

/** Calls one under the other. */
function* readStatements(scan: Scan): Reading<readonly ReadCall[] | undefined> {
  const { from } = scan
  const calls: ReadCall[] = []
  for (;;) {
    const end = from.at
    yield* skipBlanks(from)
    if (calls.length > 0 && (yield* take(from, ';'))) yield* skipBlanks(from)
    const more = yield* readPythonCall(scan)
    if (more === undefined) {
      from.at = end
      return calls.length > 0 ? calls : undefined
    }
    calls.push(...more)
  }
}
