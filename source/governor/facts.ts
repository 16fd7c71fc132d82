// What the talk lane is told of results, cut to size before it is evaluated.
import type { Said } from '../contracts/tool.ts'

/**
 * Characters that the facts of a turn may take: about a sixteenth of the window at four characters a token, at least
 * 600 (a result must be told) and at most 8,000. The default window of 8,192 tokens gives 2,048, which is two seconds
 * of reading for a 0.5B on two cores.
 */
export function factCharacters(windowTokens: number): number {
  return Math.min(8_000, Math.max(600, Math.floor(windowTokens / 4)))
}

/** What a tool said, as the person reads it. */
export function wholeText(said: Said): string {
  return said.detail === undefined ? said.sentence : `${said.sentence}\n${said.detail}`
}

/** The facts of a turn within about `most` characters; several are numbered. Long ones are cut as `cutMiddle` does. */
export function factsOf(all: readonly Said[], most: number): string {
  const share = Math.floor(most / Math.max(all.length, 1))
  const texts = all.map((said) => cutMiddle(wholeText(said), share))
  return texts.length === 1 ? (texts[0] ?? '') : texts.map((text, at) => `${at + 1}. ${text}`).join('\n')
}

/** Head and tail of a text of more than `most` characters are kept, and what is missing is said. */
export function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  // Half a character at the cut would be another character for the tokenizer.
  const head = text.slice(0, Math.floor(most * 0.75)).replace(/[\uD800-\uDBFF]$/, '')
  const tail = text.slice(text.length - Math.floor(most * 0.2)).replace(/^[\uDC00-\uDFFF]/, '')
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`
}
