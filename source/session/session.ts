// The session: the one mutable owner of a conversation. Lines go in, events come out, in order; screen, script and
// dashboard are views of it. Read governor/governor.ts for a turn, model-slot.ts for the model, dispatch.ts for commands.

import type { ConversationStore } from '../contracts/conversations.ts'
import type { Activity, LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { ApprovalAnswer, Session, SessionView } from '../contracts/session.ts'
import { runTurn } from '../governor/governor.ts'
import type { AskedTurn, TurnInput, TurnOutcome } from '../governor/ports.ts'
import { rememberedLine } from '../governor/remembered.ts'
import { aborted } from './aborted.ts'
import { Approvals } from './approvals.ts'
import { withAttachments } from './attachments.ts'
import { commandContext } from './command-context.ts'
import { Conversation, type Standing } from './conversation.ts'
import { type ParsedLine, parseLine, runCommand } from './dispatch.ts'
import { listenTo, ringBellOf } from './listen.ts'
import { findRefusal } from './message-limit.ts'
import { ModelSlot } from './model-slot.ts'
import { ownServices } from './own-access.ts'
import type { Ground, SessionOptions, SessionPorts } from './ports.ts'
import { Recall } from './recall.ts'
import { continueLast } from './resume.ts'
import type { RingBell } from './ring-bell.ts'
import { RoleSlot } from './role-slot.ts'
import { leftOverOf } from './saved-history.ts'
import { SecretStretch } from './secret-stretch.ts'
import { startedAs, viewOf } from './session-view.ts'
import { ToolUses } from './tool-uses.ts'
import { turnPorts } from './turn-ports.ts'

/** Opens a session: reads home and program, says what it found, starts loading the model. */
export async function openSession(ports: SessionPorts, options: SessionOptions): Promise<ChatSession> {
  return new ChatSession(ports, options, await ports.openGround())
}

export class ChatSession implements Session {
  readonly ports: SessionPorts
  readonly slot: ModelSlot
  readonly approvals: Approvals
  readonly role: RoleSlot
  readonly conversation: Conversation
  readonly uses = new ToolUses(this)
  /** What the session itself lends to tools. */
  readonly own = ownServices(this)
  /** To be done when the turn that runs has ended. */
  readonly afterTurn: (() => void)[] = []
  readonly store: ConversationStore
  readonly #options: SessionOptions
  readonly #bell: RingBell
  readonly #recall: Recall
  readonly #listeners = new Set<(event: SessionEvent | LiveSignal) => void>()
  #ground: Ground
  #queue: Promise<void> = Promise.resolve()
  #turn = 0
  #running: AbortController | undefined
  #activity: Activity | undefined
  #last: { readonly outcome: TurnOutcome; readonly turn: number; readonly message: string } | undefined
  #tokensPerSecond: number | undefined
  #exitCode = 0
  /** Tools of which it was told that the model answers in their place. */
  readonly toldOff = new Set<string>()
  #ended = false
  #started = false
  readonly #secret: SecretStretch

  constructor(ports: SessionPorts, options: SessionOptions, ground: Ground) {
    this.ports = ports
    this.#options = options
    this.#ground = ground
    this.#bell = ringBellOf(this)
    this.#recall = new Recall(ports.services.memory, (event) => this.emit(event))
    this.approvals = new Approvals(options, ports, () => this.emit({ type: 'view' }))
    this.role = new RoleSlot(options.role, () => this.#ground)
    this.slot = new ModelSlot(ports, {
      interactive: options.interactive,
      emit: (event) => this.emit(event),
      ground: () => this.#ground,
      refreshGround: async () => {
        this.#ground = await ports.openGround()
      },
      history: () => this.conversation.messages,
      tidy: (signal) => this.conversation.tidy(signal),
    })
    this.conversation = new Conversation(this.slot, options, (event) => this.emit(event))
    this.store = ports.openConversations((event) => this.emit(event))
    listenTo(this)
    this.#secret = new SecretStretch(ports.secret, this)
  }

  get ended(): boolean {
    return this.#ended
  }

  get ground(): Ground {
    return this.#ground
  }

  get mode(): SessionOptions['mode'] {
    return this.#options.mode
  }

  get last() {
    return this.#last
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
    this.#sayNotices()
    this.#queue = this.#bell.start()
    void this.slot.load(this.#options.model)
    if (this.#options.continues) this.#enqueue((signal) => continueLast(this, signal))
  }

  subscribe(listener: (event: SessionEvent | LiveSignal) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  submit(line: string): Promise<void> {
    const parsed = parseLine(line)
    return this.#enqueue((signal) => this.#run(parsed, signal), parsed.type === 'nothing')
  }

  decide(call: string, answer: ApprovalAnswer): string | undefined {
    return this.approvals.decide(call, answer)
  }

  interrupt(): boolean {
    if (this.#running === undefined) return false
    this.#running.abort()
    return true
  }

  settled(): Promise<void> {
    return this.slot.settled()
  }

  async close(): Promise<number> {
    this.#ended = true
    this.#running?.abort()
    await this.#queue
    this.#bell.close()
    await this.ports.services.voice?.close()
    await this.slot.close()
    this.ports.services.memory?.close()
    this.emit({ type: 'session.finished', exitCode: this.#exitCode })
    return this.#exitCode
  }

  /** Notes an exit code; the highest of a session wins. */
  raiseExitCode(code: number): void {
    this.#exitCode = Math.max(this.#exitCode, code)
  }

  emit(event: SessionEvent | LiveSignal): void {
    if (event.type === 'progress' && this.#running !== undefined) this.#activity = event.what
    if (event.type === 'answer.delta') this.#activity = 'answer'
    for (const listener of this.#listeners) listener(event)
  }

  quit(): void {
    this.#ended = true
  }

  clear(): void {
    this.store.begin()
    this.conversation.clear()
    this.#secret.keep()
    this.#last = undefined
  }

  /** Another conversation, or this one as it was, takes the place of what stands. */
  takeConversation(standing: Standing, lastTurn = this.#turn): void {
    this.conversation.standing = standing
    this.#secret.keep()
    this.#turn = lastTurn
    this.#last = undefined
    this.emit({ type: 'view' })
  }

  /** Takes a new ground (after a reload); the head is built again once. */
  takeGround(ground: Ground): void {
    this.#ground = ground
    this.#sayNotices()
    this.slot.renewHead()
    this.emit({ type: 'view' })
  }

  /** Runs a tool without the model, as a whole turn. */
  async callTool(name: string, args: JsonObject): Promise<TurnOutcome> {
    return this.#runTurn({
      message: `/call ${name} ${JSON.stringify(args)}`,
      origin: 'call',
      call: { name, arguments: args },
      // Nothing of such a turn is told to the model.
      factCharacters: 0,
    })
  }

  #sayNotices(): void {
    for (const message of [...this.#ground.notices, ...this.role.problems])
      this.emit({ type: 'notice', code: 'ground', message })
  }

  /** Queues behind what runs; `isNothing`: it only waits for that. */
  #enqueue(work: (signal: AbortSignal) => Promise<void>, isNothing = false): Promise<void> {
    this.#queue = this.#queue.then(() => (this.#ended || isNothing ? undefined : this.#work(work)))
    return this.#queue
  }

  async #work(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#running = new AbortController()
    this.slot.stopIdle()
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
      if (!this.#ended) this.slot.startIdle()
      this.emit({ type: 'view' })
      await this.#bell.look()
    }
  }

  async #run(line: ParsedLine, signal: AbortSignal): Promise<void> {
    if (line.type === 'message') return this.#message(line.text, signal)
    if (line.type === 'nothing') return
    const ok = await runCommand(line, this.ports.commands, commandContext(this, signal), this)
    if (!ok) this.raiseExitCode(1)
  }

  async #message(typed: string, signal: AbortSignal): Promise<void> {
    await Promise.race([this.slot.settled(), aborted(signal)])
    const message = await withAttachments(typed, this, signal)
    if (message === undefined) return this.raiseExitCode(1)
    const { text, attachment } = message
    const told = `${this.role.tell(text)}${attachment?.text ?? ''}`
    const refusal = await findRefusal(told, this.slot, this.#options.maxAnswerTokens)
    if (refusal !== undefined) {
      this.raiseExitCode(refusal.exitCode)
      this.emit({ type: 'error', code: refusal.code, message: refusal.message })
      return
    }
    await this.slot.ensureHead(signal)
    const remembered = await this.#recall.about(text, this.slot.engine)
    const whole = [told, ...remembered.map(rememberedLine)].join('\n')
    const factCharacters = await this.conversation.makeRoom(whole, signal)
    const asked = { message: text, told, attachment, remembered, origin: 'message', factCharacters }
    await this.#runTurn(asked)
  }

  async #runTurn(turn: AskedTurn): Promise<TurnOutcome> {
    this.#turn++
    const input: TurnInput = {
      ...turn,
      turn: this.#turn,
      head: this.slot.head,
      ...this.role.before(this.conversation.before),
      answers: this.slot.answers,
      temperature: this.#options.temperature,
      seed: this.#options.seed,
      maxAnswerTokens: this.#options.maxAnswerTokens,
      maxRounds: this.role.active?.maxRounds ?? this.#options.maxRounds,
      maxMs: this.#options.maxTurnMs,
      openingFloor: this.#ground.openingFloor,
      search: this.#ground.search,
    }
    const signal = this.#running?.signal ?? new AbortController().signal
    const outcome = await runTurn(input, turnPorts(this), signal)
    this.#last = { outcome, turn: this.#turn, message: turn.message }
    await this.conversation.add({ number: this.#turn, ...turn }, outcome)
    for (const step of this.afterTurn.splice(0)) step()
    this.store.leave(this.#turn, leftOverOf(turn, outcome))
    if (outcome.writtenFor !== undefined) this.slot.noteWarm(outcome.writtenFor)
    this.#tokensPerSecond = outcome.tokensPerSecond ?? this.#tokensPerSecond
    this.raiseExitCode(outcome.status === 'success' ? 0 : 1)
    return outcome
  }
}
