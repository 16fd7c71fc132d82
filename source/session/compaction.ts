// Turns that leave the window: a summary with content is put in their place, or they are dropped; what happened is said.

import type { CommandResult } from '../contracts/command.ts'
import { type ChatMessage, type Engine, EngineFailure } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { JsonValue } from '../contracts/json.ts'
import { capital } from '../lib/as-clause.ts'
import { COMPACT_SHARE, type ContextPlan } from './context-plan.ts'
import { findNoContent, readSummary, summaryRequest } from './summary.ts'

/** A turn as the prompts behind it show it. */
export interface FinishedTurn {
  /** As in its events. */
  readonly number: number
  /** What the person wrote, without facts. */
  readonly message: string
  readonly messages: readonly ChatMessage[]
  readonly tokens: number
}

export interface SummaryWish {
  readonly head: readonly ChatMessage[]
  /** What leaves, the standing summary first. */
  readonly leaving: readonly ChatMessage[]
  readonly budgetTokens: number
  /** What a person wants in it; empty: nothing in particular. */
  readonly keep: string
  readonly seed: number
  readonly onPrefill?: (done: number, total: number) => void
}

export type Summarized =
  | { readonly ok: true; readonly text: string }
  /** Why there is none, in a few words. */
  | { readonly ok: false; readonly reason: string }

/**
 * Asks the talk lane for a summary behind the turns that leave, which stand there already: only the request is
 * evaluated. Rejects when it is aborted, and when the engine is gone.
 */
export async function summarize(engine: Engine, wish: SummaryWish, signal: AbortSignal): Promise<Summarized> {
  if (wish.budgetTokens === 0) return { ok: false, reason: 'there was no room for a summary' }
  const request = {
    messages: [...wish.head, ...wish.leaving, summaryRequest(wish.budgetTokens, wish.keep)],
    maxTokens: wish.budgetTokens,
    temperature: 0,
    seed: wish.seed,
    onPrefill: wish.onPrefill,
  }
  try {
    const { text, stop } = await engine.talk(request, signal)
    const summary = readSummary(text, stop !== 'end')
    const reason = findNoContent(summary, wish.leaving)
    return reason === undefined ? { ok: true, text: summary } : { ok: false, reason }
  } catch (error) {
    // Turns that fill the window leave no room to ask.
    if (!(error instanceof EngineFailure) || error.code !== 'window') throw error
    return { ok: false, reason: 'there was no room to ask for a summary' }
  }
}

/** What happened to turns that left. */
export type Compaction =
  | { readonly type: 'nothing' }
  | {
      readonly type: 'summarized'
      readonly turns: readonly FinishedTurn[]
      readonly summary: string
      readonly tokens: number
    }
  | {
      readonly type: 'dropped'
      readonly turns: readonly FinishedTurn[]
      readonly reason: string
      /** The summary of turns before them left too. */
      readonly summaryLeft: boolean
    }

/** Told between turns; undefined: nothing happened. */
export function compactionNotice(done: Compaction): SessionEvent | undefined {
  if (done.type === 'nothing') return undefined
  const code = done.type === 'summarized' ? 'context_compacted' : 'context_dropped'
  return { type: 'notice', code, message: tellCompaction(done) }
}

/** Told once when the window gets full. */
export function highNotice({ usedTokens, windowTokens, share }: ContextPlan): SessionEvent {
  return {
    type: 'notice',
    code: 'context_high',
    message: `The conversation takes ${usedTokens} of ${windowTokens} tokens (${Math.floor(share * 100)} %); from ${COMPACT_SHARE * 100} % on its oldest turns are summed up (\`/context\` shows which, \`/compact\` does it now).`,
  }
}

/** The sentence that a person reads. */
function tellCompaction(done: Compaction): string {
  switch (done.type) {
    case 'nothing':
      return 'There is nothing to compact: the last two turns always stay.'
    case 'summarized':
      return `${capital(namesOf(done.turns))} ${done.turns.length === 1 ? 'was' : 'were'} summed up in ${done.tokens} tokens to make room; \`/context\` shows the summary.`
    case 'dropped':
      return dropped(done)
    default:
      return done satisfies never
  }
}

/** The same as a command's result; its data has the numbers of the turns. */
export function resultOfCompaction(done: Compaction): CommandResult {
  const text = tellCompaction(done)
  if (done.type === 'nothing') return { ok: true, text, data: { type: done.type, turns: [] } }
  const turns = done.turns.map((turn) => turn.number)
  const data: JsonValue =
    done.type === 'summarized'
      ? { type: done.type, turns, summary: done.summary, summaryTokens: done.tokens }
      : { type: done.type, turns, reason: done.reason }
  return { ok: true, text, data }
}

function dropped({ turns, reason, summaryLeft }: Extract<Compaction, { type: 'dropped' }>): string {
  const earlier = 'the summary of earlier turns'
  if (turns.length === 0) return `${capital(earlier)} was dropped to make room for this message.`
  const what = summaryLeft ? `${capital(earlier)} and ${namesOf(turns)}` : capital(namesOf(turns))
  const were = turns.length === 1 && !summaryLeft ? 'was' : 'were'
  return `${what} ${were} dropped to make room: ${firstWords(turns)}. They could not be summed up: ${reason}.`
}

/** `turn 3`, `turns 1 to 4`. */
export function namesOf(turns: readonly FinishedTurn[]): string {
  const [first, last] = [turns[0]?.number ?? 0, turns.at(-1)?.number ?? 0]
  return first === last ? `turn ${first}` : `turns ${first} to ${last}`
}

/** How each turn begins, quoted; of more than five the first three and the last. */
export function firstWords(turns: readonly FinishedTurn[]): string {
  const quoted = turns.map(({ message }) => `“${beginning(message)}”`)
  return quoted.length <= 5
    ? quoted.join(', ')
    : `${quoted.slice(0, 3).join(', ')} and so on to ${quoted.at(-1)}`
}

/** The first words of a message, on one line. */
export function beginning(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ')
  return line.length <= 40
    ? line
    : `${line
        .slice(0, 39)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
}
