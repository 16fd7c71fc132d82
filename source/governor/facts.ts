// What the talk lane is told of results, cut to size before it is evaluated.
import type { Said } from '../contracts/tool.ts'

/** About 500 tokens: two seconds of reading for a 0.5B on two cores. */
const MOST_CHARACTERS = 2_000

/** What a tool said, as the person reads it. */
export function wholeText(said: Said): string {
  return said.detail === undefined ? said.sentence : `${said.sentence}\n${said.detail}`
}

/** The facts of a turn; several are numbered. Head and tail of a long one are kept and what is missing is said. */
export function factsOf(all: readonly Said[]): string {
  const share = Math.floor(MOST_CHARACTERS / Math.max(all.length, 1))
  const texts = all.map((said) => cut(wholeText(said), share))
  return texts.length === 1 ? (texts[0] ?? '') : texts.map((text, at) => `${at + 1}. ${text}`).join('\n')
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Half a character at the cut would be another character for the tokenizer.
  const head = text.slice(0, Math.floor(most * 0.75)).replace(/[\uD800-\uDBFF]$/, '')
  const tail = text.slice(text.length - Math.floor(most * 0.2)).replace(/^[\uDC00-\uDFFF]/, '')
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`
}
