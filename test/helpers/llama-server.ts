// Real llama.cpp servers on loopback, for tests and measurements: the program's path stands in ETHERVOX_LLAMA_SERVER.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

const PROGRAM = process.env.ETHERVOX_LLAMA_SERVER ?? ''
/** A start with a model of a gigabyte, on a busy machine. */
const LONGEST_START_MS = 180_000

export interface LlamaServer {
  readonly url: string
  readonly host: string
  readonly port: number
  /** What it wrote. */
  log(): string
  /** Resolves once it says anything, if only that it reads its model; throws as `ready` does. */
  listening(): Promise<void>
  /** Resolves once it answers; throws with its last words when it ends before. */
  ready(): Promise<void>
  /** Slots that work now; undefined: it does not answer. */
  working(): Promise<number | undefined>
  /** By force, in the middle of whatever it does. */
  kill(): Promise<void>
}

/** Why none can be started; undefined: one can. */
export function whyNoLlamaServer(): string | undefined {
  if (PROGRAM === '') return 'ETHERVOX_LLAMA_SERVER does not name a `llama-server`.'
  return existsSync(PROGRAM) ? undefined : `There is no \`llama-server\` at \`${PROGRAM}\`.`
}

/** Starts one; `args` are more of its own. It is reading its model when this resolves. The caller kills it. */
export async function startLlamaServer(
  model: string,
  args: readonly string[] = [],
  { port, key }: { readonly port?: number | undefined; readonly key?: string | undefined } = {},
): Promise<LlamaServer> {
  const own = port ?? (await freePort())
  const host = `127.0.0.1:${own}`
  const url = `http://${host}`
  const child = spawn(
    PROGRAM,
    ['-m', model, '--host', '127.0.0.1', '--port', String(own), ...(key ? ['--api-key', key] : []), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-200_000)
    })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ask = (path: string) =>
    fetch(`${url}${path}`, { headers: key ? { authorization: `Bearer ${key}` } : {} }).catch(() => undefined)
  const until = async (isThere: (reply: Response | undefined) => boolean) => {
    const latest = performance.now() + LONGEST_START_MS
    while (!isThere(await ask('/health'))) {
      if (hasEnded(child) || performance.now() > latest)
        throw new Error(`\`${PROGRAM}\` does not answer: ${log.trim().split('\n').at(-1)}`)
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  return {
    ...{ url, host, port: own },
    log: () => log,
    listening: () => until((reply) => reply !== undefined),
    ready: () => until((reply) => reply?.status === 200),
    working: async () => {
      const reply = await ask('/slots')
      if (reply?.status !== 200) return undefined
      const slots = (await reply.json()) as readonly { readonly is_processing: boolean }[]
      return slots.filter((slot) => slot.is_processing).length
    },
    kill: async () => {
      process.removeListener('exit', end)
      end()
      await gone
    },
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
