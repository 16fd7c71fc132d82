// A conversation's file back into turns. A line that cannot be read is left out and said: the last one of a process that was
// killed is cut off, everything before it is whole. Pure; every value is looked at before it is believed.
import type {
  LeftOver,
  SavedBranch,
  SavedCall,
  SavedConversation,
  SavedPart,
  SavedTurn,
} from '../contracts/conversations.ts'
import type { TurnStatus } from '../contracts/event.ts'
import { type JsonObject, type JsonValue, parseJsonObject } from '../contracts/json.ts'
import type { EarlierCall } from '../contracts/manifest.ts'
import { FORMAT } from './lines.ts'

export type Reading =
  | { readonly ok: true; readonly conversation: SavedConversation; readonly changed: string }
  /** Why it cannot be read, in a sentence. */
  | { readonly ok: false; readonly reason: string }

/** Reads the text of `id`'s file. */
export function readConversation(id: string, text: string): Reading {
  const lines = text.split('\n')
  const isWhole = lines.at(-1) === ''
  if (isWhole) lines.pop()
  const header = parseJsonObject(lines[0] ?? '')
  if (header?.type !== 'session')
    return { ok: false, reason: `\`${id}\` cannot be read: its first line is not that of a conversation.` }
  const { format } = header
  if (typeof format !== 'number' || format > FORMAT)
    return {
      ok: false,
      reason: `\`${id}\` was written by a newer version of the program; this one cannot read it.`,
    }
  const reader = new Reader()
  const faults: string[] = []
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line === '') continue
    const record = parseJsonObject(line)
    if (record !== undefined) reader.take(record)
    else faults.push(faultOf(at, lines.length))
  }
  const conversation: SavedConversation = {
    id,
    started: textOf(header.started),
    model: typeof header.model === 'string' ? header.model : null,
    workspace: textOf(header.workspace),
    version: textOf(header.version),
    name: reader.name,
    parts: reader.parts,
    ...(reader.branches.length > 0 && { branches: reader.branches }),
    faults,
  }
  return { ok: true, conversation, changed: reader.changed || conversation.started }
}

/** The turns without what was left out. */
export function turnsOf({ parts }: SavedConversation): readonly SavedTurn[] {
  return parts.filter((part) => part.type === 'turn')
}

function faultOf(at: number, count: number): string {
  return at === count - 1
    ? `The last line (${at + 1}) is not whole and was left out: the program ended while it was written.`
    : `Line ${at + 1} cannot be read and was left out.`
}

/** A turn while its lines are read. */
interface OpenTurn extends Omit<SavedTurn, 'calls' | 'errors' | 'answer' | 'left'> {
  calls: SavedCall[]
  errors: string[]
  answer?: NonNullable<SavedTurn['answer']>
  left?: LeftOver
}

class Reader {
  readonly parts: SavedPart[] = []
  readonly branches: SavedBranch[] = []
  name: string | undefined
  changed = ''
  #turn: OpenTurn | undefined

  take(record: JsonObject): void {
    if (typeof record.time === 'string') this.changed = record.time
    if (record.type === 'turn.started') this.#open(record)
    else if (record.type === 'branch') this.#leave(record.turn)
    else if (record.type === 'branch.undone') this.parts.push(...(this.branches.pop()?.parts ?? []))
    else if (record.type === 'secret') {
      if (this.parts.at(-1)?.type !== 'secret') this.parts.push({ type: 'secret' })
    } else if (record.type === 'renamed') this.name = textOf(record.name) || undefined
    else if (this.#turn !== undefined) addTo(this.#turn, record)
  }

  /** The turns from `from` on are a branch of their own. */
  #leave(from: JsonValue | undefined): void {
    if (typeof from !== 'number') return
    const find = (fits: (number: number) => boolean) =>
      this.parts.findIndex((part) => part.type === 'turn' && fits(part.number))
    // Turns that came back stand behind a `/call` that was made meanwhile, with a higher number.
    const own = find((number) => number === from)
    const at = own >= 0 ? own : find((number) => number > from)
    if (at < 0) return
    this.branches.push({ from, parts: this.parts.splice(at) })
    this.#turn = undefined
  }

  #open(record: JsonObject): void {
    this.#turn = {
      type: 'turn',
      number: typeof record.turn === 'number' ? record.turn : 0,
      time: textOf(record.time),
      text: textOf(record.text),
      origin: textOf(record.origin),
      calls: [],
      errors: [],
    }
    this.parts.push(this.#turn)
  }
}

function addTo(turn: OpenTurn, record: JsonObject): void {
  switch (record.type) {
    case 'tool.called':
      addCall(turn, record, { arguments: objectOf(record.arguments) })
      return
    case 'approval':
      addCall(turn, record, {
        approval: {
          time: textOf(record.time),
          tool: textOf(record.tool),
          arguments: objectOf(record.arguments),
          decision: textOf(record.decision),
          by: textOf(record.by),
          reason: textOf(record.reason),
        },
      })
      return
    case 'tool.finished':
      addCall(turn, record, finishedOf(record))
      return
    case 'answer':
      turn.answer = {
        text: textOf(record.text),
        status: textOf(record.status) as TurnStatus,
        source: record.source === 'tool' ? 'tool' : 'model',
      }
      return
    case 'error':
      turn.errors.push(textOf(record.message))
      return
    case 'turn.left':
      turn.left = leftOf(turn, record)
      return
    default:
  }
}

/** What is known of a call grows line by line. */
function addCall(turn: OpenTurn, record: JsonObject, more: Partial<SavedCall>): void {
  const call = textOf(record.call)
  const at = turn.calls.findIndex((one) => one.call === call)
  const name = textOf(record.name) || textOf(record.tool)
  if (at < 0) turn.calls.push({ call, name, ...more })
  else turn.calls[at] = { ...turn.calls[at], call, name: turn.calls[at]?.name || name, ...more }
}

function finishedOf({ ok, result, error, say }: JsonObject): Partial<SavedCall> {
  const { code, message } = objectOf(error)
  return {
    ok: ok === true,
    say: textOf(say),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error: { code: textOf(code), message: textOf(message) } }),
  }
}

function leftOf(turn: OpenTurn, { calls, open, attached, typed }: JsonObject): LeftOver {
  const rest = [...turn.calls]
  const earlier = (Array.isArray(calls) ? calls : []).map((one) => earlierOf(objectOf(one), rest))
  const files = textOf(attached)
  return {
    calls: earlier,
    ...(open !== undefined && { open }),
    ...(files !== '' && { attached: files }),
    ...(typeof typed === 'string' && { typed }),
  }
}

/** One of the calls; `rest` are those of the turn that none is taken for yet: the very same may have failed once and then been done. */
function earlierOf({ message, tool, arguments: args, shows, failed, undo }: JsonObject, rest: SavedCall[]) {
  const own = objectOf(args)
  const at = rest.findIndex(
    (call) => call.name === tool && JSON.stringify(call.arguments) === JSON.stringify(own),
  )
  const [made] = at < 0 ? [] : rest.splice(at, 1)
  const names = Array.isArray(shows) ? shows.filter((name) => typeof name === 'string') : []
  const back = objectOf(undo)
  return {
    message: textOf(message),
    tool: textOf(tool),
    arguments: own,
    said: made?.say ?? '',
    // Files of before say it only in the call itself.
    ...((failed === true || made?.ok === false) && { failed: true as const }),
    ...(names.length > 0 && { shows: names }),
    ...(textOf(back.tool) !== '' && {
      undo: { tool: textOf(back.tool), arguments: objectOf(back.arguments) },
    }),
  } satisfies EarlierCall
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function objectOf(value: JsonValue | undefined): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : {}
}
