// Right conversations, and right messages by their place in one. Pure.
import { type Share, shareOf } from './figures.ts'
import type { CaseResult } from './run.ts'

export interface ConversationFigures {
  /** All calls of all messages right, among conversations. */
  readonly conversations: Share
  /** Right calls of conversations, by the place of the message: first, second, … */
  readonly byTurn: readonly Share[]
}

/** Figures of the results that belong to conversations; their messages stand in order. */
export function conversationsOf(results: readonly CaseResult[]): ConversationFigures {
  const talks = new Map<string, CaseResult[]>()
  for (const one of results)
    if (one.conversation !== undefined)
      talks.set(one.conversation, [...(talks.get(one.conversation) ?? []), one])
  const all = [...talks.values()]
  const longest = Math.max(0, ...all.map((talk) => talk.length))
  return {
    conversations: shareOf(all, (talk) => talk.every((one) => one.rightArguments)),
    byTurn: Array.from({ length: longest }, (_, at) =>
      shareOf(
        all.flatMap((talk) => talk[at] ?? []),
        (one) => one.rightArguments,
      ),
    ),
  }
}
