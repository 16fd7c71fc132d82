// What the talk lane's window holds, and what has to leave it: one set of thresholds over the model's real window.
// Pure; conversation.ts acts on it. The rules are those of docs/lanes.md, "When the window fills".

/** From here on it is told once that the window fills. */
export const HIGH_SHARE = 0.6
/** From here on the oldest turns leave. */
export const COMPACT_SHARE = 0.8
/** Of the room between the head and the answer's reserve, what the last turns that stay may take. */
const KEPT_SHARE = 1 / 3
/** These stay even where they take more, as long as that leaves the conversation below `COMPACT_SHARE`. */
const KEPT_TURNS = 2
/** Markers of a pair of messages, and the words around a summary. */
export const PAIR_TOKENS = 32
/** What a turn is given for facts at the very least, beside its message: 400 characters. */
const FACT_TOKENS = 133

export interface ContextInput {
  readonly windowTokens: number
  readonly headTokens: number
  /** The pair that sums up what left before; 0: none. */
  readonly summaryTokens: number
  /** Of each finished turn as it stands in history, oldest first. */
  readonly turnTokens: readonly number[]
  readonly maxAnswerTokens: number
  /** Of a message that is about to become a turn. */
  readonly messageTokens?: number
  /** A person asked for it: all but the last two turns leave, however much room there is. */
  readonly isWanted?: boolean
}

export interface ContextPlan {
  readonly windowTokens: number
  /** Head, summary and finished turns. */
  readonly usedTokens: number
  /** Kept free for the answer. */
  readonly reserveTokens: number
  readonly freeTokens: number
  /** Used of the window, 0 to 1; above 1 where it does not fit. */
  readonly share: number
  readonly isHigh: boolean
  /** Whether the message does not fit. */
  readonly isFull: boolean
  /** Whether the oldest turns have to leave now. */
  readonly compacts: boolean
  /** How many of the oldest turns leave when they have to; the others stay. */
  readonly pushed: number
  /** Longest summary of them; 0: there is no room for one, and that which stands leaves too. */
  readonly summaryBudgetTokens: number
}

/**
 * Tokens kept free for an answer: the longest answer, but at most an eighth of the window. With more, messages would not
 * fit long before 80 % of a small window are reached.
 */
export function answerReserve(windowTokens: number, maxAnswerTokens: number): number {
  return Math.min(maxAnswerTokens, Math.floor(windowTokens / 8))
}

/** Whether turns have to leave, and which. */
export function planContext(input: ContextInput): ContextPlan {
  const { windowTokens, headTokens, summaryTokens, turnTokens, messageTokens } = input
  const reserveTokens = answerReserve(windowTokens, input.maxAnswerTokens)
  const usedTokens = headTokens + summaryTokens + sum(turnTokens)
  const share = usedTokens / windowTokens
  const wanted = messageTokens === undefined ? 0 : messageTokens + FACT_TOKENS
  const isFull = messageTokens !== undefined && usedTokens + wanted + reserveTokens > windowTokens
  /** Most that may stand behind the head afterwards. */
  const room = (isFull ? windowTokens - wanted - reserveTokens : windowTokens * COMPACT_SHARE) - headTokens
  const budget = summaryBudget(windowTokens)
  const roomForTurns = room - budget - PAIR_TOKENS
  const pushed = turnTokens.length - countKept(input, roomForTurns, isFull)
  const hasRoom = roomForTurns >= 0
  const mustShrink = isFull || share >= COMPACT_SHARE || input.isWanted === true
  return {
    windowTokens,
    usedTokens,
    reserveTokens,
    freeTokens: Math.max(0, windowTokens - usedTokens - reserveTokens),
    share,
    isHigh: share >= HIGH_SHARE,
    isFull,
    compacts: mustShrink && (pushed > 0 || (!hasRoom && summaryTokens > 0)),
    pushed,
    summaryBudgetTokens: hasRoom ? budget : 0,
  }
}

/**
 * How many of the last turns stay: those within a third of the room that a conversation has, at least two; fewer where
 * they do not fit, but the last one only leaves when a message would not fit otherwise.
 */
function countKept(input: ContextInput, roomForTurns: number, isFull: boolean): number {
  const { windowTokens, headTokens, maxAnswerTokens } = input
  const newestFirst = [...input.turnTokens].reverse()
  const ownRoom = windowTokens - headTokens - answerReserve(windowTokens, maxAnswerTokens)
  const share = input.isWanted ? 0 : ownRoom * KEPT_SHARE
  const wished = Math.max(KEPT_TURNS, countWithin(newestFirst, share))
  const least = isFull ? 0 : 1
  return Math.min(
    newestFirst.length,
    Math.max(least, Math.min(wished, countWithin(newestFirst, roomForTurns))),
  )
}

/** How many of the first numbers add up to at most `most`. */
function countWithin(numbers: readonly number[], most: number): number {
  let total = 0
  const at = numbers.findIndex((number) => {
    total += number
    return total > most
  })
  return at < 0 ? numbers.length : at
}

/** Longest summary: a sixteenth of the window, 64 to 256 tokens. */
function summaryBudget(windowTokens: number): number {
  return Math.min(256, Math.max(64, Math.floor(windowTokens / 16)))
}

/**
 * Characters for the facts of a turn: `most`, or what its message leaves free at three characters a token, but at least
 * 400, for which `planContext` keeps room.
 */
export function factRoom(most: number, input: ContextInput): number {
  const { usedTokens, reserveTokens } = planContext(input)
  const free = input.windowTokens - usedTokens - reserveTokens - (input.messageTokens ?? 0)
  return Math.min(most, Math.max(FACT_TOKENS * 3, free * 3))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
