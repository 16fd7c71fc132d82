// Which of the program's code was run, by V8's own counters: an input that reaches new code is worth changing further.
import { Session } from 'node:inspector/promises'

/** Ours, and the one library that reads files of strangers character by character. */
const WATCHED = /\/(?:source|tools)\/|\/node_modules\/yaml\//

export class Coverage {
  readonly #session = new Session()
  /** By script: for each of its characters, whether it was run. */
  readonly #seen = new Map<string, Uint8Array>()
  /** What the last look found, to be forgotten once more. */
  readonly #last: { readonly seen: Uint8Array; readonly at: number }[] = []
  #reached = 0
  #isConnected = false

  /** Counts from now on, which makes all that is run several times slower. */
  async start(): Promise<void> {
    if (!this.#isConnected) this.#session.connect()
    this.#isConnected = true
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Counts no more; what was counted is kept. */
  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage')
    await this.#session.post('Profiler.disable')
  }

  /** Characters of the program's code that were run since the start. */
  get reached(): number {
    return this.#reached
  }

  /** How many were run for the first time since the last look. */
  async fresh(): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    const before = this.#reached
    this.#last.length = 0
    for (const { url, functions } of result) {
      if (!WATCHED.test(url)) continue
      let size = 0
      for (const { ranges } of functions) for (const { endOffset } of ranges) size = Math.max(size, endOffset)
      let seen = this.#seen.get(url) ?? new Uint8Array(size)
      if (seen.length < size) {
        const longer = new Uint8Array(size)
        longer.set(seen)
        seen = longer
      }
      this.#seen.set(url, seen)
      // The first function is the module itself, which ran when it was loaded.
      for (const { ranges } of functions.slice(1)) if ((ranges[0]?.count ?? 0) > 0) this.#note(seen, ranges)
    }
    return this.#reached - before
  }

  #note(
    seen: Uint8Array,
    ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[],
  ): void {
    const { startOffset: from = 0, endOffset: to = 0 } = ranges[0] ?? {}
    const run = new Uint8Array(to - from)
    // Ranges within ranges: the inner ones come later.
    for (const { startOffset, endOffset, count } of ranges)
      run.fill(count > 0 ? 1 : 0, startOffset - from, endOffset - from)
    for (let at = 0; at < run.length; at++)
      if (run[at] === 1 && seen[from + at] === 0) {
        seen[from + at] = 1
        this.#last.push({ seen, at: from + at })
        this.#reached++
      }
  }

  /** As if the last look had not been: the same inputs find it again, one by one. */
  forget(): void {
    for (const { seen, at } of this.#last) seen[at] = 0
    this.#reached -= this.#last.length
    this.#last.length = 0
  }
}
