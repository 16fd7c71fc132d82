// `ethervox serve`: this home, its engine and its tools for other programs of this machine (docs/serve.md).
import { readFileSync, statSync } from 'node:fs'
import { type ComposeOptions, composeSession } from '../compose.ts'
import { EngineFailure } from '../contracts/engine.ts'
import { UserError } from '../contracts/errors.ts'
import { remoteOfHome } from '../home/remote-of-home.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { onEndSignals } from '../lib/end-signals.ts'
import { makeToken } from '../lib/loopback-guard.ts'
import { type LoopbackServer, listenOnLoopback, webApp } from '../lib/loopback-server.ts'
import { unlessAborted } from '../lib/unless-aborted.ts'
import { SERVE_LIMITS, type ServeLimits } from '../serve/limits.ts'
import { openServer } from '../serve/server.ts'
import { Turns } from '../serve/turns.ts'
import type { EngineLoad } from '../session/ports.ts'
import type { ChatSession } from '../session/session.ts'
import { openLog } from './debug-log.ts'
import type { FlagValues } from './flags.ts'
import { DEFAULT_PORT } from './serve-flags.ts'
import { servedSessions } from './served-sessions.ts'

export interface ServeOptions extends Omit<ComposeOptions, 'interactive'> {
  readonly port?: number | undefined
  readonly tokenFile?: string | undefined
  /** A file that every event is written to. */
  readonly debug?: string | undefined
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
  /** Ends the service. */
  readonly signal: AbortSignal
  readonly limits?: ServeLimits
}

/** The same with the words and flags of a command line; `offerModel` is asked where no model is installed. */
export async function serveFromCommandLine(
  words: readonly string[],
  flags: FlagValues,
  start: Pick<ServeOptions, 'clock' | 'flags' | 'home' | 'program' | 'workspace'>,
  offerModel: () => Promise<unknown>,
): Promise<number> {
  if (words.length > 0)
    throw new UserError(`\`ethervox serve\` takes no \`${words[0]}\`; it takes flags (docs/serve.md).`)
  const remote = remoteOfHome({ home: start.home, flags: start.flags, env: process.env })
  if (remote === undefined) await offerModel()
  const stop = new AbortController()
  onEndSignals(() => stop.abort())
  return runServe({
    ...start,
    remote,
    port: flags.port as number | undefined,
    tokenFile: flags.tokenFile as string | undefined,
    debug: flags.debug as string | undefined,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stop.signal,
  })
}

const LONGEST_TOKEN = 4_096
const SHORTEST_TOKEN = 16
/** Replies that were stopped need no longer than this to end. */
const GRACE_MS = 1_000

/** Serves until `signal`; gives the exit code. Throws `UserError` for what cannot be begun. */
export async function runServe(options: ServeOptions): Promise<number> {
  const { flags, port = DEFAULT_PORT, tokenFile, stdout, stderr, signal, limits = SERVE_LIMITS } = options
  if (flags.approve === 'ask')
    throw new UserError('`--approve ask` needs a terminal; `ethervox serve` takes none, read, write or all.')
  if (flags.continue)
    throw new UserError('`--continue` is for a chat; a client of `ethervox serve` names its conversation.')
  const token = tokenFile === undefined ? makeToken() : readToken(tokenFile)
  // Before the load, which takes long; one that is taken meanwhile is told behind it.
  if (port !== 0) await (await listen(() => listenOnLoopback(webApp(), port), port)).close()
  const say = (message: string) => void stderr.write(`${message}\n`)
  const base = await composeSession({
    ...options,
    flags: { ...flags, approve: await policyOf(options) },
    interactive: false,
  })
  try {
    for (const reason of [...base.ground.reasons, ...base.ground.notices]) say(reason)
    const loaded = await loadOnce(base, say, signal)
    try {
      return await serve(base, loaded)
    } finally {
      await loaded.engine.close()
    }
  } finally {
    await base.close()
  }

  async function serve(base: ChatSession, loaded: Extract<EngineLoad, { type: 'ready' }>): Promise<number> {
    const model = loaded.engine.info.modelId
    const log = options.debug === undefined ? undefined : openLog(options.debug, base.ports.secret)
    const conversations = servedSessions({ base, loaded, say, log })
    // The head is made before the first client waits for it.
    const head = conversations.open().then((first) => first.close())
    // Where a signal ends the wait, it ends with the engine.
    await unlessAborted(signal, head).catch((error: unknown) => {
      throw signal.aborted ? stopped(error) : error
    })
    if (signal.aborted) throw stopped(signal.reason)
    const service = new Turns({ conversations, model, limits, nowMs: () => performance.now() })
    const onFault = (error: unknown) =>
      say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    const server = await listen(() => openServer({ service, token, limits, onFault }, port), port)
    const shownToken = tokenFile === undefined ? `\nToken (shown this once): ${token}` : ''
    stdout.write(
      `${model} is served at http://127.0.0.1:${server.port}/v1 (--approve ${base.options.approve}).${shownToken}\n`,
    )
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await Promise.all([service.close(), server.close(GRACE_MS)])
    return 0
  }
}

/** Nothing that does more than read runs for another program unless that was said for this start. */
async function policyOf({ flags, home }: ServeOptions) {
  if (flags.approve) return flags.approve
  const { keptSettings } = await import('../home/lent/kept-settings.ts')
  return keptSettings(home.settings).orDefaults.approve === 'none' ? 'none' : 'read'
}

async function loadOnce(base: ChatSession, say: (message: string) => void, signal: AbortSignal) {
  const load = {
    model: base.options.model,
    signal,
    onModel: () => undefined,
    onProgress: () => undefined,
    onRestart: (reason: string) => say(`The engine ended (${reason}) and was started again.`),
    onNotice: say,
  }
  const loaded = await base.ports.loadEngine(load).catch((error: unknown) => {
    if (signal.aborted) throw stopped(error)
    if (error instanceof EngineFailure) throw new UserError(error.message, 3, { cause: error })
    throw error
  })
  if (loaded.type === 'ready') return loaded
  throw new UserError(loaded.reason, 3)
}

function stopped(cause: unknown): UserError {
  return new UserError('The load was stopped.', 130, { cause })
}

async function listen(open: () => Promise<LoopbackServer>, port: number): Promise<LoopbackServer> {
  try {
    return await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const why = code === 'EADDRINUSE' ? 'another program listens there' : code
    throw new UserError(
      `Port \`${port}\` cannot be listened at (${why}); \`--port 0\` takes any free one.`,
      1,
    )
  }
}

/** A token that others can read is none. */
function readToken(file: string): string {
  let text: string
  try {
    // Windows has other rights than these bits.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new UserError(`The token file \`${file}\` can be read by others; \`chmod 600\` mends that.`)
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      `The token file \`${file}\` cannot be read (${diskReason(error)}); \`umask 077; openssl rand -hex 32 > ${file}\` makes one.`,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(text) || text.length < SHORTEST_TOKEN || text.length > LONGEST_TOKEN)
    throw new UserError(
      `What stands in \`${file}\` is no token: it needs ${SHORTEST_TOKEN} to ${LONGEST_TOKEN} signs without spaces.`,
    )
  return text
}
