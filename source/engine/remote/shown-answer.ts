// What of an answer was handed out: thoughts that a server tells apart are put before it as a model writes them itself, so that who
// reads the answer shows them as such and keeps nothing of them.

const OPEN = '<think>'
const CLOSE = '</think>\n'

export class ShownAnswer {
  readonly onText: ((text: string) => void) | undefined
  readonly onThought: ((text: string) => void) | undefined
  #hasBegun = false
  #isThinking = false

  /** `say` undefined: nobody looks. */
  constructor(say: ((text: string) => void) | undefined) {
    if (say === undefined) return
    this.onText = (text) => {
      const close = this.#isThinking ? CLOSE : ''
      this.#isThinking = false
      this.#hasBegun = true
      say(`${close}${text}`)
    }
    this.onThought = (text) => {
      if (this.#hasBegun) return
      const open = this.#isThinking ? '' : OPEN
      this.#isThinking = true
      say(`${open}${text}`)
    }
  }

  /** Something of the answer itself was shown; thoughts may go on in those of another server. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }
}
