// Several servers as one: the least loaded one that is well is asked, and another takes over while nothing was shown.
// Invariant: whoever asks gets an answer or one `EngineFailure`; no request is lost, and none is written twice.
import { setTimeout as wait } from 'node:timers/promises'
import { EngineFailure } from '../../contracts/engine.ts'
import type { Server } from './server.ts'
import { ServerFailure } from './server-failure.ts'
import { LONGEST_LOADING_MS, LONGEST_WAIT_MS } from './status.ts'

/** After a failure others are asked first for so long. */
const DOWN_MS = 15_000
/** Attempts at one request beyond one for each server. */
const RETRIES = 2
const FIRST_WAIT_MS = 300

export interface PoolOptions {
  /** From 0 to below 1, for jitter: clients that failed together do not come back together. */
  readonly random: () => number
  /** Told when a server failed and another one is asked, or when one is waited for, in a sentence. */
  readonly onTakeover: (sentence: string) => void
}

export interface Attempt {
  readonly signal: AbortSignal
  /** True once something was shown: then nothing is asked again. */
  readonly hasShown?: () => boolean
}

export class Pool {
  readonly servers: readonly Server[]
  readonly #options: PoolOptions
  #last: Server | undefined

  /** At least one server. */
  constructor(servers: readonly Server[], options: PoolOptions) {
    this.servers = servers
    this.#options = options
    // Programs that share servers do not all begin with the first one.
    this.#last = servers[Math.floor(options.random() * servers.length)]
  }

  /** Does `work` with one server after another until it is done. Throws `EngineFailure`, or the signal's reason. */
  async run<T>(work: (server: Server) => Promise<T>, { signal, hasShown }: Attempt): Promise<T> {
    const failed = new Map<Server, ServerFailure>()
    const startedAt = performance.now()
    let most = this.servers.length + RETRIES
    let isTold = false
    for (let attempt = 1; ; attempt++) {
      const server = this.#choose(failed)
      try {
        server.load++
        const done = await work(server)
        server.downUntil = 0
        this.#last = server
        return done
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ServerFailure)) throw error
        failed.set(server, error)
        // A server that comes up is no attempt that failed.
        if (error.kind === 'loading' && performance.now() - startedAt < LONGEST_LOADING_MS) {
          most++
          const isWaitedFor = failed.get(this.#choose(failed))?.kind === 'loading'
          if (isWaitedFor && !isTold) this.#options.onTakeover(waitedFor(error))
          isTold ||= isWaitedFor
        }
        if (error.isDown) server.downUntil = performance.now() + DOWN_MS
        const isOver = hasShown?.() || attempt >= most || error.again === 'never'
        if (isOver || !this.#isLeft(failed)) throw failureOf(error)
      } finally {
        server.load--
      }
      await this.#pause(failed, server, attempt, signal)
    }
  }

  /**
   * Of those that did not fail at this request and are not down the one with the fewest requests; of equals the one that was
   * asked last, since it has the conversation in its cache.
   */
  #choose(failed: ReadonlyMap<Server, ServerFailure>): Server {
    const now = performance.now()
    const rank = (server: Server) =>
      [
        failed.get(server)?.again === 'other',
        failed.has(server),
        failed.get(server)?.kind !== 'loading',
        server.downUntil > now,
        server.load,
        server !== this.#last,
      ].map(Number)
    const ranked = this.servers.map((server) => ({ server, rank: rank(server) }))
    ranked.sort((a, b) => a.rank.reduce((sum, one, at) => sum || one - (b.rank[at] ?? 0), 0))
    const [best] = ranked
    if (best === undefined) throw new RangeError('a pool without servers')
    return best.server
  }

  /** Whether anything is left to try: a server that was not asked, or one that may come to itself. */
  #isLeft(failed: ReadonlyMap<Server, ServerFailure>): boolean {
    return this.servers.some((server) => (failed.get(server)?.again ?? 'same') === 'same')
  }

  /** Another server is asked at once, the same one after a while that doubles. */
  async #pause(
    failed: ReadonlyMap<Server, ServerFailure>,
    server: Server,
    attempt: number,
    signal: AbortSignal,
  ): Promise<void> {
    const next = this.#choose(failed)
    if (next !== server && !failed.has(next)) {
      const reason = failed.get(server)?.message ?? ''
      this.#options.onTakeover(`${reason}; \`${next.address.host}\` is asked instead.`)
      return
    }
    const { waitMs: wished, kind } = failed.get(next) ?? {}
    const doubled =
      kind === 'loading' ? 0 : FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + this.#options.random())
    await wait(Math.min(LONGEST_WAIT_MS, Math.max(wished ?? 0, doubled)), undefined, { signal }).catch(() => {
      signal.throwIfAborted()
    })
  }
}

/** A server that comes up, in a sentence. */
export function waitedFor({ message }: ServerFailure): string {
  return `${message}; it is waited for.`
}

/** The engine's own class of failures, with the server's clause as its message. */
export function failureOf(error: ServerFailure): EngineFailure {
  return new EngineFailure(error.kind === 'window' ? 'window' : 'failed', error.message, { cause: error })
}
