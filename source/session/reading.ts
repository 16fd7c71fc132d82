// How answers are shown, and what the turns of this session cost.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { ReadingShelf, TurnCost } from '../contracts/reading.ts'
import { drawingOf } from './drawing.ts'
import type { ChatSession } from './session.ts'

/** Turns of which the cost is kept. */
const MOST_TURNS = 1_000

export class Reading {
  readonly #session: ChatSession
  readonly #unicode: boolean
  #raw = false
  #turns: readonly TurnCost[] = []

  constructor(session: ChatSession, unicode: boolean) {
    this.#session = session
    this.#unicode = unicode
  }

  get raw(): boolean {
    return this.#raw
  }

  setRaw(raw: boolean): void {
    this.#raw = raw
    this.#session.emit({ type: 'view' })
  }

  note(event: SessionEvent | LiveSignal): void {
    if (event.type === 'turn.finished') {
      const { turn, timings, tokens } = event
      const { firstTokenMs, totalMs } = timings
      const { evaluated, reused, generated } = tokens
      const cost = {
        turn,
        firstTokenMs,
        totalMs,
        evaluated,
        reused,
        generated,
        tokensPerSecond: undefined,
      }
      this.#turns = [...this.#turns, cost].slice(-MOST_TURNS)
    }
    // The speed is known when the turn has ended for good.
    if (event.type === 'view') this.#noteSpeed()
  }

  shelf(): ReadingShelf {
    return {
      raw: this.#raw,
      setRaw: (raw) => this.setRaw(raw),
      turns: () => this.#turns,
      draw: drawingOf(this.#unicode),
    }
  }

  #noteSpeed(): void {
    const { last } = this.#session
    const cost = this.#turns.at(-1)
    if (cost === undefined || last?.turn !== cost.turn || cost.tokensPerSecond !== undefined) return
    const { tokensPerSecond } = last.outcome
    if (tokensPerSecond !== undefined)
      this.#turns = [...this.#turns.slice(0, -1), { ...cost, tokensPerSecond }]
  }
}
