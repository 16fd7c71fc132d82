// What stands in the talk lane, counted: messages as they stand in a prompt, and the parts of the window.
import type { ContextUse } from '../contracts/command.ts'
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import { beginning, type FinishedTurn } from './compaction.ts'
import { COMPACT_SHARE, type ContextInput, HIGH_SHARE, planContext } from './context-plan.ts'

/** The model's side, as it stands now. */
export interface TalkSide {
  readonly engine: Engine | undefined
  readonly head: readonly ChatMessage[]
  readonly headTokens: number
  readonly indexTokens: number
}

/**
 * Tokens of messages as they stand in a prompt: their texts, and for the chat format's markers what each message of the
 * head takes beyond its text, rounded up.
 */
export async function countMessages(side: TalkSide, messages: readonly ChatMessage[]): Promise<number> {
  const { engine, head, headTokens } = side
  if (messages.length === 0) return 0
  const texts = [...messages, ...head].map((one) => one.text)
  const counts = await engine?.countTokens(texts).catch(() => undefined)
  // An engine that has just ended counts nothing; a guess on the safe side has to do.
  if (counts === undefined) return Math.ceil(messages.map((one) => one.text).join('').length / 3)
  const inHead = sum(counts.slice(messages.length))
  const markers = Math.max(0, Math.ceil((headTokens - inHead) / Math.max(1, head.length)))
  return sum(counts.slice(0, messages.length)) + messages.length * markers
}

/** The parts of the window as a person sees them: the last turn apart from those before it. */
export function contextUse(
  input: ContextInput,
  now: {
    readonly mode: ContextUse['mode']
    readonly side: TalkSide
    readonly turns: readonly FinishedTurn[]
    readonly summary: string | undefined
  },
): ContextUse {
  const { windowTokens, headTokens, summaryTokens } = input
  const { turns } = now
  const { indexTokens } = now.side
  const { usedTokens, reserveTokens, freeTokens, pushed } = planContext(input)
  const turnTokens = turns.at(-1)?.tokens ?? 0
  const first = Math.max(pushed, Math.min(1, turns.length - 1))
  return {
    mode: now.mode,
    ...(now.side.engine?.info.estimatesTokens ? { isEstimate: true } : {}),
    windowTokens,
    usedTokens,
    highTokens: Math.ceil(windowTokens * HIGH_SHARE),
    compactTokens: Math.ceil(windowTokens * COMPACT_SHARE),
    systemTokens: headTokens - indexTokens,
    indexTokens,
    memoryTokens: summaryTokens,
    historyTokens: usedTokens - headTokens - summaryTokens - turnTokens,
    turnTokens,
    reserveTokens: Math.max(0, Math.min(reserveTokens, windowTokens - usedTokens)),
    freeTokens,
    turns: turns.length,
    summary: now.summary ?? null,
    next: turns.slice(0, first).map(({ number, message }) => ({ turn: number, begins: beginning(message) })),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
