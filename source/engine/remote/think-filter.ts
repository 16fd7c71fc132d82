// Thoughts that a server leaves in the answer are not shown and not kept: `<think> … </think>` at its very beginning, and what stands
// before a bare `</think>`, where the chat template has opened the thought and the server wrote only what followed.

const OPEN = '<think>'
const CLOSE = '</think>'
/** On a line of its own, as models end a thought; inside a sentence it is what the answer is about. */
const BARE_CLOSE = /(?:^|\n)[^\S\n]*<\/think>[^\S\n]*(?:\n|$)/

/** Whether an answer begins inside a thought: `maybe`: one did that may have been an answer about such markers. */
export type Within = 'surely' | 'maybe' | 'not'

/** Takes pieces of an answer and gives what of them is the answer; `end` gives what was still held back. */
export class ThinkFilter {
  /** The answer may begin inside a thought, so nothing is given before it is known. */
  readonly #within: Within
  #state: 'undecided' | 'thinking' | 'inside' | 'between' | 'answering' = 'undecided'
  #held = ''
  #wasInside = false

  /** It began inside a thought that came to its end. */
  get wasInside(): boolean {
    return this.#wasInside
  }

  constructor(within: Within = 'not') {
    this.#within = within
  }

  take(piece: string): string {
    if (this.#state === 'answering') return piece
    this.#held += piece
    if (this.#state === 'undecided') {
      const begun = this.#held.trimStart()
      if (begun.length < OPEN.length && OPEN.startsWith(begun)) return ''
      this.#state = begun.startsWith(OPEN) ? 'thinking' : this.#within === 'not' ? 'answering' : 'inside'
    }
    if (this.#state === 'thinking' || this.#state === 'inside') {
      const at = this.#held.indexOf(CLOSE)
      if (at < 0) return ''
      this.#wasInside = this.#state === 'inside'
      this.#held = this.#held.slice(at + CLOSE.length)
      this.#state = 'between'
    }
    if (this.#state === 'between') {
      this.#held = this.#held.trimStart()
      if (this.#held === '') return ''
      this.#state = 'answering'
    }
    const answer = this.#held
    this.#held = ''
    return answer
  }

  /**
   * What is left at the end: an answer that was shorter than the marker, or that was no thought after all. A thought without an end is
   * none, nor is what surely begins as one and was cut (`isCut`).
   */
  end(isCut: boolean): string {
    const isThought = this.#state === 'inside' && isCut && this.#within === 'surely'
    return this.#state === 'undecided' || (this.#state === 'inside' && !isThought) ? this.#held : ''
  }
}

/** What stands behind a thought that ended without having begun; undefined: there is none in `text`. */
export function behindBareThought(text: string): string | undefined {
  if (text.includes(OPEN)) return undefined
  const end = BARE_CLOSE.exec(text)
  // Within a block of code it is what the answer is about.
  const fences = text.slice(0, end?.index).match(/^[^\S\n]*(?:```|~~~)/gm)?.length ?? 0
  return end === null || fences % 2 === 1 ? undefined : text.slice(end.index + end[0].length).trimStart()
}

/** Models whose usual templates open the thought themselves, by their names: DeepSeek R1 and what was made of it, QwQ, … */
export function mayBeginInside(model: unknown): boolean {
  return (
    typeof model === 'string' && /(?:^|[^a-z])(?:r1|qwq|thinking|reason(?:er|ing)?)(?![a-z0-9])/i.test(model)
  )
}
