// Flow control with the terminal's help. No write tells that a line is slow: a pseudo-terminal alone takes 20 KB before it makes one
// wait (Linux 6.18), 21 seconds at 9,600 baud, and ssh takes more. So behind what is drawn while something runs the terminal is asked
// for its status, which it tells once it has drawn all that came before (`CSI 5 n`, `CSI 0 n`: xterm's ctlseqs, "Device Status Report").
import type { WriteStream } from 'node:tty'

const QUESTION = '\x1b[5n'
const ANSWER = '\x1b[0n'
/** Who waits longer for a key notices. */
const SLOW_MS = 500
/** So many answers in a row that come later than that make a slow line; one alone may be a busy machine's. */
const SLOW_ANSWERS = 2
/** A line is quick again when it carries so many bytes at this rate: small frames are quick on any. */
const QUICK = { bytes: 200, bytesPerMs: 2.5 }
/** An answer that takes longer is lost: somebody came back with another terminal. */
const LOST_MS = 10_000
/** What is still to come when the terminal is given away is waited for so long, or it would be typed there. */
const LEAVE_MS = 2_000

/** One for each terminal that is drawn on. From one that does not answer nothing is held back, and it is not asked again. */
export class FlowControl {
  /** Called when the line is no longer full. */
  onFree = (): void => {}
  readonly #stdout: Pick<WriteStream, 'write'>
  readonly #nowMs: () => number
  #asked: { readonly atMs: number; readonly bytes: number } | undefined
  #answers = false
  /** Answers in a row that came late. */
  #late = 0
  #wants = false
  #isQuiet = false
  #lost: NodeJS.Timeout | undefined
  #onAnswer = (): void => {}
  /** The end of what was read before. */
  #tail = ''

  constructor(stdout: Pick<WriteStream, 'write'>, nowMs: () => number) {
    this.#stdout = stdout
    this.#nowMs = nowMs
  }

  /** What was drawn takes so long that nothing should be written behind it. */
  get isFull(): boolean {
    if (!this.#answers || this.#asked === undefined) return false
    return this.isSlow || this.#nowMs() - this.#asked.atMs >= SLOW_MS
  }

  /** A frame in which much changes takes longer than one likes to wait for a key. */
  get isSlow(): boolean {
    return this.#late >= SLOW_ANSWERS
  }

  /** The terminal is asked behind the next frame. */
  follow(): void {
    this.#wants = !this.#isQuiet
  }

  /** A frame of so many bytes was written. */
  written(bytes: number): void {
    const asks = this.#wants && this.#asked === undefined
    this.#wants = false
    if (!asks) return
    this.#asked = { atMs: this.#nowMs(), bytes }
    this.#stdout.write(QUESTION)
    if (this.#answers) this.#lost = setTimeout(() => this.#lose(), LOST_MS).unref()
  }

  /**
   * What is read, without the answers in it. One that comes in pieces is passed on: Ink drops what is no key, but not the Escape
   * that was pressed in front of it.
   */
  take(chunk: string): string {
    if (this.#asked === undefined && !chunk.includes(ANSWER)) return chunk
    const text = this.#tail + chunk
    this.#tail = text.slice(1 - ANSWER.length)
    if (text.includes(ANSWER)) this.#hear()
    return chunk.replaceAll(ANSWER, '')
  }

  /** Gives the terminal away: while `work` has it nothing is asked, and no answer is left to come. */
  async quietly<T>(work: () => Promise<T>): Promise<T> {
    this.#isQuiet = true
    this.#wants = false
    await this.#answered()
    try {
      return await work()
    } finally {
      this.#isQuiet = false
    }
  }

  #hear(): void {
    const asked = this.#asked
    if (asked === undefined) return
    const tookMs = this.#nowMs() - asked.atMs
    const isQuick = asked.bytes >= QUICK.bytes && asked.bytes >= QUICK.bytesPerMs * tookMs
    if (tookMs >= SLOW_MS) this.#late++
    else if (!this.isSlow || isQuick) this.#late = 0
    this.#answers = true
    this.#close()
    this.#onAnswer()
  }

  #lose(): void {
    this.#answers = false
    this.#late = 0
    this.#close()
  }

  /** The question is no longer open. */
  #close(): void {
    clearTimeout(this.#lost)
    this.#asked = undefined
    this.#tail = ''
    this.onFree()
  }

  async #answered(): Promise<void> {
    if (this.#asked === undefined) return
    const leftMs = this.#asked.atMs + LEAVE_MS - this.#nowMs()
    const { promise, resolve } = Promise.withResolvers<void>()
    const clock = setTimeout(resolve, Math.max(0, leftMs))
    this.#onAnswer = resolve
    await promise
    clearTimeout(clock)
    // One that was not waited for long enough is somebody else's to read.
    if (this.#answers && this.#asked !== undefined) this.#close()
  }
}
