// Thoughts that a server leaves in the answer: `<think> … </think>` at its very beginning is not shown and not kept.

const OPEN = '<think>'
const CLOSE = '</think>'

/** Takes pieces of an answer and gives what of them is the answer; `end` gives what was still held back. */
export class ThinkFilter {
  #state: 'undecided' | 'thinking' | 'between' | 'answering' = 'undecided'
  #held = ''

  take(piece: string): string {
    if (this.#state === 'answering') return piece
    this.#held += piece
    if (this.#state === 'undecided') {
      const begun = this.#held.trimStart()
      if (begun.length < OPEN.length && OPEN.startsWith(begun)) return ''
      this.#state = begun.startsWith(OPEN) ? 'thinking' : 'answering'
    }
    if (this.#state === 'thinking') {
      const at = this.#held.indexOf(CLOSE)
      if (at < 0) return ''
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

  /** What is left at the end: an answer that was shorter than the marker. A thought without an end is none. */
  end(): string {
    return this.#state === 'undecided' ? this.#held : ''
  }
}
