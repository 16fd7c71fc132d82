// The model of a session: loading, ready, missing or failed; its head, and the work that is done while nobody waits.
import type { ChatMessage, Engine, PreparedState } from '../contracts/engine.ts'
import type { LiveSignal, ModelState, SessionEvent } from '../contracts/event.ts'
import { takesArguments } from '../contracts/manifest.ts'
import { adapterNotices } from './adapter-notices.ts'
import type { HeadDress } from './head-dress.ts'
import type { Ground, Head, SessionPorts } from './ports.ts'
import { slowNotice } from './slow-model.ts'
import { type Warming, WarmStates } from './warm-states.ts'

/** Idle work begins this long after the last turn, so that a quick next message finds the engine free. */
const IDLE_MS = 400

export interface SlotOptions {
  readonly interactive: boolean
  emit(event: SessionEvent | LiveSignal): void
  ground(): Ground
  /** Takes the ground of the model that was chosen: its optimized prompts may lift the level. */
  refreshGround(): Promise<void>
  /** Evaluates what stands before the next message, or with it what is known of that. */
  evaluateStanding(signal: AbortSignal): Promise<unknown>
  /** Makes room in the conversation while nobody waits. */
  tidy(signal: AbortSignal): Promise<void>
  readonly dress: HeadDress
}

export class ModelSlot {
  readonly #ports: SessionPorts
  readonly #options: SlotOptions
  /** Tools' context states. */
  readonly states: WarmStates
  #engine: Engine | undefined
  #head: Head = { messages: [], indexTokens: 0 }
  #headStands = false
  /** The head is no longer the one of the start. */
  #renewed = false
  /** Counts the heads that were dropped: one that is evaluated meanwhile is an old one. */
  #dropped = 0
  #loading: Promise<void> = Promise.resolve()
  /** As it was asked for. */
  #wanted: string | undefined
  #stopLoading = new AbortController()
  #stopIdle = new AbortController()
  #idleTimer: NodeJS.Timeout | undefined
  state: ModelState = 'loading'
  model: string | undefined
  reason: string | undefined
  answers: 'model' | 'tool' | 'auto' = 'auto'
  headTokens = 0

  constructor(ports: SessionPorts, options: SlotOptions) {
    this.#ports = ports
    this.#options = options
    this.states = new WarmStates({
      ports,
      detail: (name) => options.ground().tools.detail(name),
      wanted: () => this.wantsState,
      keepsStates: () => options.dress.keepsStates,
      emit: (event) => options.emit(event),
    })
  }

  get engine(): Engine | undefined {
    return this.#engine
  }

  get head(): readonly ChatMessage[] {
    return this.#head.messages
  }

  get indexTokens(): number {
    return this.#head.indexTokens
  }

  /** Tools that have a state at all, those with parameters: what this person calls most comes first, then what is important. */
  get wantsState(): readonly string[] {
    const { tools } = this.#options.ground()
    const calls = ({ name }: { readonly name: string }) => this.#ports.setup.lines.calls(name)
    return [...tools.enabled]
      .sort((a, b) => calls(b) - calls(a) || b.priority - a.priority || (a.name < b.name ? -1 : 1))
      .map((entry) => entry.name)
      .filter((name) => takesArguments(tools.detail(name)))
  }

  /** Loads `model` (undefined: the chosen one) in place of what is there; resolves when it is ready or not. */
  load(model: string | undefined): Promise<void> {
    this.#stopLoading.abort()
    this.#stopLoading = new AbortController()
    const { signal } = this.#stopLoading
    this.#wanted = model
    this.#loading = this.#load(model, signal).catch((error: unknown) => {
      if (signal.aborted) return
      this.#set('failed', error instanceof Error ? error.message : String(error))
    })
    return this.#loading
  }

  /** Loads the same once more: what is beside its file changed. */
  reload(): Promise<void> {
    return this.load(this.#wanted ?? this.model)
  }

  /** Stops a load; false: none runs. */
  stopLoad(): boolean {
    if (this.state !== 'loading') return false
    this.#stopLoading.abort()
    const engine = this.#engine
    this.#engine = undefined
    engine?.close().catch(() => undefined)
    this.#set('none', stoppedText(this.#wanted ?? this.model))
    return true
  }

  settled(): Promise<void> {
    return this.#loading
  }

  /** Builds the head of this revision if it does not stand yet. */
  async ensureHead(signal: AbortSignal): Promise<boolean> {
    if (this.#engine === undefined || this.#headStands) return false
    const { dress } = this.#options
    const dropped = this.#dropped
    this.#head = await this.#ports.buildHead(this.#options.ground(), this.#engine, dress.wishes)
    const prepared = await this.#engine.prepareHead(this.#head.messages, {
      signal,
      file: dress.fileOf(this.#head),
      onProgress: (done, total) => this.#options.emit({ type: 'progress', what: 'prompt', done, total }),
    })
    this.#headStands = this.#dropped === dropped
    this.headTokens = prepared.tokens
    // A head that changed because a tool was turned on or off was said already.
    const isSaid = dress.stands(this.#head, prepared, this.#engine.info)
    if (prepared.rejected !== undefined && !this.#renewed && !isSaid) {
      this.#options.emit({
        type: 'notice',
        code: 'head_rebuilt',
        message: `The saved head was made anew: ${prepared.rejected}.`,
      })
    }
    await this.#tellSlow(prepared)
    return prepared.source === 'restored'
  }

  /** A new head revision begins (tools changed); it is built before the next turn or in idle time. */
  renewHead(): void {
    this.dropHead()
    this.startIdle()
  }

  /** The same within a turn, which goes on with the head that it began with. */
  dropHead(): void {
    this.#headStands = false
    this.#renewed = true
    this.#dropped++
    this.states.recheck()
  }

  /** Stops idle work so that a turn can begin. */
  stopIdle(): void {
    clearTimeout(this.#idleTimer)
    this.#stopIdle.abort()
  }

  /** Does what would otherwise delay the next answer: new head, changed history, states of tools by priority. */
  startIdle(): void {
    this.stopIdle()
    if (!this.#options.interactive || this.#engine === undefined) return
    this.#stopIdle = new AbortController()
    const { signal } = this.#stopIdle
    this.#idleTimer = setTimeout(() => {
      this.#idle(signal).catch(() => undefined)
    }, IDLE_MS)
  }

  /** Makes the context states of these tools; gives those for which there is no room. */
  async warmTools(
    names: readonly string[],
    signal: AbortSignal,
    onEach: Warming['onEach'],
  ): Promise<readonly string[]> {
    const engine = this.#engine
    return engine === undefined ? [] : this.states.make({ engine, names, signal, onEach })
  }

  async close(): Promise<void> {
    this.stopIdle()
    this.#stopLoading.abort()
    await this.#loading
    await this.#engine?.close()
    this.#engine = undefined
  }

  async #load(model: string | undefined, signal: AbortSignal): Promise<void> {
    this.stopIdle()
    const before = this.#engine
    this.#engine = undefined
    this.#headStands = false
    this.#renewed = false
    this.#set('loading', undefined)
    await before?.close()
    const loaded = await this.#ports.loadEngine({
      model,
      signal,
      onModel: (id) => {
        this.model = id
        this.#options.emit({ type: 'view' })
      },
      onProgress: (done, total) => this.#options.emit({ type: 'progress', what: 'load', done, total }),
      onRestart: (reason) =>
        this.#options.emit({
          type: 'notice',
          code: 'engine_restarted',
          message: `The engine ended (${reason}) and was started again; the conversation is read again.`,
        }),
      onNotice: (message) => this.#options.emit({ type: 'notice', code: 'engine_server', message }),
    })
    if (signal.aborted) {
      if (loaded.type === 'ready') await loaded.engine.close()
      return
    }
    await this.#options.refreshGround()
    if (loaded.type !== 'ready') {
      this.model = loaded.model
      return this.#set(loaded.type, loaded.reason)
    }
    await this.#begin(loaded.engine, loaded.answers, signal)
  }

  async #begin(engine: Engine, answers: 'model' | 'tool' | 'auto', signal: AbortSignal): Promise<void> {
    this.#engine = engine
    this.answers = answers
    this.model = engine.info.modelId
    const headRestored = await this.ensureHead(signal)
    const states = await this.#ports.savedStates(engine.info.modelId)
    signal.throwIfAborted()
    const saved = new Set(states.map(({ name }) => name))
    this.states.begin(this.wantsState.filter((name) => saved.has(name)))
    this.#set('ready', undefined)
    for (const notice of adapterNotices(engine.info)) this.#options.emit(notice)
    this.#options.emit({
      type: 'model.ready',
      model: engine.info.modelId,
      headTokens: this.headTokens,
      indexTokens: this.#head.indexTokens,
      contextTokens: engine.info.contextTokens,
      loadMs: engine.info.loadMs,
      headRestored,
    })
    this.startIdle()
  }

  async #idle(signal: AbortSignal): Promise<void> {
    if (this.#engine === undefined) return
    await this.ensureHead(signal)
    await this.#options.tidy(signal)
    await this.#options.evaluateStanding(signal)
    if (this.#options.dress.keepsStates)
      await this.warmTools(this.states.unchecked(this.wantsState), signal, () =>
        this.#options.emit({ type: 'view', often: true }),
      )
    const answers = await this.#ports.probe(this.#engine, this.#head, signal)
    if (answers !== undefined) this.answers = answers
    await this.#options.evaluateStanding(signal)
  }

  /** Only the first head of a model: later ones go on from it, or are made while nobody waits. */
  async #tellSlow(prepared: PreparedState): Promise<void> {
    if (!this.#options.interactive || this.#renewed || this.model === undefined) return
    const notice = await slowNotice(this.model, prepared, () => this.#ports.models())
    if (notice !== undefined) this.#options.emit(notice)
  }

  #set(state: ModelState, reason: string | undefined): void {
    this.state = state
    this.reason = reason
    this.#options.emit({ type: 'view' })
  }
}

/** What a person is told who stopped the load of a model; undefined: it was not chosen yet. */
function stoppedText(id: string | undefined): string {
  const what = id === undefined ? 'The load' : `The load of \`${id}\``
  const again = id === undefined ? '`/model` lists what there is' : `\`/model ${id}\` loads it again`
  return `${what} was stopped, and no model is there now; ${again}.`
}
