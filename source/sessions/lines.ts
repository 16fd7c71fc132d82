// The lines of a conversation's file: docs/sessions.md has the format. A line is one JSON object, its `type` first.
import type { LeftOver } from '../contracts/conversations.ts'
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'

/** Of the layout: a reader refuses a higher one. */
export const FORMAT = 1

export interface Header {
  readonly type: 'session'
  readonly format: number
  readonly id: string
  readonly started: string
  readonly model: string | null
  readonly workspace: string
  readonly version: string
}

type Said<T extends SessionEvent['type']> = Extract<SessionEvent, { readonly type: T }>

/** A call as the approval that follows it needs it. */
export interface Announced {
  readonly name: string
  readonly arguments: JsonObject
}

/** An approval with what it is for: the audit stands on its own. */
export interface ApprovalLine extends Said<'approval'> {
  readonly tool: string
  readonly arguments: JsonObject
}

/** What is kept of an event: the turn, its calls, decisions and answer; undefined: nothing. */
export function keptOf(
  event: SessionEvent | LiveSignal,
  announced: (call: string) => Announced | undefined,
): object | undefined {
  switch (event.type) {
    case 'turn.started':
    case 'tool.called':
    case 'tool.finished':
    case 'answer':
    case 'turn.finished':
    case 'error':
      return event
    case 'approval':
      return approvalLine(event, announced(event.call))
    default:
      return undefined
  }
}

function approvalLine(event: Said<'approval'>, call: Announced | undefined): ApprovalLine {
  const { type, turn, call: id, decision, by, reason } = event
  return {
    type,
    turn,
    call: id,
    tool: call?.name ?? '',
    arguments: call?.arguments ?? {},
    decision,
    by,
    reason,
  }
}

/** What the next message may lean on; what a call said stands in its own line. */
export function leftLine(turn: number, { calls, open, attached, typed }: LeftOver): object {
  const bare = calls.map(({ message, tool, arguments: args, shows, failed, undo }) => ({
    message,
    tool,
    arguments: args,
    shows,
    failed,
    undo,
  }))
  return {
    type: 'turn.left',
    turn,
    calls: bare,
    ...(open !== undefined && { open }),
    ...(attached && { attached }),
    ...(typed !== undefined && { typed }),
  }
}

/** The line of an object, its time behind its type. */
export function lineOf(kept: object, time: Date): string {
  const { type, ...rest } = kept as { readonly type: string }
  return `${JSON.stringify({ type, time: time.toISOString(), ...rest })}\n`
}
