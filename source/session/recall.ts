// What of the memory a message is told: the corrections and patterns that fit it, within a budget. Without a memory file
// nothing is opened, and a memory that cannot be used never stops a turn.
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { Memory, MemoryBook, Remembered } from '../contracts/memory.ts'
import { ToolFailure } from '../contracts/tool.ts'
import type { AskedTurn } from '../governor/ports.ts'
import { rememberedLine } from '../governor/remembered.ts'
import { shortLine } from '../lib/short-line.ts'

/** More would push the message away from a small model's answer. */
const MOST_ENTRIES = 3
export const RECALL_BUDGET_TOKENS = 150

/** Of a message that asks for nothing of one's own so many words are looked for. */
const MOST_WORDS = 12

/** From here on an entry is about the same thing, and may be what is asked for (docs/memory.md). */
const MEANT = 0.32
/** The same for a message that asks for nothing of one's own ("what time does Lena swim"), and has a word of the entry. */
const MEANT_BY_OTHERS = 0.4
const BESIDE_BEST = 0.08
const MOST_NEAR = 2

/** The memory itself is meant. */
const MEMORY = /\b(?:memor(?:y|ies)|remember(?:ed)?|store[ds]?|saved?|notes?)\b/i

/** It is to go, and nobody wants to hear it once more. */
const FORGETS =
  /^\W*(?:(?:please|pls|now|ok|and|you can|can you|could you)\s+)*(?:forget|delete|erase|remove|wipe|scrub|scratch)(?!\p{L})/iu

const ASKS = /\?\W*$|^\W*(?:what|when|how|which|who|whose|where|why)(?:['’]?s|['’]re)?(?!\p{L})/iu

/** What a person said here of what they ask for: so many texts, so many characters of each. */
const MOST_SAID = 2
const LONGEST_SAID = 160
/** Of a memory, which is told whole: what is asked for may stand at its end. */
const LONGEST_NEAR = 480
/** "Hi, I'm Tim" has no "name" in it. */
const INTRODUCES = /\b(?:i['’]?m|i am|call me|this is) \p{L}/iu

/** Nothing is told with it: "what is a stopcock?" */
function onlyAsks(text: string): boolean {
  return text.split(/(?<=[.!?])\s+/).every((sentence) => ASKS.test(sentence))
}

export class Recall {
  readonly #book: MemoryBook | undefined
  readonly #emit: (event: SessionEvent) => void
  readonly #withoutFacts: (turn: string) => string
  /** Sentences that were told already. */
  readonly #told = new Set<string>()

  constructor(
    book: MemoryBook | undefined,
    emit: (event: SessionEvent) => void,
    withoutFacts: (turn: string) => string,
  ) {
    this.#book = book
    this.#emit = emit
    this.#withoutFacts = withoutFacts
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

  /** What is known of that which a question about the person's own asks for; undefined: it is none, or was nearly said. */
  async ofOwn(message: string, history: readonly ChatMessage[]): Promise<AskedTurn['own']> {
    const book = this.#book
    if (book === undefined || FORGETS.test(message)) return undefined
    const words = book.ownWords(message)
    if (words.length === 0) return this.#ofOther(message, book)
    const standing = await this.#standing(book, words)
    if (standing === 'all') return { type: 'known' }
    const told = history.flatMap(({ role, text }) => (role === 'assistant' ? [] : [this.#withoutFacts(text)]))
    const statements = told.filter((text) => book.ownWords(text).length === 0 && !onlyAsks(text))
    const said = statements.filter((text) => isSaid(words, text))
    if (said.length > 0)
      return MEMORY.test(message)
        ? undefined
        : { type: 'said', said: said.slice(-MOST_SAID).map((text) => shortLine(text, LONGEST_SAID)) }
    const near = MEMORY.test(message) ? [] : await this.#near(book, message, MEANT)
    if (near.length > 0) return { type: 'meant', texts: near, isOwn: true }
    if (standing === 'some') return { type: 'near' }
    const isNear = statements.some((text) => words.some((word) => hasWord(text, word)))
    return isNear ? undefined : { type: 'untold' }
  }

  /** Of a message that asks for nothing of the person's own; where it speaks of the memory, that is not looked into. */
  async #ofOther(message: string, book: MemoryBook): Promise<AskedTurn['own']> {
    if (MEMORY.test(message)) return undefined
    // A person who tells something looks for nothing.
    if (book.isTold(message)) return { type: 'absent' }
    const near = await this.#near(book, message, MEANT_BY_OTHERS, true)
    if (near.length > 0) return { type: 'meant', texts: near, isOwn: false }
    const words = book.contentWords(message).slice(0, MOST_WORDS)
    const standing = await this.#standing(book, words)
    if (standing === 'none') return { type: 'absent' }
    return standing === 'all' ? { type: 'there' } : undefined
  }

  /** What is remembered that is near the message in meaning. */
  async #near(
    book: MemoryBook,
    message: string,
    least: number,
    needsWords = false,
  ): Promise<readonly string[]> {
    if (!book.exists()) return []
    const look = (memory: Memory) => memory.nearest({ words: message, limit: MOST_NEAR * 2, isQuick: true })
    const found = (await this.#ask(book, look, [])).filter(
      ({ entry, likeness = 0, hasWords }) =>
        likeness >= least &&
        (hasWords || !needsWords) &&
        entry.kind !== 'correction' &&
        entry.kind !== 'pattern',
    )
    const best = found[0]?.likeness ?? 0
    return found
      .filter(({ likeness = 0 }) => likeness >= best - BESIDE_BEST)
      .slice(0, MOST_NEAR)
      .map(({ entry }) => shortLine(entry.text, LONGEST_NEAR).replace(/[.;\s]+$/, ''))
  }

  async #standing(book: MemoryBook, words: readonly string[]): Promise<'all' | 'some' | 'none'> {
    return book.exists() ? this.#ask(book, (memory) => memory.has(words), 'some') : 'none'
  }

  #find(book: MemoryBook, message: string): Promise<readonly Remembered[]> {
    const look = (memory: Memory) =>
      memory
        .relevant(message, MOST_ENTRIES)
        .map(({ id, kind, text, context }) => ({ id, kind, text, context }))
    return this.#ask<readonly Remembered[]>(book, look, [])
  }

  #ask<T>(book: MemoryBook, look: (memory: Memory) => T | Promise<T>, otherwise: T): Promise<T> {
    return this.#unlessAway(async () => look(await book.open()), otherwise)
  }

  /** What is in the way of the memory is told. */
  async #unlessAway<T>(look: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await look()
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

/** Whether a text has half of the words. */
function isSaid(words: readonly string[], text: string): boolean {
  if (words.length === 1 && words[0] === 'name' && INTRODUCES.test(text)) return true
  return words.filter((word) => hasWord(text, word)).length >= words.length / 2
}

function hasWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word)
}
