// What may be remembered: a text with something in it, and never a person's question as the answer to itself. Pure.
import type { NewMemory } from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { isQuestion } from './questions.ts'
import { isKeptMoment } from './rows.ts'

/** Longer texts belong in a file. */
export const MOST_CHARACTERS = 8_000

/** "No, don't save that": an order about the memory is nothing to remember. */
const NOT_TO_KEEP =
  /^\W*(?:(?:no|nope|wait|stop|please|pls|oh)\b\W*)*(?:don['’]?t|do not|never)\s+(?:you\s+)?(?:save|store|remember|keep|note)\s+(?:that|this|it|anything|them|those)(?:\s+(?:please|pls|down|anymore|any more))?\W*$/i

/** A reminder that rings may be a question: "is the oven off?", in ten minutes. */
export interface AcceptedAs {
  readonly kind: NewMemory['kind']
  readonly hasTime: boolean
}

/** The text without control characters and white space around it. Throws `ToolFailure` (`empty`, `too_long`, `question`). */
export function acceptText(text: string, { kind, hasTime }: AcceptedAs): string {
  const clean = cleanText(text)
  if (clean === '') throw new ToolFailure('empty', 'There is nothing to remember in that; say what it is.')
  if (clean.length > MOST_CHARACTERS)
    throw new ToolFailure(
      'too_long',
      `That has ${clean.length} characters; a memory has at most ${MOST_CHARACTERS}. Keep it in a file.`,
    )
  if (NOT_TO_KEEP.test(clean))
    throw new ToolFailure(
      'not_wanted',
      `\`${clean}\` asks not to keep something, so nothing was stored; \`/memory undo\` takes the last change back.`,
    )
  if (!(kind === 'reminder' && hasTime) && isQuestion(clean))
    throw new ToolFailure('question', `\`${clean}\` is a question; say what is to be remembered about it.`)
  return clean
}

/** When something is due, as it is kept; null: it is not. Throws `ToolFailure` (`too_far`). */
export function acceptDue(due: Date | null | undefined): string | null {
  if (due === null || due === undefined) return null
  if (!isKeptMoment(due.getTime()))
    throw new ToolFailure('too_far', 'A reminder can be due until the year 9999; name a nearer time.')
  return due.toISOString()
}

/** As a terminal may show it. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (character) => (/[\n\t]/.test(character) ? character : ''))
    .trim()
}
