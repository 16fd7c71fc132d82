// Tells the session of the draft once no key came for a while, so that it can be evaluated ahead.
import type { Session } from '../../contracts/session.ts'

/** So long after the last key the session hears of the draft. */
const AHEAD_MS = 150

export class Foresight {
  readonly #session: Session
  #timer: NodeJS.Timeout | undefined
  #text = ''

  constructor(session: Session) {
    this.#session = session
  }

  /** The draft as it stands after a key; empty: there is none, or it goes elsewhere. */
  see(text: string): void {
    if (text === this.#text) return
    this.#text = text
    clearTimeout(this.#timer)
    if (text.trim() === '') this.#session.ahead('')
    else this.#timer = setTimeout(() => this.#session.ahead(text), AHEAD_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
