// Opens servers as one engine: all are looked over at once, and those that answer and have the model make the engine.
// The others join when they come back.
import { setTimeout as wait } from 'node:timers/promises'
import { type Engine, EngineFailure, type EngineInfo } from '../../contracts/engine.ts'
import { sha256Hex } from '../../lib/checksum.ts'
import type { ServerAddress } from './address.ts'
import { closeConnections, type ExchangeLimits, LIMITS, openConnections } from './exchange.ts'
import { type AbilityBook, type Member, Members } from './members.ts'
import { Pool, type PoolOptions, waitedFor } from './pool.ts'
import { RemoteEngine } from './remote-engine.ts'
import { Server } from './server.ts'
import { NoSuchModel } from './server-facts.ts'
import { ServerFailure } from './server-failure.ts'
import { LOADING_WAIT_MS, LONGEST_LOADING_MS } from './status.ts'

const DEFAULT_CONTEXT_TOKENS = 8_192

export interface RemoteOptions extends PoolOptions {
  readonly addresses: readonly ServerAddress[]
  /** Sent to each of them; undefined: none. */
  readonly key: string | undefined
  /** Name on the servers; undefined: the only one there. */
  readonly model: string | undefined
  /** Undefined: what the servers tell, else 8192. */
  readonly contextTokens: number | undefined
  readonly book: AbilityBook
  readonly limits?: ExchangeLimits
}

export interface OpenedRemote {
  readonly engine: Engine
  readonly members: readonly Member[]
  /** Why the others are not there yet, a clause each. */
  readonly absent: readonly string[]
}

/** Throws `EngineFailure` (`load`) with a sentence when no server can be used, and the signal's reason. */
export async function openRemote(options: RemoteOptions, signal: AbortSignal): Promise<OpenedRemote> {
  const startedAt = performance.now()
  const connections = openConnections()
  const link = { connections, limits: options.limits ?? LIMITS, key: options.key }
  const servers = options.addresses.map((address) => new Server(address, link))
  const members = new Members(options.model, options.book)
  const looked = await lookOver(servers, members, options, signal)
  const failures = looked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const strange = failures.find((one) => !(one instanceof ServerFailure) && !(one instanceof NoSuchModel))
  const known = members.known
  if (signal.aborted || strange !== undefined || known.length === 0) {
    closeConnections(connections)
    signal.throwIfAborted()
    throw strange ?? loadFailure(failures)
  }
  for (const [at, server] of servers.entries()) {
    // Nothing is asked of it before the others had their turn.
    if (looked[at]?.status === 'rejected') server.downUntil = performance.now() + link.limits.connectMs
  }
  const info = { ...infoOf(known, options), loadMs: performance.now() - startedAt }
  const pool = new Pool(servers, options)
  return {
    engine: new RemoteEngine({ pool, members, connections, info, tell: options.onTakeover }),
    members: known,
    absent: failures.map(messageOf),
  }
}

/** Looks all over at once; while none is there, those that read their model are waited for. */
async function lookOver(
  servers: readonly Server[],
  members: Members,
  options: RemoteOptions,
  signal: AbortSignal,
): Promise<readonly PromiseSettledResult<Member>[]> {
  const until = performance.now() + LONGEST_LOADING_MS
  for (let isTold = false; ; isTold = true) {
    const looked = await Promise.allSettled(servers.map((server) => members.of(server, signal)))
    const [loading] = looked.flatMap((one) => {
      const reason: unknown = one.status === 'rejected' ? one.reason : undefined
      return reason instanceof ServerFailure && reason.kind === 'loading' ? [reason] : []
    })
    const isOver = loading === undefined || members.known.length > 0 || performance.now() > until
    if (signal.aborted || isOver) return looked
    if (!isTold) options.onTakeover(waitedFor(loading))
    await wait(LOADING_WAIT_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** The model's name as a folder of states can be called, and apart from a local model of the same name. */
export function remoteModelId(model: string): string {
  return `${model.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '_')}@server`
}

function infoOf(members: readonly Member[], { contextTokens }: RemoteOptions): EngineInfo {
  const [first] = members
  const model = first?.facts.model ?? ''
  const windows = members.flatMap(({ facts }) => facts.contextTokens ?? [])
  const least = windows.length === 0 ? undefined : Math.min(...windows)
  const tokens = Math.min(contextTokens ?? least ?? DEFAULT_CONTEXT_TOKENS, least ?? Number.POSITIVE_INFINITY)
  return {
    modelId: remoteModelId(model),
    // Nobody sees the weights, so the name has to stand for them.
    modelSha256: sha256Hex(Buffer.from(`remote ${model}`)),
    contextTokens: tokens,
    callContextTokens: tokens,
    trainContextTokens: Math.max(tokens, ...members.flatMap(({ facts }) => facts.trainContextTokens ?? [])),
    chatFormat: 'server',
    canThink: false,
    build: [...new Set(members.map(({ facts }) => `${facts.kind} ${facts.build}`.trim()))].join(', '),
    cache: 'trim',
    gpu: 'server',
    threads: 0,
    loadMs: 0,
    sizeBytes: 0,
    estimatesTokens: !members.every(({ facts }) => facts.countsTokens),
  }
}

function loadFailure(failures: readonly unknown[]): EngineFailure {
  const [first] = failures
  if (failures.length === 1 && first instanceof ServerFailure) {
    const advice = first.kind === 'unreachable' ? ' Is it running, and is this its address?' : ''
    return new EngineFailure('load', `${first.message}.${advice}`, { cause: first })
  }
  const text = failures.map(messageOf).join('; ')
  return new EngineFailure('load', text.endsWith('.') ? text : `${text}.`, { cause: first })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
