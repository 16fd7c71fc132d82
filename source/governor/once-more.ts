// "Refresh that", "once more please, I scrolled it away": the last call, as it was. No model is needed.
import type { EarlierCall } from '../contracts/manifest.ts'

/** A longer message asks for something else, too. */
const LONGEST = 120
const AGAIN = '(?:again|afresh|anew|once more|one more time|a (?:second|third) time)'
const IT =
  '(?: (?:it|that|this|them|those|these|me|(?:the|that|this) (?:list|lot|whole lot|question|thing|call|tool|command)))*'
const POLITE = '(?:[\\s,]+(?:please|pls|plz|now|then|for me|thanks|thx|will you|would you|could you))*'
const ASKS = [
  `(?:refresh|reload|re-?check|re-?run|retry|redo|repeat)${IT}`,
  `(?:check|look|try|run|fetch|load|list|show|do|read|count|pull|bring|print|get|go)${IT}(?: (?:up|out|over))?${IT} ${AGAIN}`,
  `(?:the )?same(?: (?:list|question|thing|one|call|command))?(?:,? (?:again|once more|one more time))`,
  '(?:once more|one more time)',
].join('|')
const ONCE_MORE = new RegExp(
  // What is said beside it stands in a clause of its own.
  `^(?:[^\\d"“]*[,.;:!?–-]\\s+)?\\W*(?:(?:ok|okay|and|now|oh|hm+|no|sorry|please|pls|can you|could you|would you)[\\s,]+)*(?:${ASKS})${POLITE}(?:[.!\\s]*$|\\s*[,.;:!–-]\\s+[^\\d"“?]*$)`,
  'iu',
)
/** "Again please" is one only if nothing stands beside it. */
const ALONE = /^\W*again(?:[\s,]+(?:please|pls|plz))?[\s.!]*$/iu

/** Whether a message asks for the last call once more, with nothing else in it. */
export function asksOnceMore(message: string, last: EarlierCall | undefined): boolean {
  if (last === undefined || message.length > LONGEST) return false
  return ALONE.test(message) || ONCE_MORE.test(message.trim())
}
