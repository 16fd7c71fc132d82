// Bracketed pastes on their way to Ink. It reads all that came of one anew with every chunk, which takes a minute for ten megabytes;
// and where the end of one is lost on the way, all that is typed would be part of it for ever, Ctrl-C too.

const START = '\x1b[200~'
const END = '\x1b[201~'
/** As a byte, and as the kitty protocol has it. */
const CTRL_C = ['\x03', '\x1b[99;5u']
/** What comes so long after the last of a paste, and is as short as a key, was typed. A line that stalls brings more at once. */
const SILENCE_MS = 5_000
const LONGEST_KEY = 12

/** One for each terminal that is read. */
export class PasteGate {
  readonly #nowMs: () => number
  /** What came of a paste behind its beginning; undefined: none is open. */
  #held: string[] | undefined
  /** The end of what came before: a mark may come in two pieces. */
  #tail = ''
  #lastMs = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** What is to be read now; of a paste nothing between its beginning and its end. */
  take(chunk: string): string {
    if (this.#isTyped(chunk)) return `${this.#close()}${END}${chunk}`
    this.#lastMs = this.#nowMs()
    let out = ''
    let rest = chunk
    while (rest !== '') {
      const end = behind(this.#held === undefined ? START : END, this.#tail, rest)
      const part = end === undefined ? rest : rest.slice(0, end)
      rest = rest.slice(part.length)
      if (this.#held === undefined) out += part
      else this.#held.push(part)
      this.#tail = end === undefined ? (this.#tail + part).slice(1 - END.length) : ''
      if (end === undefined) break
      if (this.#held === undefined) this.#held = []
      else out += this.#close()
    }
    return out
  }

  /** Whether it cannot belong to the paste that is open. */
  #isTyped(chunk: string): boolean {
    if (this.#held === undefined) return false
    if (CTRL_C.includes(chunk)) return true
    const isLate = this.#nowMs() - this.#lastMs >= SILENCE_MS
    return isLate && chunk.length <= LONGEST_KEY && behind(END, this.#tail, chunk) === undefined
  }

  #close(): string {
    const pasted = this.#held?.join('') ?? ''
    this.#held = undefined
    this.#tail = ''
    return pasted
  }
}

/** Where `text` goes on behind a mark that ends in it, and may begin in what came before; undefined: it has none. */
function behind(mark: string, before: string, text: string): number | undefined {
  const at = (before + text).indexOf(mark)
  return at < 0 ? undefined : at + mark.length - before.length
}
