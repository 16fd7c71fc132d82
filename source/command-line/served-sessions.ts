// Sessions as `ethervox serve` has them: one for each conversation, all of one home and one engine. Invariant: a conversation
// knows nothing of the others, and ending one ends nothing that they use.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { Conversations, Exchange, ServedConversation, TurnRequest } from '../serve/ports.ts'
import type { Standing } from '../session/conversation.ts'
import type { EngineLoad, SessionOptions, SessionPorts } from '../session/ports.ts'
import { conversationShelf } from '../session/resume.ts'
import { type ChatSession, openSession } from '../session/session.ts'
import { SharedList } from '../session/shared-list.ts'
import { lentEngine } from './lent-engine.ts'
import { lentAnalytics, lentMeaning } from './lent-ports.ts'

type LoadedEngine = Extract<EngineLoad, { type: 'ready' }>

export interface ServedSources {
  /** Composed and never started: its ports and options are those of every conversation. */
  readonly base: ChatSession
  readonly loaded: LoadedEngine
  /** Told what rings, and what began before a turn did. */
  readonly say: (message: string) => void
  /** Told everything. */
  readonly log?: ((event: SessionEvent | LiveSignal) => void) | undefined
}

/** Where conversations come from. */
export function servedSessions(sources: ServedSources): Conversations {
  return {
    isFresh: sources.base.options.mode === 'fresh',
    open: () => Served.open(sources),
    bringBack: (keptAs, first) => Served.bringBack(sources, keptAs, first),
  }
}

class Served implements ServedConversation {
  readonly #sources: ServedSources
  readonly #session: ChatSession
  readonly #options: Wished
  #turns = 0

  private constructor(sources: ServedSources, session: ChatSession, options: Wished) {
    this.#sources = sources
    this.#session = session
    this.#options = options
  }

  static async open(sources: ServedSources): Promise<Served> {
    const { base, say, log } = sources
    const options: Wished = { ...base.options }
    const session = await openSession(portsOf(sources), options)
    session.subscribe((event) => {
      if (event.type === 'ring') say(event.message)
    })
    if (log !== undefined) session.subscribe(log)
    session.start()
    await session.settled()
    return new Served(sources, session, options)
  }

  static async bringBack(
    sources: ServedSources,
    keptAs: string,
    first: readonly Exchange[],
  ): Promise<Served | string> {
    const served = await Served.open(sources)
    const shelf = conversationShelf(served.#session, new AbortController().signal)
    const { ok, text } = await shelf.resume(keptAs)
    try {
      if (ok && first.length > 0) await served.#bringBefore(first)
    } catch (error) {
      await served.close()
      throw error
    }
    if (ok) return served
    await served.close()
    return text
  }

  get isEmpty(): boolean {
    return this.#session.said.length === 0
  }

  get keptAs(): string | undefined {
    return this.#session.store.current
  }

  async send({ message, wishes, hear, signal }: TurnRequest): Promise<void> {
    const { base } = this.#sources
    const session = this.#session
    this.#options.temperature = wishes.temperature ?? base.options.temperature
    this.#options.seed = wishes.seed ?? base.options.seed
    this.#options.maxAnswerTokens = Math.min(wishes.maxTokens ?? Infinity, base.options.maxAnswerTokens)
    const leave = session.subscribe((event) => {
      // It went away between being sent and being begun.
      if (signal.aborted) session.interrupt()
      // What rings is the person's.
      if (event.type !== 'progress' && event.type !== 'view' && event.type !== 'ring') hear(event)
    })
    const stop = () => session.interrupt()
    signal.addEventListener('abort', stop, { once: true })
    this.#turns = session.said.length
    try {
      // Only a person gives commands.
      const text = message.trim()
      if (!signal.aborted) await session.submit(text.startsWith('/') ? `/${text}` : text)
    } finally {
      signal.removeEventListener('abort', stop)
      leave()
    }
  }

  takeBack(): void {
    if (this.#session.said.length > this.#turns) this.#session.messages.drop()
  }

  async bring(exchanges: readonly Exchange[]): Promise<number> {
    const session = this.#session
    const { standing } = session.conversation
    const last = session.said.at(-1)?.turn ?? standing.turns.at(-1)?.number ?? 0
    const more = turnsOf(exchanges, last + 1)
    const all = [...standing.turns, ...more]
    const fitting = await session.conversation.fit({ turns: all, earlier: [], open: undefined, said: [] })
    session.takeConversation(
      { ...fitting, said: standing.said, summary: standing.summary },
      last + exchanges.length,
    )
    return all.length - fitting.turns.length
  }

  mark(): () => Promise<Served> {
    const { standing } = this.#session.conversation
    const last = this.#session.said.at(-1)?.turn ?? standing.turns.at(-1)?.number ?? 0
    // Without `this`: what is kept in mind must not keep a closed session in memory.
    const sources = this.#sources
    return async () => {
      const served = await Served.open(sources)
      served.#take(standing, last)
      return served
    }
  }

  async close(): Promise<void> {
    await this.#session.close()
  }

  /** Puts these before all that stands, as far as the window has room for them. */
  async #bringBefore(exchanges: readonly Exchange[]): Promise<void> {
    const { standing } = this.#session.conversation
    const number = (standing.turns[0]?.number ?? 1) - exchanges.length
    const turns = [...turnsOf(exchanges, number), ...standing.turns]
    const fitting = await this.#session.conversation.fit({ ...standing, turns, said: [] })
    this.#session.takeConversation({ ...standing, turns: fitting.turns })
  }

  #take(standing: Standing, last: number): void {
    // What was said before can be gone back to only where it was said.
    this.#session.takeConversation({ ...standing, said: new SharedList() }, last)
  }
}

function turnsOf(exchanges: readonly Exchange[], first: number) {
  return exchanges.map(({ user, assistant }, at) => ({
    number: first + at,
    message: user,
    messages: [
      { role: 'user' as const, text: user },
      { role: 'assistant' as const, text: assistant },
    ],
  }))
}

/** What a client may wish for one turn. */
type Wished = {
  -readonly [K in keyof SessionOptions]: SessionOptions[K]
}

/** The home's ports, without what only a person at a terminal has, and with what must not end with one conversation. */
function portsOf({ base, loaded }: ServedSources): SessionPorts {
  const { ports } = base
  const { voice: _voice, startupPrompt: _startupPrompt, ...services } = ports.services
  return {
    ...ports,
    services,
    meaning: ports.meaning && lentMeaning(ports.meaning),
    analytics: lentAnalytics(ports.analytics),
    // The tools of servers stand in the ground; who links them is the base.
    mcp: undefined,
    // What a client asks for pauses no tool of the person's.
    toolHealth: { ...ports.toolHealth, note: () => undefined },
    secret: { isOn: () => ports.secret.isOn(), onChange: () => () => undefined, set: () => undefined },
    // An `@name` of another program is no wish to read a file.
    attachable: { look: async () => ({ type: 'none' }), read: async () => ({ ok: false, reason: '' }) },
    loadEngine: async (load) => {
      load.onModel(loaded.engine.info.modelId)
      return { ...loaded, engine: lentEngine(loaded.engine) }
    },
  }
}
