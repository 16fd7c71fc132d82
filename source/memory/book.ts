// The memory before it is needed. Invariant: neither SQLite nor the file is touched until `open`; a start pays nothing for it.
// Read store.ts for what an open memory does.
import { existsSync } from 'node:fs'
import type { Clock } from '../contracts/clock.ts'
import type { Meaning } from '../contracts/meaning.ts'
import type { Memory, MemoryBook } from '../contracts/memory.ts'
import { isTold, ownWords } from './questions.ts'
import { contentWords } from './words.ts'

/** A book of the file at `path`; `session` is noted with what is stored. */
export function memoryBook(path: string, clock: Clock, session: string, meaning?: Meaning): MemoryBook {
  return new LazyBook(path, clock, session, meaning)
}

class LazyBook implements MemoryBook {
  readonly path: string
  readonly clock: Clock
  readonly meaning: Meaning | undefined
  session: string
  onNotice: ((sentence: string) => void) | undefined
  #isPaused = false
  #opened: Promise<Memory & { close(): void }> | undefined
  #close: (() => void) | undefined

  constructor(path: string, clock: Clock, session: string, meaning: Meaning | undefined) {
    this.path = path
    this.clock = clock
    this.session = session
    this.meaning = meaning
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  pause(on: boolean): void {
    this.#isPaused = on
  }

  exists(): boolean {
    return existsSync(this.path)
  }

  ownWords(message: string): readonly string[] {
    return ownWords(message)
  }

  isTold(message: string): boolean {
    return isTold(message)
  }

  contentWords(message: string): readonly string[] {
    return contentWords(message)
  }

  async open(): Promise<Memory> {
    this.#opened ??= this.#load()
    try {
      return await this.#opened
    } catch (error) {
      // What is in the way may go away.
      this.#opened = undefined
      throw error
    }
  }

  close(): void {
    this.#close?.()
    this.#close = undefined
    this.#opened = undefined
  }

  async #load(): Promise<Memory & { close(): void }> {
    const { openMemory } = await import('./store.ts')
    const memory = openMemory(this.path, this)
    this.#close = () => memory.close()
    return memory
  }
}
