// What of the memory a message is told: the corrections and patterns that fit it, within a budget. Without a memory file
// nothing is opened, and a memory that cannot be used never stops a turn.
import type { Engine } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { Memory, MemoryBook, Remembered } from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { rememberedLine } from '../governor/remembered.ts'

/** More would push the message away from a small model's answer. */
const MOST_ENTRIES = 3
export const RECALL_BUDGET_TOKENS = 150

export class Recall {
  readonly #book: MemoryBook | undefined
  readonly #emit: (event: SessionEvent) => void
  /** Sentences that were told already. */
  readonly #told = new Set<string>()

  constructor(book: MemoryBook | undefined, emit: (event: SessionEvent) => void) {
    this.#book = book
    this.#emit = emit
  }

  /** The best fitting entries, so many as the budget holds; what befell the file is told once. */
  async about(message: string, engine: Engine | undefined): Promise<readonly Remembered[]> {
    if (this.#book?.exists() !== true || engine === undefined) return []
    const fitting = await this.#find(this.#book, message)
    if (fitting.length === 0) return []
    const tokens = await engine.countTokens(fitting.map(rememberedLine))
    let left = RECALL_BUDGET_TOKENS
    return fitting.filter((_, at) => {
      // One for the end of the line.
      const cost = (tokens[at] ?? 0) + 1
      if (cost > left) return false
      left -= cost
      return true
    })
  }

  /** Whether the memory has what a message asks for. */
  async knows(message: string): Promise<boolean> {
    if (this.#book?.exists() !== true) return false
    return this.#ask(this.#book, (memory) => memory.knows(message), false)
  }

  #find(book: MemoryBook, message: string): Promise<readonly Remembered[]> {
    const look = (memory: Memory) =>
      memory
        .relevant(message, MOST_ENTRIES)
        .map(({ id, kind, text, context }) => ({ id, kind, text, context }))
    return this.#ask<readonly Remembered[]>(book, look, [])
  }

  async #ask<T>(book: MemoryBook, look: (memory: Memory) => T, otherwise: T): Promise<T> {
    try {
      return look(await book.open())
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error
      this.#tell('memory_unavailable', error.message)
      return otherwise
    }
  }

  #tell(code: string, message: string): void {
    if (this.#told.has(message)) return
    this.#told.add(message)
    this.#emit({ type: 'notice', code, message })
  }
}
