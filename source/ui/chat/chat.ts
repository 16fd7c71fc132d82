// The screen's side of a session: keys go in, the session is driven, listeners hear that the state changed. It lives
// outside React because several keys can arrive in one chunk, before any of them is drawn. chat-state.ts has the value.
import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { Decision, Session } from '../../contracts/session.ts'
import { type KeyFlags, type KeyMeaning, meaningsOf } from '../draft/draft-keys.ts'
import type { DraftAction } from '../draft/draft-state.ts'
import { type ChatAction, type ChatState, canDecide, openChatState, reduceChat } from './chat-state.ts'

export interface ChatOptions {
  /** Slash commands that Tab completes, with or without the slash. */
  readonly commandNames: readonly string[]
  /** A clock that only grows. */
  readonly nowMs: () => number
  /** The person is done; called once. */
  readonly onQuit: () => void
}

/** Deltas and progress are drawn together at most this often. */
const REDRAW_MS = 60
/** A key within this time of a question was meant for the draft: nobody reads and decides that fast. */
const DECISION_GUARD_MS = 250
const DECISIONS: Readonly<Record<string, Decision>> = { y: 'once', s: 'session', a: 'always', n: 'denied' }

/** Drives one session; whoever opens it closes it. The session itself stays open. */
export class Chat {
  readonly #session: Session
  readonly #options: ChatOptions
  readonly #listeners = new Set<() => void>()
  readonly #unsubscribe: () => void
  #state: ChatState
  #redraw: NodeJS.Timeout | undefined
  #hasQuit = false

  constructor(session: Session, options: ChatOptions) {
    this.#session = session
    this.#options = options
    this.#state = openChatState(session.view)
    this.#unsubscribe = session.subscribe((event) => this.#hear(event))
  }

  /** The same object until something changes. */
  readonly state = (): ChatState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** One input event of the terminal. */
  key(input: string, key: KeyFlags): void {
    for (const meaning of meaningsOf(input, key)) {
      if (meaning.type !== 'interrupt') this.#apply({ type: 'armed', armed: false })
      if (!this.#decides(meaning)) this.#act(meaning)
    }
    this.#look()
    this.#draw()
  }

  /** A bracketed paste: always text, never sends. */
  paste(text: string): void {
    this.#edit({ type: 'insert', text })
    this.#apply({ type: 'armed', armed: false })
    this.#draw()
  }

  close(): void {
    this.#unsubscribe()
    clearTimeout(this.#redraw)
    this.#listeners.clear()
  }

  #hear(event: SessionEvent | LiveSignal): void {
    this.#apply({ type: 'said', event })
    if (isFrequent(event)) {
      this.#redraw ??= setTimeout(() => {
        this.#look()
        this.#draw()
      }, REDRAW_MS)
      return
    }
    this.#look()
    this.#draw()
  }

  #act(meaning: KeyMeaning): void {
    switch (meaning.type) {
      case 'interrupt':
        this.#interrupt()
        break
      case 'escape':
        if (this.#isBusy) this.#stop()
        break
      case 'end':
        if (this.#state.draft.text === '') this.#quit()
        else this.#edit({ type: 'remove', to: 'right' })
        break
      case 'enter':
        if (this.#state.view.pending === undefined) this.#send()
        break
      case 'tab':
        this.#edit({ type: 'complete', commandNames: this.#options.commandNames })
        break
      default:
        this.#edit(meaning)
    }
  }

  /** True when the key belonged to the open question, whether it decides or not. */
  #decides(meaning: KeyMeaning): boolean {
    const { view, pendingSinceMs } = this.#state
    if (view.pending === undefined || meaning.type !== 'insert' || !canDecide(this.#state)) return false
    if (this.#options.nowMs() - pendingSinceMs < DECISION_GUARD_MS) return false
    const decision = DECISIONS[meaning.text.toLowerCase()]
    if (decision !== undefined) this.#session.decide(view.pending.call, decision)
    return true
  }

  #send(): void {
    const { text, cursor } = this.#state.draft
    if (text.endsWith('\\') && cursor === text.length) {
      this.#edit({ type: 'replace', text: `${text.slice(0, -1)}\n` })
    } else if (text.trim() !== '') {
      this.#apply({ type: 'queued', line: text.trimEnd() })
      this.#pump()
    }
  }

  /** Hands the oldest waiting line over, one at a time, so that the rest can still be taken back. */
  #pump(): void {
    const [line] = this.#state.queue
    if (this.#state.running || line === undefined || this.#hasQuit) return
    this.#apply({ type: 'begun', line })
    void this.#session.submit(line).then(() => {
      this.#apply({ type: 'ended' })
      if (this.#session.ended) this.#quit()
      else this.#pump()
      this.#look()
      this.#draw()
    })
  }

  /** Stops what runs; what waits behind it goes back into the draft, or it would start at once. */
  #stop(): void {
    this.#session.interrupt()
    this.#apply({ type: 'unqueued' })
  }

  #interrupt(): void {
    if (this.#state.quitArmed) this.#quit()
    else if (this.#isBusy) this.#stop()
    else this.#edit({ type: 'replace', text: '' })
    this.#apply({ type: 'armed', armed: true })
  }

  #quit(): void {
    if (this.#hasQuit) return
    this.#hasQuit = true
    this.#options.onQuit()
  }

  get #isBusy(): boolean {
    return this.#state.running || this.#state.view.busy
  }

  #edit(action: DraftAction): void {
    this.#apply({ type: 'edited', action })
  }

  #look(): void {
    this.#apply({ type: 'viewed', view: this.#session.view, nowMs: this.#options.nowMs() })
  }

  #apply(action: ChatAction): void {
    this.#state = reduceChat(this.#state, action)
  }

  #draw(): void {
    clearTimeout(this.#redraw)
    this.#redraw = undefined
    for (const listener of this.#listeners) listener()
  }
}

function isFrequent(event: SessionEvent | LiveSignal): boolean {
  return event.type === 'answer.delta' || event.type === 'progress'
}
