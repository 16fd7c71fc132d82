// The session: the one mutable owner of a conversation. Lines go in, events come out, in order; screen, script and
// dashboard are views of it. Read governor/governor.ts for a turn, model-slot.ts for the model, dispatch.ts for commands.

import type { ConversationStore } from '../contracts/conversations.ts'
import type { DashboardShelf } from '../contracts/dashboard.ts'
import type { Activity, LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { ApprovalAnswer, Session, SessionView } from '../contracts/session.ts'
import { runTurn } from '../governor/governor.ts'
import type { TurnInput, TurnOutcome } from '../governor/ports.ts'
import { Ahead } from './ahead.ts'
import { approvalsOf } from './approval-shelf.ts'
import { commandContext } from './command-context.ts'
import { Conversation, type Standing } from './conversation.ts'
import { isBeside, type ParsedLine, parseLine, runCommand } from './dispatch.ts'
import { noticesOf, sayNotices } from './ground-notices.ts'
import { tellLeftBehind } from './left-behind.ts'
import { listenTo, ringBellOf } from './listen.ts'
import { type AskedTurn, type LastTurn, lastTurn, Messages } from './messages.ts'
import { ModelSlot } from './model-slot.ts'
import { ownServices } from './own-access.ts'
import type { Ground, SessionOptions, SessionPorts } from './ports.ts'
import { Reading } from './reading.ts'
import { continueLast } from './resume.ts'
import type { RingBell } from './ring-bell.ts'
import { RoleSlot } from './role-slot.ts'
import { leftOverOf } from './saved-history.ts'
import { SecretStretch } from './secret-stretch.ts'
import { startedAs, viewOf } from './session-view.ts'
import { Setup } from './setup.ts'
import { tidyUp } from './tidy-up.ts'
import { ToolUses } from './tool-uses.ts'
import { startMeaning, turnPorts } from './turn-ports.ts'

/** Opens a session: reads home and program, says what it found, starts loading the model. */
export async function openSession(ports: SessionPorts, options: SessionOptions): Promise<ChatSession> {
  return new ChatSession(ports, options, await ports.openGround())
}

export class ChatSession implements Session {
  readonly ports: SessionPorts
  readonly slot: ModelSlot
  readonly approvals: ReturnType<typeof approvalsOf>
  readonly role: RoleSlot
  readonly conversation: Conversation
  readonly setup: Setup
  readonly messages = new Messages(this)
  /** What is typed, evaluated ahead. */
  readonly draft = new Ahead(this)
  /** The terminal's, where a screen shows this session: takes a text, or says why it could not. */
  clipboard: ((text: string) => string | undefined) | undefined
  /** The page in the browser; undefined where this session has none. */
  dashboard: DashboardShelf | undefined
  readonly uses = new ToolUses(this)
  readonly reading: Reading
  /** What the session itself lends to tools. */
  readonly own = ownServices(this)
  /** To be done when the turn that runs has ended. */
  readonly afterTurn: (() => void)[] = []
  readonly store: ConversationStore
  readonly options: SessionOptions
  readonly #bell: RingBell
  readonly #listeners = new Set<(event: SessionEvent | LiveSignal) => void>()
  #ground: Ground
  #queue: Promise<void> = Promise.resolve()
  #turn = 0
  #running: AbortController | undefined
  #activity: Activity | undefined
  /** Both are set by the session alone. */
  last: LastTurn | undefined
  ended = false
  #tokensPerSecond: number | undefined
  #exitCode = 0
  /** Tools of which it was told that the model answers in their place. */
  readonly toldOff = new Set<string>()
  #started = false
  readonly #secret: SecretStretch

  constructor(ports: SessionPorts, options: SessionOptions, ground: Ground) {
    this.ports = ports
    this.options = options
    this.#ground = ground
    this.reading = new Reading(this, options.unicode ?? false)
    this.#bell = ringBellOf(this)
    this.approvals = approvalsOf(this)
    this.role = new RoleSlot(options.role, () => this.#ground)
    this.setup = new Setup(this, options)
    this.slot = new ModelSlot(ports, {
      dress: this.setup,
      interactive: options.interactive,
      emit: (event) => this.emit(event),
      ground: () => this.#ground,
      refreshGround: async () => {
        this.#ground = this.setup.fit(await ports.openGround())
      },
      evaluateStanding: (signal) => this.draft.evaluateStanding(signal),
      tidy: (signal) => tidyUp(this, signal),
    })
    this.conversation = new Conversation(this.slot, this.setup.options, (event) => this.emit(event))
    this.store = ports.openConversations((event) => this.emit(event))
    listenTo(this)
    this.#secret = new SecretStretch(ports.secret, this)
  }

  get ground(): Ground {
    return this.#ground
  }

  get mode(): SessionOptions['mode'] {
    return this.setup.mode
  }

  get view(): SessionView {
    return viewOf(this, {
      activity: this.#activity,
      busy: this.#running !== undefined,
      tokensPerSecond: this.#tokensPerSecond,
    })
  }

  /** Says how it stands and begins to load the model; call it once, after subscribing. */
  start(): void {
    if (this.#started) return
    this.#started = true
    this.emit(startedAs(this.view))
    sayNotices(this)
    this.setup.trial.begin()
    this.#queue = this.#bell.start()
    void this.slot.load(this.options.model)
    startMeaning(this)
    if (this.options.continues) {
      // Until then nothing is at work, so that an interrupt means the load and not the conversation.
      this.#queue = this.#queue.then(() => (this.store.findLast() ? this.settled() : undefined))
      this.enqueue((signal) => continueLast(this, signal))
    }
    this.#queue = this.#queue.then(() => tellLeftBehind(this))
  }

  subscribe(listener: (event: SessionEvent | LiveSignal) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly setRaw = (raw: boolean): void => this.reading.setRaw(raw)

  get said() {
    return this.conversation.said
  }

  ahead(draft: string): void {
    this.draft.change(draft)
  }

  runsBeside(line: string): boolean {
    return isBeside(parseLine(line), this.ports.commands)
  }

  submit(line: string): Promise<void> {
    const parsed = parseLine(line)
    if (this.#running !== undefined && isBeside(parsed, this.ports.commands))
      return this.#run(parsed, new AbortController().signal)
    this.draft.sent(line)
    return this.enqueue((signal) => this.#run(parsed, signal), parsed.type === 'nothing')
  }

  decide(call: string, answer: ApprovalAnswer): string | undefined {
    return this.approvals.decide(call, answer)
  }

  interrupt(): boolean {
    if (this.#running === undefined) return this.slot.stopLoad()
    this.#running.abort()
    return true
  }

  settled(): Promise<void> {
    return this.slot.settled()
  }

  async close(): Promise<number> {
    this.ended = true
    this.#running?.abort()
    // The queue may wait for it.
    this.slot.stopLoad()
    await this.#queue
    this.draft.change('')
    this.#bell.close()
    await Promise.all([this.ports.services.voice?.close(), this.ports.mcp?.servers.close()])
    await Promise.all([this.slot.close(), this.ports.meaning?.close(), this.ports.services.tables?.close()])
    this.ports.services.memory?.close()
    this.emit({ type: 'session.finished', exitCode: this.#exitCode })
    return this.#exitCode
  }

  raiseExitCode(code: number): void {
    this.#exitCode = Math.max(this.#exitCode, code)
  }

  emit(event: SessionEvent | LiveSignal): void {
    if (event.type === 'progress' && this.#running !== undefined) this.#activity = event.what
    if (event.type === 'answer.delta') this.#activity = 'answer'
    if (event.type === 'tool.finished' || event.type === 'answer') this.#activity = undefined
    for (const listener of this.#listeners) listener(event)
  }

  quit(): void {
    this.ended = true
  }

  clear(): void {
    this.store.begin()
    this.conversation.clear()
    this.#secret.keep()
    this.last = undefined
    this.setup.trial.begin()
  }

  /** Another conversation, or this one as it was, takes the place of what stands. */
  takeConversation(standing: Standing, lastTurn = this.#turn): void {
    this.conversation.standing = standing
    this.messages.forgetDropped()
    this.#secret.keep()
    this.#turn = lastTurn
    this.last = undefined
    this.emit({ type: 'view' })
  }

  /** Takes a new ground; the head is built again once. What was said of the one before is said again after a reload only: `isAsked`. */
  takeGround(ground: Ground, isAsked = false): void {
    const said = isAsked ? [] : noticesOf(this)
    this.#ground = this.setup.fit(ground)
    sayNotices(this, said)
    this.slot.renewHead()
    this.emit({ type: 'view' })
  }

  /** Queues behind what runs; `isNothing`: it only waits for that. */
  enqueue(work: (signal: AbortSignal) => Promise<void>, isNothing = false): Promise<void> {
    this.#queue = this.#queue.then(() => (this.ended || isNothing ? undefined : this.#work(work)))
    return this.#queue
  }

  async #work(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#running = new AbortController()
    this.slot.stopIdle()
    this.draft.stop()
    this.emit({ type: 'view' })
    try {
      await work(this.#running.signal)
    } catch (error) {
      this.raiseExitCode(1)
      if (!this.#running.signal.aborted)
        this.emit({ type: 'error', code: 'internal', message: String(error) })
    } finally {
      this.#running = undefined
      this.#activity = undefined
      if (!this.ended) this.draft.goOn()
      this.emit({ type: 'view' })
      await this.#bell.look()
    }
  }

  async #run(line: ParsedLine, signal: AbortSignal): Promise<void> {
    if (line.type === 'message') return void (await this.messages.send(line.text, signal))
    if (line.type === 'nothing') return
    const ok = await runCommand(line, this.ports.commands, commandContext(this, signal), this)
    if (!ok) this.raiseExitCode(1)
  }

  /** One whole turn; `isAside`: nothing of it stays in the conversation. */
  async runTurn({ isAside = false, typed, ...turn }: AskedTurn): Promise<TurnOutcome> {
    this.#turn++
    const { conversation } = this
    if (!isAside && turn.call === undefined) conversation.begin(this.#turn, turn.message, typed)
    const input: TurnInput = {
      turn: this.#turn,
      head: this.slot.head,
      ...this.role.before(conversation.before),
      answers: this.slot.answers,
      temperature: this.options.temperature,
      seed: this.options.seed,
      maxAnswerTokens: this.options.maxAnswerTokens,
      maxRounds: this.role.active?.maxRounds ?? this.options.maxRounds,
      maxMs: this.options.maxTurnMs,
      openingFloor: this.#ground.openingFloor,
      search: this.#ground.search,
      ...turn,
    }
    const signal = this.#running?.signal ?? new AbortController().signal
    const outcome = await runTurn(input, turnPorts(this), signal)
    this.last = lastTurn(this.#turn, turn, outcome)
    if (!isAside) await conversation.add({ number: this.#turn, ...turn }, outcome)
    this.setup.trial.ended(outcome)
    this.store.leave(this.#turn, isAside ? { calls: [] } : leftOverOf({ ...turn, typed }, outcome))
    for (const step of this.afterTurn.splice(0)) step()
    if (outcome.writtenFor !== undefined) this.slot.states.note(outcome.writtenFor)
    this.#tokensPerSecond = outcome.tokensPerSecond ?? this.#tokensPerSecond
    this.raiseExitCode(outcome.status === 'success' ? 0 : 1)
    return outcome
  }
}
