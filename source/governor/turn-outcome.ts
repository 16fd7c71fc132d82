// What a finished turn leaves: its answer, what stands in history, what `/why` and the next turns need. Pure.
import type { Evidence } from '../contracts/confidence.ts'
import type { ChatMessage, TokenUsage } from '../contracts/engine.ts'
import type { TurnStatus } from '../contracts/event.ts'
import type { EarlierCall } from '../contracts/manifest.ts'
import type { Answer } from './answer.ts'
import { type BesideAnswer, joined, pairOf } from './beside.ts'
import { wholeText } from './facts.ts'
import { isOffCall } from './off-call.ts'
import type { PlannedCall } from './plan-calls.ts'
import type { Choice, OpenRequest, ToolOff, TurnInput, TurnOutcome, WrittenProgram } from './ports.ts'
import { evidenceOf, type PreparedCall } from './prepare-call.ts'
import type { RunCall } from './run-call.ts'
import { evidenceOfRoute, routeEvidence, turnConfidence } from './turn-confidence.ts'

/** How far a turn came. */
export interface TurnProgress {
  readonly input: TurnInput
  readonly plan: readonly PlannedCall[]
  /** Tools that were wanted and may not be used. */
  readonly off: readonly ToolOff[]
  readonly calls: readonly RunCall[]
  /** Requests that lack a value. */
  readonly open: readonly PreparedCall[]
  /** Tools that share the only request: the person was asked which. */
  readonly choices: readonly Choice[]
  readonly answer: Answer | undefined
  /** What a question beside the requests was answered. */
  readonly beside: BesideAnswer | undefined
  /** What a person has seen of the answer. */
  readonly shown: string
}

/** `text` is the answer; after an error the last tool's own words stand in for an empty one. */
export function outcomeOf(progress: TurnProgress, status: TurnStatus, text: string): TurnOutcome {
  const { input, plan, off, calls, answer, beside, shown } = progress
  const facts = calls.at(-1)?.outcome
  const isTool = status === 'need_clarification' || (facts !== undefined && shown === '')
  const said = text === '' && status === 'error' && facts !== undefined ? wholeText(facts.said) : text
  const tried = triedCalls(progress)
  const last = tried.at(-1)
  const evidence = evidenceOfTurn(progress)
  return {
    status,
    answer: isWhole(status) ? joined(said, beside) : said,
    source: answer?.source ?? (isTool ? 'tool' : 'model'),
    confidence: input.call === undefined ? turnConfidence(evidence) : 1,
    evidence,
    messages:
      said === ''
        ? []
        : besidePair(beside, [
            { role: 'user', text: answer?.userText ?? input.told ?? input.message },
            { role: 'assistant', text: isAnswered(status) ? (answer?.historyText ?? said) : said },
          ]),
    route: plan[0]?.decision,
    off,
    // An answer that was stopped was told them, too.
    remembered: answer === undefined && shown === '' ? [] : (input.remembered ?? []),
    ownFacts: input.ownFacts,
    // What a correction took back is nothing to lean on.
    calls: calls.filter((call) => call.undoes !== true).flatMap(earlierCall),
    open: openRequest(status, progress),
    talkMessages: answer?.prompt ?? [],
    callMessages: last?.prompt,
    callForm: last?.form,
    callText: last?.text,
    program: programOf(last),
    writtenFor: tried.findLast((call) => call.usage !== undefined)?.name,
    talk: answer?.usage,
    call: last?.usage,
    unfaithful: answer?.unfaithful,
    modelAnswer: answer?.modelAnswer,
    tokensPerSecond: answer?.tokensPerSecond,
    contextTokens: Math.max(answer?.contextTokens ?? 0, beside?.answer.contextTokens ?? 0),
  }
}

/** With what a question beside it was answered. */
function isWhole(status: TurnStatus): boolean {
  return isAnswered(status) || status === 'need_clarification'
}

function besidePair(beside: BesideAnswer | undefined, pair: readonly ChatMessage[]): readonly ChatMessage[] {
  if (beside === undefined) return pair
  return beside.isFirst ? [...pairOf(beside.answer), ...pair] : [...pair, ...pairOf(beside.answer)]
}

/** The answer came to its end, in the model's own words or the tool's. */
function isAnswered(status: TurnStatus): boolean {
  return status === 'success' || status === 'user_denied'
}

/** The questions about what is missing, in one line, below what is said of tools that are off. */
export function questionOf(open: readonly PreparedCall[], calls: readonly RunCall[]): string {
  if (open.length === 0) return ''
  const questions = open.flatMap((call) => call.missing.map((one) => one.question)).join(' ')
  return [...calls.filter(isOffCall).map((call) => wholeText(call.outcome.said)), questions].join('\n')
}

/** Tokens of everything that the turn asked the model. */
export function usageOf({ calls, open, answer, beside }: TurnProgress): TokenUsage {
  const usages = [...calls, ...open, answer, beside?.answer].flatMap((one) => one?.usage ?? [])
  return {
    evaluated: usages.reduce((sum, usage) => sum + usage.evaluated, 0),
    reused: usages.reduce((sum, usage) => sum + usage.reused, 0),
    generated: usages.reduce((sum, usage) => sum + usage.generated, 0),
  }
}

/** Calls for which something was written, those that lack a value last; of tools that are off there is nothing. */
function triedCalls({ calls, open }: TurnProgress): readonly PreparedCall[] {
  return [...calls, ...open].filter((call) => !isOffCall(call))
}

function programOf(last: PreparedCall | RunCall | undefined): WrittenProgram | undefined {
  if (last?.tables === undefined) return undefined
  const result = 'outcome' in last ? last.outcome.result : undefined
  const count = typeof result === 'object' && result !== null && 'count' in result ? result.count : undefined
  return { tables: last.tables, rows: typeof count === 'number' ? count : undefined }
}

/** Of each request as far as it came, and of each call that the model opened. */
function evidenceOfTurn(progress: TurnProgress): readonly Evidence[] {
  const { plan, choices } = progress
  const tried = triedCalls(progress)
  const planned = plan.flatMap(({ decision }, at) => {
    const call = tried.find((one) => one.round === at + 1)
    const alone = evidenceOfRoute(routeEvidence(decision), decision.tool)
    const evidence = call === undefined ? { ...alone, asks: choices.length > 0 } : evidenceOf(call)
    return evidence ?? []
  })
  const opened = tried.filter((one) => one.round > plan.length).flatMap((one) => evidenceOf(one) ?? [])
  // What the model opens takes the place of the decision that no tool is needed.
  return opened.length === 0 ? planned : [...planned.filter((one) => one.tool !== null), ...opened]
}

/** What was asked back for; only a single request can be completed by the next message. */
function openRequest(status: TurnStatus, { open, choices, plan }: TurnProgress): OpenRequest | undefined {
  const [asked] = plan
  if (choices.length > 0 && asked !== undefined)
    return { request: asked.request, choices, leans: asked.earlier.length > 0 }
  const [only] = open
  if (status !== 'need_clarification' || only === undefined || open.length > 1) return undefined
  return { request: only.request, tool: only.name }
}

function earlierCall({ request, ready, outcome }: RunCall): readonly EarlierCall[] {
  if (ready === undefined) return []
  const said = wholeText(outcome.said)
  const args = outcome.edited ?? ready.arguments
  const shows = outcome.said.key?.flat() ?? []
  const undo = outcome.result === undefined ? undefined : ready.callable.tool.undoneBy?.(outcome.result)
  return [
    {
      message: request,
      tool: outcome.name,
      arguments: args,
      said,
      ...(!outcome.ok && { failed: true as const }),
      ...(shows.length > 0 && { shows }),
      ...(undo !== undefined && { undo }),
    },
  ]
}
