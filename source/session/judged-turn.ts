// What `/good` says of a turn: the tool and the arguments that were right, or why nothing can be learned of it. Pure. A tool that
// failed was the right one all the same where that was told truthfully; of what never ran to its end nobody knows.
import type { TurnStatus } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { TurnOutcome } from '../governor/ports.ts'

export type JudgedTurn =
  | { readonly tool: string | null; readonly arguments: JsonObject | undefined }
  | { readonly refusal: string }

type Unanswered = Exclude<TurnStatus, 'success'>

const WHOLE = '`/teach TOOL "request" {json}` teaches a whole request'
const WHY: { readonly [status in Unanswered]: string } = {
  need_clarification: `That turn ended with a question, so there is no call to learn from; answer it, or ${WHOLE}.`,
  user_denied: `You did not let that call run, so nothing says that it was right; ${WHOLE}.`,
  timeout:
    'That turn took too long and was ended (`timeout`); `/retry` runs it again, `/bad TOOL` says what it needed.',
  limit: 'That turn had too many calls (`limit`); `/bad TOOL` says what it needed.',
  cancelled: 'That turn was stopped (`cancelled`); `/retry` runs it again, `/bad TOOL` says what it needed.',
  error: 'That turn failed (`error`); `/retry` runs it again, `/bad TOOL` says what it needed.',
}

/** Of one that was a message's. */
export function judgedGood(outcome: TurnOutcome): JudgedTurn {
  const { status, calls, off } = outcome
  const requests = calls.length + off.length
  if (requests > 1)
    return {
      refusal: `That message was ${requests} requests; teach each with \`/teach TOOL "request" {json}\`.`,
    }
  if (status !== 'success' && !isToldByTool(outcome)) return { refusal: WHY[status] }
  const [call] = calls
  const [wanted] = off
  if (call !== undefined) return { tool: call.tool, arguments: call.arguments }
  if (wanted?.isPlainChat)
    return {
      refusal: `That message needs \`${wanted.name}\`, which may not be used now, and the model answered in its place; \`/bad none\` says that it needs no tool, \`/bad ${wanted.name}\` that it does.`,
    }
  // Its arguments could not be written, which was told.
  return { tool: wanted?.name ?? outcome.writtenFor ?? null, arguments: undefined }
}

/** The model failed behind the call, and the tool's own words were the answer. */
function isToldByTool({ status, calls, answer }: TurnOutcome): boolean {
  return status === 'error' && answer !== '' && answer === calls[0]?.said
}
