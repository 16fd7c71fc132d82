// The screen's side of a session: keys go in, the session is driven, listeners hear that the state changed. It lives
// outside React because several keys can arrive in one chunk, before any of them is drawn. chat-state.ts has the value.
import type { LiveSignal, SessionEvent } from '../../contracts/event.ts'
import type { InputAid } from '../../contracts/input-aid.ts'
import type { ApprovalAnswer, Session } from '../../contracts/session.ts'
import { stepDialog, wholeCall, withoutLine } from '../dialog/dialog-state.ts'
import type { KeyFlags, KeyMeaning } from '../draft/draft-keys.ts'
import type { DraftAction } from '../draft/draft-state.ts'
import type { FlowControl } from '../flow-control.ts'
import type { LiveState } from '../live/live-state.ts'
import { isFrequent, paceBehind } from '../live/pace.ts'
import type { MarkdownReader } from '../markdown/reader.ts'
import { type ChatAction, type ChatState, canDecide, openChatState, reduceChat } from './chat-state.ts'
import { commandAid } from './command-aid.ts'
import { Foresight } from './foresight.ts'
import { goTo, lineFor } from './going-back.ts'
import { prepareReading } from './prepare-reading.ts'
import { Redraw } from './redraw.ts'
import { type OpenEditor, Typing } from './typing.ts'

export interface ChatOptions {
  /** Slash commands that Tab completes, with or without the slash. */
  readonly commandNames: readonly string[]
  /** Draws answers; loaded with the first of them. */
  readonly reader?: MarkdownReader
  /** Completion and history; undefined: the commands' names alone. */
  readonly aid?: InputAid | undefined
  /** Opens the draft in an editor; undefined: there is none. */
  readonly edit?: OpenEditor
  /** A clock that only grows. */
  readonly nowMs: () => number
  /** Of the terminal; undefined: it takes whatever is written. */
  readonly flow?: FlowControl
  /** The person is done; called once. */
  readonly onQuit: () => void
}

/** A key within this time of a question was meant for the draft: nobody reads and decides that fast. */
const DECISION_GUARD_MS = 250

/** Drives one session; whoever opens it closes it. The session itself stays open. */
export class Chat {
  readonly #session: Session
  readonly #options: ChatOptions
  readonly #unsubscribe: () => void
  #state: ChatState
  readonly #foresight: Foresight
  #hasQuit = false
  readonly typing: Typing
  readonly redraw: Redraw
  /** The last frame: what of an open question's preview it had no room for, and its size. */
  drawn: LiveState | undefined

  constructor(session: Session, options: ChatOptions) {
    this.#session = session
    this.#options = options
    this.#foresight = new Foresight(session)
    this.#state = openChatState(session.view)
    this.#unsubscribe = session.subscribe((event) => this.#hear(event))
    const aid = options.aid ?? commandAid(options.commandNames)
    this.typing = new Typing(aid, options.edit, {
      draft: () => this.#state.draft,
      nowMs: options.nowMs,
      edit: (action) => this.#apply({ type: 'edited', action }),
      act: (meanings) => {
        this.unseen()
        this.#take(meanings)
      },
      isSecret: () => session.view.secret,
      tell: (message) => this.#apply({ type: 'said', event: { type: 'notice', code: 'editor', message } }),
      attach: (text, texts) => this.#apply({ type: 'attached', text, texts }),
      draw: () => this.redraw.now(),
    })
    this.#apply({ type: 'edited', action: { type: 'remembered', lines: aid.history() } })
    this.redraw = new Redraw(this.#state, () => this.#look(), options.flow)
  }

  /** The same object until something changes. */
  readonly state = (): ChatState => this.#state

  /** One input event of the terminal. */
  key(input: string, key: KeyFlags): void {
    const meanings = this.typing.read(input, key)
    // Two escapes in one chunk come as one with meta.
    this.#take(key.escape && key.meta ? [...meanings, ...meanings] : meanings)
    this.#foresight.see(this.#state.back === undefined ? this.typing.message : '')
    this.#lookAndDraw()
  }

  /** A bracketed paste: always text, never sends. */
  paste(text: string): void {
    const isForDialog = this.#state.dialog.type !== 'ask' && this.#decides({ type: 'insert', text })
    if (!isForDialog) this.#take([{ type: 'paste', text }])
    this.#apply({ type: 'armed', armed: false })
    this.#foresight.see(this.#state.back === undefined ? this.typing.message : '')
    this.#lookAndDraw()
  }

  /** Somebody else had the terminal or the keys: what comes in this moment was not meant for a question. */
  unseen(): void {
    this.#apply({ type: 'unseen', nowMs: this.#options.nowMs() })
  }

  close(): void {
    this.#unsubscribe()
    this.redraw.close()
    this.#foresight.close()
  }

  #take(meanings: readonly KeyMeaning[]): void {
    for (const meaning of meanings) {
      if (this.typing.holds(meaning)) continue
      if (meaning.type !== 'interrupt') this.#apply({ type: 'armed', armed: false })
      if (!this.#decides(meaning) && !this.#goesBack(meaning)) this.#act(meaning)
      if (meaning.type !== 'escape') this.#apply({ type: 'backArmed', armed: false })
    }
  }

  #hear(event: SessionEvent | LiveSignal): void {
    this.#apply({ type: 'said', event })
    prepareReading(this.#options.reader, event, () => this.#lookAndDraw())
    this.#apply({ type: 'paced', pace: paceBehind(this.#state.pace, event, this.#options.nowMs()) })
    if (event.type === 'view' && event.edit !== undefined) this.#goTo(event.edit, true)
    if (isFrequent(event)) this.redraw.soon()
    else this.#lookAndDraw()
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
      case 'details':
      case 'page':
        this.#apply(meaning)
        break
      case 'raw':
        this.#session.setRaw?.(this.#state.view.raw !== true)
        this.#apply(meaning)
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
    const isShown = this.redraw.shown().view.pending?.call === pending.call
    if (dialog.type === 'ask' && (isEarly || !isShown || !canDecide(this.#state))) return false
    const step = stepDialog(dialog, meaning, pending, this.drawn?.scroll)
    if (step.type === 'stay') this.#apply({ type: 'asked', dialog: step.dialog })
    if (step.type === 'show') this.#apply({ type: 'shown', text: wholeCall(pending) })
    if (step.type === 'answer') this.#answer(pending.call, step.answer)
    return step.type !== 'pass'
  }

  /** An edit that is not taken stays in its line, with the reason. */
  #answer(call: string, answer: ApprovalAnswer): void {
    const { dialog } = this.#state
    // First: the session may end the question at once, and what it is sent is no line that was left over.
    this.#apply({ type: 'asked', dialog: withoutLine(dialog) })
    const fault = this.#session.decide(call, answer)
    if (fault !== undefined && dialog.type !== 'ask')
      this.#apply({ type: 'asked', dialog: { ...dialog, fault } })
  }

  #send(): void {
    const text = this.typing.message
    if (text.trim() === '') return
    const line = lineFor(this.#state.back, text)
    if (this.#state.running && this.#session.runsBeside(line)) this.#runBeside(line)
    else this.#apply({ type: 'queued', line })
    this.#pump()
  }

  #runBeside(line: string): void {
    this.#apply({ type: 'beside', line })
    this.typing.keep(line)
    void this.#session.submit(line)
  }

  /** Up takes the last waiting line back, Escape twice the last message that was answered, and from there one moves on. */
  #goesBack({ type }: KeyMeaning): boolean {
    const { back, backArmed, draft, queue } = this.#state
    // What is open over the draft has its keys first.
    if (draft.menu !== undefined || draft.search !== undefined) return false
    if (back !== undefined) {
      if (type === 'escape') return this.#leaveBack()
      const isStep = (type === 'older' || type === 'newer') && draft.text === back.text
      return isStep && this.#goTo(back.place + (type === 'older' ? -1 : 1))
    }
    if (draft.text !== '') return false
    if (type === 'older' && queue.length > 0) {
      this.#apply({ type: 'unqueued', last: true })
      return true
    }
    if (type !== 'escape' || this.#isBusy || this.#session.said.length === 0) return false
    this.#apply({ type: 'backArmed', armed: !backArmed })
    return backArmed && this.#goTo(this.#session.said.length)
  }

  /** True always: at either end it stays where it is. */
  #goTo(place: number, isAsked = false): boolean {
    const back = goTo(this.#session.said, place)
    if (back !== undefined) this.#apply({ type: 'went', back, isAsked })
    return true
  }

  /** What was changed stays in the draft, as a message of its own. */
  #leaveBack(): boolean {
    const { back, draft } = this.#state
    if (draft.text === back?.text) this.#edit({ type: 'replace', text: '' })
    this.#apply({ type: 'went', back: undefined })
    return true
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
      this.#lookAndDraw()
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
    this.#apply({ type: 'went', back: undefined })
    this.#apply({ type: 'armed', armed: true })
  }

  #quit(): void {
    if (this.#hasQuit) return
    this.#hasQuit = true
    this.#options.onQuit()
  }

  get #isBusy(): boolean {
    const { running, view } = this.#state
    return running || view.busy || view.modelState === 'loading'
  }

  #edit(action: DraftAction): void {
    this.#apply({ type: 'edited', action })
    this.typing.look(action.type)
  }

  #look(): ChatState {
    this.#apply({ type: 'viewed', view: this.#session.view, nowMs: this.#options.nowMs() })
    return this.#state
  }

  #apply(action: ChatAction): void {
    this.#state = reduceChat(this.#state, action)
  }

  #lookAndDraw(): void {
    this.#look()
    this.redraw.now()
  }
}
