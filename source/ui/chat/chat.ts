// The screen's side of a session: keys go in, the session is driven, listeners hear that the state changed. It lives
// outside React because several keys can arrive in one chunk, before any of them is drawn. chat-state.ts has the value.
import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { InputAid } from '../../contracts/input-aid.ts'
import type { ApprovalAnswer, Session } from '../../contracts/session.ts'
import { ASK, stepDialog, wholeCall } from '../dialog/dialog-state.ts'
import type { KeyFlags, KeyMeaning } from '../draft/draft-keys.ts'
import type { DraftAction } from '../draft/draft-state.ts'
import { type ChatAction, type ChatState, canDecide, openChatState, reduceChat } from './chat-state.ts'
import { commandAid } from './command-aid.ts'
import { type OpenEditor, Typing } from './typing.ts'

export interface ChatOptions {
  /** Slash commands that Tab completes, with or without the slash. */
  readonly commandNames: readonly string[]
  /** Completion and history; undefined: the commands' names alone. */
  readonly aid?: InputAid | undefined
  /** Opens the draft in an editor; undefined: there is none. */
  readonly edit?: OpenEditor
  /** A clock that only grows. */
  readonly nowMs: () => number
  /** The person is done; called once. */
  readonly onQuit: () => void
}

/** Deltas and progress are drawn together at most this often. */
const REDRAW_MS = 60
/** A key within this time of a question was meant for the draft: nobody reads and decides that fast. */
const DECISION_GUARD_MS = 250

/** Drives one session; whoever opens it closes it. The session itself stays open. */
export class Chat {
  readonly #session: Session
  readonly #options: ChatOptions
  readonly #listeners = new Set<() => void>()
  readonly #unsubscribe: () => void
  #state: ChatState
  #redraw: NodeJS.Timeout | undefined
  #hasQuit = false
  readonly typing: Typing

  constructor(session: Session, options: ChatOptions) {
    this.#session = session
    this.#options = options
    this.#state = openChatState(session.view)
    this.#unsubscribe = session.subscribe((event) => this.#hear(event))
    const aid = options.aid ?? commandAid(options.commandNames)
    this.typing = new Typing(aid, options.edit, {
      draft: () => this.#state.draft,
      nowMs: options.nowMs,
      edit: (action) => this.#apply({ type: 'edited', action }),
      act: (meanings) => this.#take(meanings),
      show: (text) => this.#apply({ type: 'shown', text }),
      attach: (text, texts) => this.#apply({ type: 'attached', text, texts }),
      draw: () => this.#draw(),
    })
    this.#apply({ type: 'edited', action: { type: 'remembered', lines: aid.history() } })
  }

  /** The same object until something changes. */
  readonly state = (): ChatState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** One input event of the terminal. */
  key(input: string, key: KeyFlags): void {
    this.#take(this.typing.read(input, key))
    this.#look()
    this.#draw()
  }

  /** A bracketed paste: always text, never sends. */
  paste(text: string): void {
    const isForDialog = this.#state.dialog.type !== 'ask' && this.#decides({ type: 'insert', text })
    if (!isForDialog) this.#take([{ type: 'paste', text }])
    this.#apply({ type: 'armed', armed: false })
    this.#draw()
  }

  close(): void {
    this.#unsubscribe()
    clearTimeout(this.#redraw)
    this.#listeners.clear()
  }

  #take(meanings: readonly KeyMeaning[]): void {
    for (const meaning of meanings) {
      if (this.typing.holds(meaning)) continue
      if (meaning.type !== 'interrupt') this.#apply({ type: 'armed', armed: false })
      if (!this.#decides(meaning)) this.#act(meaning)
    }
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
        if (!this.typing.cancel() && this.#isBusy) this.#stop()
        break
      case 'end':
        if (this.#state.draft.text === '') this.#quit()
        else this.#edit({ type: 'remove', to: 'right' })
        break
      case 'enter':
        if (this.#state.view.pending === undefined && !this.typing.enter()) this.#send()
        break
      case 'tab':
      case 'backTab':
      case 'editor':
        this.typing.act(meaning)
        break
      default:
        this.#edit(meaning)
    }
  }

  /** True when the key belonged to the open question, whether it decides or not. */
  #decides(meaning: KeyMeaning): boolean {
    const { view, dialog, pendingSinceMs } = this.#state
    const { pending } = view
    if (pending === undefined) return false
    const isEarly = this.#options.nowMs() - pendingSinceMs < DECISION_GUARD_MS
    if (dialog.type === 'ask' && (isEarly || !canDecide(this.#state))) return false
    const step = stepDialog(dialog, meaning, pending)
    if (step.type === 'stay') this.#apply({ type: 'asked', dialog: step.dialog })
    if (step.type === 'show') this.#apply({ type: 'shown', text: wholeCall(pending) })
    if (step.type === 'answer') this.#answer(pending.call, step.answer)
    return step.type !== 'pass'
  }

  /** An edit that is not taken stays in its line, with the reason. */
  #answer(call: string, answer: ApprovalAnswer): void {
    const fault = this.#session.decide(call, answer)
    const { dialog } = this.#state
    const isRefused = fault !== undefined && dialog.type !== 'ask'
    this.#apply({ type: 'asked', dialog: isRefused ? { ...dialog, fault } : ASK })
  }

  #send(): void {
    const line = this.typing.message
    if (line.trim() === '') return
    this.#apply({ type: 'queued', line })
    this.#pump()
  }

  /** Hands the oldest waiting line over, one at a time, so that the rest can still be taken back. */
  #pump(): void {
    const [line] = this.#state.queue
    if (this.#state.running || line === undefined || this.#hasQuit) return
    this.#apply({ type: 'begun', line })
    this.typing.keep(line)
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
    this.typing.look(action.type)
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
