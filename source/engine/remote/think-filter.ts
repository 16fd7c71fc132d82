// Thoughts that a server leaves in the answer are not shown and not kept: `<think> … </think>` at its very beginning, and what stands
// before a bare `</think>`, where the chat template has opened the thought and the server wrote only what followed.

const OPEN = '<think>'
const CLOSE = '</think>'
/** On a line of its own, as models end a thought; inside a sentence it is what the answer is about. */
const BARE_CLOSE = /(?:^|\n)[^\S\n]*<\/think>[^\S\n]*(?:\n|$)/

/** Takes pieces of an answer and gives what of them is the answer; `end` gives what was still held back. */
export class ThinkFilter {
  /** The answer may begin inside a thought, so nothing is given before it is known. */
  readonly #isInside: boolean
  #state: 'undecided' | 'thinking' | 'inside' | 'between' | 'answering' = 'undecided'
  #held = ''
  #wasInside = false

  /** It began inside a thought that came to its end. */
  get wasInside(): boolean {
    return this.#wasInside
  }

  constructor(isInside = false) {
    this.#isInside = isInside
  }

  take(piece: string): string {
    if (this.#state === 'answering') return piece
    this.#held += piece
    if (this.#state === 'undecided') {
      const begun = this.#held.trimStart()
      if (begun.length < OPEN.length && OPEN.startsWith(begun)) return ''
      this.#state = begun.startsWith(OPEN) ? 'thinking' : this.#isInside ? 'inside' : 'answering'
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
   * What is left at the end: an answer that was shorter than the marker, or that was no thought after all. A thought without an end, and
   * what may be one because it was cut (`isCut`), is none.
   */
  end(isCut: boolean): string {
    return this.#state === 'undecided' || (this.#state === 'inside' && !isCut) ? this.#held : ''
  }
}

/** What stands behind a thought that ended without having begun; undefined: there is none in `text`. */
export function behindBareThought(text: string): string | undefined {
  if (text.includes(OPEN)) return undefined
  const end = BARE_CLOSE.exec(text)
  return end === null ? undefined : text.slice(end.index + end[0].length).trimStart()
}

/** Models whose usual templates open the thought themselves, by their names: DeepSeek R1 and what was made of it, QwQ, … */
export function mayBeginInside(model: unknown): boolean {
  return (
    typeof model === 'string' && /(?:^|[^a-z])(?:r1|qwq|thinking|reason(?:er|ing)?)(?![a-z0-9])/i.test(model)
  )
}
