// The conversations that stand in memory: by name, or found again by the messages that a client sends along. Bounded in number,
// idle ones are closed; a named one comes back from disk. Invariant: used only by the turn that runs, so nothing here races.
import type { Conversations, Exchange, ServedConversation } from './ports.ts'
import { Refusal } from './refusal.ts'

export interface KeptLimits {
  readonly most: number
  readonly idleMs: number
}

/** One exchange as the client has it. */
interface Spoken extends Exchange {
  /** Begins another conversation with so many of the exchanges. */
  readonly before: { readonly count: number; readonly open: () => Promise<ServedConversation> }
}

export interface Kept {
  readonly name: string | undefined
  readonly conversation: ServedConversation
  /** What the client's system messages say; empty: nothing. */
  readonly system: string
  readonly spoken: Spoken[]
  /** A turn began in it; before that, its name is nobody's. */
  hasRun: boolean
  usedMs: number
}

/** `dropped`: how many of the exchanges that were brought along the window has no room for. */
export interface Found {
  readonly kept: Kept
  readonly dropped: number
}

/** A named conversation that cannot go on; the message is a sentence for the client. */
export class ConversationGone extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConversationGone'
  }
}

/** What is known of a closed one. */
interface Closed {
  /** Its name on disk; undefined: nothing of it is kept there. */
  readonly keptAs: string | undefined
  /** As it began; its file has nothing of that. */
  readonly system: string
}

/** Names of so many closed conversations are known. */
const MOST_CLOSED = 1_000

export class KeptConversations {
  readonly #conversations: Conversations
  readonly #limits: KeptLimits
  readonly #nowMs: () => number
  readonly #all = new Set<Kept>()
  /** By name. */
  readonly #closed = new Map<string, Closed>()

  constructor(conversations: Conversations, limits: KeptLimits, nowMs: () => number) {
    this.#conversations = conversations
    this.#limits = limits
    this.#nowMs = nowMs
  }

  get size(): number {
    return this.#all.size
  }

  /** The conversation of this name; if nobody used it, it begins with `system`. Throws `ConversationGone`, `Refusal`. */
  async named(name: string, system = ''): Promise<Kept> {
    const standing = [...this.#all].find((one) => one.name === name)
    if (standing !== undefined) return standing
    const closed = this.#closed.get(name)
    if (closed === undefined) return this.#begin({ name, system })
    if (closed.keptAs === undefined)
      throw new ConversationGone(
        `The conversation \`${name}\` was closed and nothing of it is kept; begin one under another name.`,
      )
    const back = await this.#conversations.bringBack(closed.keptAs, this.#exchangeOf(closed.system))
    if (typeof back === 'string') throw new ConversationGone(back)
    this.#closed.delete(name)
    const kept = await this.#keep(back, { name, system: closed.system })
    kept.hasRun = true
    return kept
  }

  /**
   * The conversation that these messages continue: one of which all exchanges stand at their beginning; else one that begins as
   * they do, gone on with from there; else a fresh one. The exchanges that it does not have are brought into it.
   */
  async matching(system: string, history: readonly Exchange[]): Promise<Found> {
    const candidates = [...this.#all]
      .filter((one) => one.name === undefined && one.system === system)
      .map((kept) => ({ kept, shared: sharedStart(kept.spoken, history) }))
      .sort((a, b) => b.shared - a.shared || b.kept.usedMs - a.kept.usedMs)
    const best = candidates[0]?.shared ?? 0
    const whole = candidates.find(({ kept, shared }) => shared === best && shared === kept.spoken.length)
    if (whole !== undefined && best > 0) return this.#bring(whole.kept, history.slice(best))
    const branch = best > 0 ? candidates[0]?.kept : undefined
    const before = branch?.spoken[best]?.before
    if (branch === undefined || before === undefined) {
      return this.#bring(await this.#begin({ system }), history)
    }
    const kept = await this.#keep(await before.open(), { system })
    kept.spoken.push(...branch.spoken.slice(0, before.count))
    return this.#bring(kept, history.slice(before.count))
  }

  /** Notes what was said in it; `open` begins another conversation before that. */
  note({ spoken }: Kept, exchange: Exchange, open: () => Promise<ServedConversation>): void {
    spoken.push({ ...exchange, before: { count: spoken.length, open } })
  }

  /** It was used now; `hasRun`: by a turn that began. */
  touch(kept: Kept, hasRun: boolean): void {
    kept.usedMs = this.#nowMs()
    kept.hasRun ||= hasRun
  }

  /** It is not to be used again. */
  async drop(kept: Kept): Promise<void> {
    if (!this.#all.delete(kept)) return
    if (kept.name !== undefined && kept.hasRun) {
      const [oldest] = this.#closed.keys()
      if (this.#closed.size >= MOST_CLOSED && oldest !== undefined) this.#closed.delete(oldest)
      this.#closed.set(kept.name, { keptAs: kept.conversation.keptAs, system: kept.system })
    }
    await kept.conversation.close()
  }

  async closeIdle(): Promise<void> {
    const since = this.#nowMs() - this.#limits.idleMs
    for (const kept of [...this.#all].filter((one) => one.usedMs < since)) await this.drop(kept)
  }

  async closeAll(): Promise<void> {
    for (const kept of [...this.#all]) await this.drop(kept)
  }

  async #begin({
    name,
    system,
  }: {
    readonly name?: string | undefined
    readonly system: string
  }): Promise<Kept> {
    const kept = await this.#keep(await this.#conversations.open(), { name, system })
    const first = this.#exchangeOf(system)
    if (first.length === 0) return kept
    const left = await this.#bringTo(kept, first)
    if (left === 0) return kept
    await this.drop(kept)
    throw new Refusal(400, 'too_long', 'The system messages do not fit the window; shorten them.')
  }

  /** System messages as they stand: not every model's template has a place for one behind the head. */
  #exchangeOf(system: string): readonly Exchange[] {
    return system === '' || this.#conversations.isFresh ? [] : [{ user: system, assistant: 'Understood.' }]
  }

  async #bring(kept: Kept, more: readonly Exchange[]): Promise<Found> {
    if (more.length === 0) return { kept, dropped: 0 }
    const before = { count: kept.spoken.length, open: kept.conversation.mark() }
    const dropped = await this.#bringTo(kept, more)
    kept.spoken.push(...more.map((one) => ({ ...one, before })))
    return { kept, dropped }
  }

  /** Of a conversation that is not whole, nothing is used. */
  async #bringTo(kept: Kept, more: readonly Exchange[]): Promise<number> {
    try {
      return await kept.conversation.bring(more)
    } catch (error) {
      await this.drop(kept)
      throw error
    }
  }

  async #keep(
    conversation: ServedConversation,
    { name, system = '' }: { readonly name?: string | undefined; readonly system?: string },
  ): Promise<Kept> {
    const kept: Kept = { name, conversation, system, spoken: [], hasRun: false, usedMs: this.#nowMs() }
    const least = [...this.#all].sort((a, b) => a.usedMs - b.usedMs)
    for (const one of least.slice(0, Math.max(0, least.length + 1 - this.#limits.most))) await this.drop(one)
    this.#all.add(kept)
    return kept
  }
}

/** Clients trim what they show. */
function sharedStart(ours: readonly Exchange[], theirs: readonly Exchange[]): number {
  const end = ours.findIndex((one, at) => {
    const other = theirs[at]
    return (
      other === undefined ||
      one.user.trim() !== other.user.trim() ||
      one.assistant.trim() !== other.assistant.trim()
    )
  })
  return end < 0 ? ours.length : end
}
