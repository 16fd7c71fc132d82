// Servers in place of the embedded engine (`--engine`): the key from its place, what was found out about servers in the home,
// and the session's ports that are other ones then.
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ModelRow } from '../contracts/command.ts'
import { EngineFailure } from '../contracts/engine.ts'
import { UserError } from '../contracts/errors.ts'
import { type JsonObject, parseJsonObject } from '../contracts/json.ts'
import { readAddresses, type ServerAddress } from '../engine/remote/address.ts'
import type { ExchangeLimits } from '../engine/remote/exchange.ts'
import type { AbilityBook, Member } from '../engine/remote/members.ts'
import type { OpenedRemote } from '../engine/remote/open-remote.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import type { HomePaths } from '../paths.ts'
import type { EngineLoad, EngineLoadOptions, SessionPorts } from '../session/ports.ts'
import type { Settings } from '../settings-table.ts'

const MOST_KEPT = 64
const LONGEST_KEY = 4_096

/** The flags that count for a server; undefined: not given. */
export interface RemoteFlags {
  /** Addresses of servers, with commas, in place of the embedded engine. */
  readonly engine?: string
  readonly engineKeyFile?: string
  readonly model?: string
  readonly context?: number
  readonly answers?: Settings['answers']
  /** False: no saved KV state is read or written. */
  readonly cache?: boolean
}

export interface RemoteAccess {
  load(options: EngineLoadOptions): Promise<EngineLoad>
  /** In place of those of models in files. */
  readonly ports: Pick<SessionPorts, 'models' | 'whyNotLoadable' | 'probe'>
}

export interface RemoteSetting {
  readonly home: HomePaths
  readonly flags: RemoteFlags
  readonly env: NodeJS.ProcessEnv
  readonly limits?: ExchangeLimits
}

/** Reads flags and key; undefined: no server is named. Throws `UserError`. */
export function remoteOfHome({ home, flags, env, limits }: RemoteSetting): RemoteAccess | undefined {
  if (flags.engine === undefined) return undefined
  const read = readAddresses(flags.engine)
  if (read.type === 'problem') throw new UserError(read.message)
  const { addresses } = read
  const key = readKey(flags.engineKeyFile, env)
  let opened: OpenedRemote | undefined
  let ofStart: { readonly wanted: string | undefined } | undefined
  /** Of a server that was asked for none of them. */
  let offered: readonly string[] = []
  const names = () => [...new Set(opened?.members.flatMap(({ facts }) => facts.models) ?? offered)]
  return {
    load: async ({ model: wanted, signal, onModel, onNotice }) => {
      // The setting names a model in a file: only what was named for this start, or later, is one of a server.
      ofStart ??= { wanted }
      const isOfStart = wanted === ofStart.wanted && (wanted === undefined || !names().includes(wanted))
      const model = isOfStart ? flags.model || undefined : wanted
      // Not before it is needed: Node's HTTP client is a twentieth of a second of a start.
      const { openRemote } = await import('../engine/remote/open-remote.ts')
      const found = await openRemote(
        {
          ...{ addresses, key, model, contextTokens: flags.context },
          book: bookOf(join(home.cache, 'servers.json'), flags.cache ?? true),
          random: Math.random,
          onTakeover: onNotice,
          ...(limits && { limits }),
        },
        signal,
      ).catch((error: unknown) => {
        if (!(error instanceof EngineFailure)) throw error
        return error
      })
      // No model is known of it, so it is looked for again with the next message.
      if (found instanceof EngineFailure) {
        const { NoSuchModel } = await import('../engine/remote/server-facts.ts')
        offered = found.cause instanceof NoSuchModel ? found.cause.models : []
        return { type: 'failed', model: undefined, reason: found.message }
      }
      opened = found
      const { engine, members, absent } = opened
      onModel(engine.info.modelId)
      onNotice(describe(members, addresses, absent, key !== undefined))
      const answers = flags.answers === undefined || flags.answers === 'profile' ? 'auto' : flags.answers
      return { type: 'ready', engine, answers }
    },
    ports: {
      models: async () => names().map((id) => rowOf(id, opened?.members[0])),
      whyNotLoadable: async (id) =>
        opened === undefined || names().includes(id) || names().includes(`${id}:latest`)
          ? undefined
          : `No server has a model \`${id}\`; \`/model\` lists them.`,
      // It would ask eight questions that nobody sees, on a machine that others may use.
      probe: async () => undefined,
    },
  }
}

/** What a person should know of where the words go, in a line. */
function describe(
  members: readonly Member[],
  addresses: readonly ServerAddress[],
  absent: readonly string[],
  hasKey: boolean,
): string {
  const told = members.map(({ server, facts, abilities }) => {
    const { guidance, label } = abilities
    const how = label === 'reliable' ? ` (${guidance})` : ''
    return `\`${facts.model}\` at \`${server.address.host}\` (${facts.kind}), calls ${label}${how}${lacks(abilities)}`
  })
  const away = addresses.filter((one) => !one.isLoopback)
  const outside =
    away.length === 0
      ? ''
      : ` What you write and what tools find is sent there${away.some((one) => one.isPlain) ? ', unencrypted' : ''}${hasKey && away.some((one) => one.isPlain) ? ', and so is the key' : ''}.`
  const missing = absent.length === 0 ? '' : ` Not there: ${absent.join('; ')}.`
  return `Answers come from ${told.join(', ')}.${outside}${missing}`
}

/** What its answers do not say, and is missing in figures and confidence then. */
function lacks({ label, tellsProbabilities, tellsReuse }: Member['abilities']): string {
  const untold = [
    ...(tellsProbabilities ? [] : ['how sure it is']),
    ...(tellsReuse ? [] : ['what it has in its cache']),
  ]
  // One that was too busy to be tried is `shaky`, too.
  return label === 'shaky' || untold.length === 0 ? '' : `, tells not ${untold.join(' nor ')}`
}

function rowOf(id: string, member: Member | undefined): ModelRow {
  const where = member?.server.address.host ?? 'a server'
  return {
    ...{ id, title: id, licence: `at ${where}`, sizeBytes: 0, installed: true, verified: false },
    current: id === member?.facts.model,
  }
}

/** A flag would stand in the list of processes, so there is none for the key itself. */
function readKey(file: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  const text = file === undefined ? env.ETHERVOX_ENGINE_KEY : keyOfFile(file)
  const key = text?.trim() || undefined
  const place = file === undefined ? '`ETHERVOX_ENGINE_KEY`' : `\`${file}\``
  if (file !== undefined && key === undefined) throw new UserError(`The key file ${place} is empty.`)
  if (key !== undefined && (!/^[\x21-\x7e]+$/.test(key) || key.length > LONGEST_KEY))
    throw new UserError(`What stands in ${place} is no key: it has spaces or other signs in it.`)
  return key
}

function keyOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new UserError(
      `The key file \`${file}\` cannot be read (${reason}); check its path, or give the key in ETHERVOX_ENGINE_KEY.`,
    )
  }
}

/** What servers can do, in a file of the cache: losing it costs two small requests. */
function bookOf(file: string, keeps: boolean): AbilityBook {
  const read = (): JsonObject => {
    try {
      return parseJsonObject(readFileSync(file, 'utf8')) ?? {}
    } catch {
      return {}
    }
  }
  return {
    recall: (key) => {
      const kept = keeps ? read()[key] : undefined
      return typeof kept === 'object' && kept !== null && !Array.isArray(kept)
        ? (kept as JsonObject)
        : undefined
    },
    keep: (key, abilities) => {
      if (!keeps) return
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        const others = Object.entries(read()).filter(([name]) => name !== key)
        const kept = Object.fromEntries([...others.slice(1 - MOST_KEPT), [key, abilities]])
        writeFileAtomicSync(file, `${JSON.stringify(kept, undefined, 1)}\n`)
      } catch {
        // What is not kept is tried again.
      }
    },
  }
}
