// What of the chat is drawn, and when: at once for what a person does and for what ends or asks, what is frequent together; neither
// before the terminal has drawn the last of it. No timer runs while nothing happens.
import type { FlowControl } from '../flow-control.ts'
import { REDRAW_MS } from '../live/pace.ts'
import type { ChatState } from './chat-state.ts'

export class Redraw {
  /** Of the terminal; undefined: it takes whatever is written. */
  readonly flow: FlowControl | undefined
  readonly #look: () => ChatState
  readonly #listeners = new Set<() => void>()
  #shown: ChatState
  #clock: NodeJS.Timeout | undefined
  /** Something is to be drawn once the line is no longer full. */
  #waits = false

  /** `look` gives the state as it is by now. */
  constructor(first: ChatState, look: () => ChatState, flow: FlowControl | undefined) {
    this.#shown = first
    this.#look = look
    this.flow = flow
    if (flow !== undefined) {
      flow.onFree = () => {
        if (this.#waits) this.now()
      }
    }
  }

  /** What was drawn last: the same object until more is. */
  readonly shown = (): ChatState => this.#shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** With what else comes until then. */
  soon(): void {
    this.#clock ??= setTimeout(() => this.now(), REDRAW_MS)
  }

  now(): void {
    const wasLater = this.#stop()
    this.#waits = this.flow?.isFull === true
    if (this.#waits) return
    if (wasLater) this.flow?.follow()
    this.#draw()
  }

  /** Draws what still waits, for the last time. */
  close(): void {
    if (this.#stop()) this.#draw()
    this.#listeners.clear()
  }

  /** True when there was something to be drawn later. */
  #stop(): boolean {
    const isLater = this.#clock !== undefined || this.#waits
    clearTimeout(this.#clock)
    this.#clock = undefined
    this.#waits = false
    return isLater
  }

  #draw(): void {
    this.#shown = this.#look()
    for (const listener of this.#listeners) listener()
  }
}
