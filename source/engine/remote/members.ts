// The servers of one engine with what is known of each. One that was away at the start is looked over when it is asked first.
import type { JsonObject } from '../../contracts/json.ts'
import { type Abilities, readAbilities, tryAbilities } from './abilities.ts'
import type { Server } from './server.ts'
import { learnServer, NoSuchModel, type ServerFacts } from './server-facts.ts'
import { ServerFailure } from './server-failure.ts'

/** Where abilities are kept between sessions; `key` names server, model and build. */
export interface AbilityBook {
  recall(key: string): JsonObject | undefined
  keep(key: string, abilities: Abilities): void
}

export interface Member {
  readonly server: Server
  readonly facts: ServerFacts
  readonly abilities: Abilities
}

/** While nothing better is known: a server that could not be tried is held to nothing. */
const UNTRIED: Abilities = { guidance: 'none', label: 'shaky', tellsProbabilities: false, tellsReuse: false }

export class Members {
  readonly #model: string | undefined
  readonly #book: AbilityBook
  readonly #known = new Map<Server, Member>()
  readonly #learning = new Map<Server, Promise<Member>>()

  /** `model` undefined: the only one that a server has. */
  constructor(model: string | undefined, book: AbilityBook) {
    this.#model = model
    this.#book = book
  }

  /** Those that were looked over. */
  get known(): readonly Member[] {
    return [...this.#known.values()]
  }

  /** What is known of this server; asks it where that is nothing. Throws `ServerFailure`, `NoSuchModel`. */
  async of(server: Server, signal: AbortSignal): Promise<Member> {
    const known = this.#known.get(server)
    if (known !== undefined) return known
    // Who asks while another one looks takes what that finds, unless the other one gives up.
    const running = this.#learning.get(server)
    if (running !== undefined) {
      const found = await running.catch(() => undefined)
      signal.throwIfAborted()
      if (found !== undefined) return found
    }
    const learning = this.#learn(server, signal).finally(() => this.#learning.delete(server))
    this.#learning.set(server, learning)
    return learning
  }

  /** The same in the middle of a request: a server without the model is passed over. */
  async inRequest(server: Server, signal: AbortSignal): Promise<Member> {
    try {
      return await this.of(server, signal)
    } catch (error) {
      if (!(error instanceof NoSuchModel)) throw error
      throw new ServerFailure('refused', error.message.replace(/\.$/, ''), { cause: error })
    }
  }

  async #learn(server: Server, signal: AbortSignal): Promise<Member> {
    const facts = await learnServer(server, this.#model, signal)
    const member = { server, facts, abilities: await this.#abilities(server, facts, signal) }
    this.#known.set(server, member)
    return member
  }

  async #abilities(server: Server, facts: ServerFacts, signal: AbortSignal): Promise<Abilities> {
    const key = `${server.address.api} ${facts.kind} ${facts.build} ${facts.model}`
    const kept = readAbilities(this.#book.recall(key) ?? {})
    if (kept !== undefined) return kept
    try {
      const found = await tryAbilities(server, facts, signal)
      this.#book.keep(key, found)
      return found
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ServerFailure)) throw error
      return UNTRIED
    }
  }
}
