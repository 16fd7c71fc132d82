// What a finished turn leaves: its answer, what stands in history, what `/why` and the next turns need. Pure.
import type { TokenUsage } from '../contracts/engine.ts'
import type { TurnStatus } from '../contracts/event.ts'
import type { EarlierCall } from '../contracts/manifest.ts'
import type { Answer } from './answer.ts'
import { wholeText } from './facts.ts'
import { isOffCall } from './off-call.ts'
import type { PlannedCall } from './plan-calls.ts'
import type { Asked, OpenRequest, ToolOff, TurnInput, TurnOutcome } from './ports.ts'
import type { PreparedCall } from './prepare-call.ts'
import type { RunCall } from './run-call.ts'

/** How far a turn came. */
export interface TurnProgress {
  readonly input: TurnInput
  readonly plan: readonly PlannedCall[]
  readonly asked: readonly Asked[]
  /** Tools that were wanted and may not be used. */
  readonly off: readonly ToolOff[]
  readonly calls: readonly RunCall[]
  /** Requests that lack a value. */
  readonly open: readonly PreparedCall[]
  readonly answer: Answer | undefined
  /** What a person has seen of the answer. */
  readonly shown: string
}

/** `text` is the answer; after an error the last tool's own words stand in for an empty one. */
export function outcomeOf(progress: TurnProgress, status: TurnStatus, text: string): TurnOutcome {
  const { input, plan, off, calls, open, answer, shown } = progress
  const facts = calls.at(-1)?.outcome
  const isTool = status === 'need_clarification' || (facts !== undefined && shown === '')
  const said = text === '' && status === 'error' && facts !== undefined ? wholeText(facts.said) : text
  const tried = [...calls, ...open].filter((call) => !isOffCall(call))
  const last = tried.at(-1)
  return {
    status,
    answer: said,
    source: answer?.source ?? (isTool ? 'tool' : 'model'),
    confidence: confidenceOf(progress),
    messages:
      said === ''
        ? []
        : [
            { role: 'user', text: answer?.userText ?? input.told ?? input.message },
            { role: 'assistant', text: isAnswered(status) ? (answer?.historyText ?? said) : said },
          ],
    route: plan[0]?.decision,
    off,
    calls: calls.flatMap(earlierCall),
    open: openRequest(status, open),
    talkMessages: answer?.prompt ?? [],
    callMessages: last?.prompt,
    callText: last?.text,
    writtenFor: tried.findLast((call) => call.usage !== undefined)?.name,
    talk: answer?.usage,
    call: last?.usage,
    unfaithful: answer?.unfaithful,
    modelAnswer: answer?.modelAnswer,
    tokensPerSecond: answer?.tokensPerSecond,
    contextTokens: answer?.contextTokens ?? 0,
  }
}

/** The answer came to its end, in the model's own words or the tool's. */
function isAnswered(status: TurnStatus): boolean {
  return status === 'success' || status === 'user_denied'
}

/** The questions about what is missing, in one line, below what is said of tools that are off. */
export function questionOf(open: readonly PreparedCall[], calls: readonly RunCall[]): string {
  const questions = open.flatMap((call) => call.missing.map((one) => one.question)).join(' ')
  return [...calls.filter(isOffCall).map((call) => wholeText(call.outcome.said)), questions].join('\n')
}

/** Tokens of everything that the turn asked the model. */
export function usageOf({ asked, calls, open, answer }: TurnProgress): TokenUsage {
  const usages = [...asked, ...calls, ...open, answer].flatMap((one) => one?.usage ?? [])
  return {
    evaluated: usages.reduce((sum, usage) => sum + usage.evaluated, 0),
    reused: usages.reduce((sum, usage) => sum + usage.reused, 0),
    generated: usages.reduce((sum, usage) => sum + usage.generated, 0),
  }
}

/** Of several requests the least sure one counts. */
function confidenceOf({ input, plan }: TurnProgress): number {
  if (input.call !== undefined) return 1
  return plan.length === 0 ? 0 : Math.min(...plan.map((one) => one.decision.confidence))
}

/** What was asked back for; only a single request can be completed by the next message. */
function openRequest(status: TurnStatus, open: readonly PreparedCall[]): OpenRequest | undefined {
  const [only] = open
  if (status !== 'need_clarification' || only === undefined || open.length > 1) return undefined
  return { request: only.request, tool: only.name }
}

function earlierCall({ request, ready, outcome }: RunCall): readonly EarlierCall[] {
  if (ready === undefined) return []
  const said = wholeText(outcome.said)
  const args = outcome.edited ?? ready.arguments
  return [{ message: request, tool: outcome.name, arguments: args, said }]
}
