// What may be remembered: a text with something in it, and never a person's question as the answer to itself. Pure.
import type { NewMemory } from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { isQuestion } from './questions.ts'

/** Longer texts belong in a file. */
export const MOST_CHARACTERS = 8_000

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
  if (!(kind === 'reminder' && hasTime) && isQuestion(clean))
    throw new ToolFailure('question', `\`${clean}\` is a question; say what is to be remembered about it.`)
  return clean
}

/** As a terminal may show it. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (character) => (/[\n\t]/.test(character) ? character : ''))
    .trim()
}
