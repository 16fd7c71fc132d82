// `ethervox mcp serve`: a session without a model and without a person, whose tools other programs call. A call goes the same way
// as one that is typed, so that approvals, roles and what is turned off hold for it.
import { type ComposeOptions, composeSession } from '../compose.ts'
import { UserError } from '../contracts/errors.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { JsonObject } from '../contracts/json.ts'
import { plainText } from '../lib/plain-text.ts'
import type { ServedResult } from '../mcp/serve.ts'
import type { ChatSession } from '../session/session.ts'
import { openLog } from './debug-log.ts'

interface Served extends Pick<ComposeOptions, 'clock' | 'flags' | 'home' | 'program' | 'workspace'> {
  /** File of every event. */
  readonly debug?: string | undefined
}

/** Serves until the other side ends it; gives the exit code. */
export async function serveMcp({ debug, ...options }: Served, words: readonly string[]): Promise<number> {
  const [verb, ...rest] = words
  if (verb !== 'serve' || rest.length > 0)
    throw new UserError(`\`ethervox mcp ${words.join(' ')}\` is not known; there is \`ethervox mcp serve\`.`)
  if (options.flags.approve === 'ask')
    throw new UserError(
      '`--approve ask` needs a terminal; `ethervox mcp serve` takes none, read, write or all.',
    )
  const session = await composeSession({ ...options, interactive: false, alone: true })
  const { level, reasons, notices } = session.ground
  if (level > 2) {
    await session.close()
    throw new UserError(`No tool can be offered at level ${level}: ${reasons.join(' ')}`, 1)
  }
  // What the other program shows of us, or keeps: stdout is the protocol's.
  for (const reason of [...reasons, ...notices]) process.stderr.write(`${plainText(reason)}\n`)
  if (debug !== undefined) session.subscribe(openLog(debug, session.ports.secret))
  const { serveOverStdio } = await import('../mcp/serve.ts')
  const stop = new AbortController()
  process.on('SIGINT', () => stop.abort())
  process.on('SIGTERM', () => stop.abort())
  let queue: Promise<unknown> = Promise.resolve()
  const served = {
    program: { name: 'ethervox', version: options.program.version },
    tools: () =>
      session.role.tools.enabled.flatMap(({ name, risk }) => {
        const detail = session.ground.tools.detail(name)
        return detail === undefined ? [] : [{ name, risk, ...detail }]
      }),
    // One at a time: a session runs one line at a time.
    call: (name: string, args: JsonObject, signal: AbortSignal): Promise<ServedResult> => {
      const work = queue.then(() => callOnce(session, name, args, signal))
      queue = work
      return work
    },
  }
  await serveOverStdio(served, stop.signal)
  await session.close()
  return 0
}

async function callOnce(
  session: ChatSession,
  name: string,
  args: JsonObject,
  signal: AbortSignal,
): Promise<ServedResult> {
  if (signal.aborted) return { ok: false, text: 'The call was taken back.', result: undefined }
  if (!session.role.tools.isEnabled(name))
    return { ok: false, text: `There is no tool \`${name}\` here.`, result: undefined }
  const heard: SessionEvent[] = []
  const leave = session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') heard.push(event)
  })
  const stop = () => session.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await session.submit(`/call ${name} ${JSON.stringify(args)}`)
  } finally {
    signal.removeEventListener('abort', stop)
    leave()
  }
  // The last: a tool with steps ends behind them.
  const finished = heard.findLast((event) => event.type === 'tool.finished')
  if (finished !== undefined) return { ok: finished.ok, text: finished.say, result: finished.result }
  const refusal = heard.find((event) => event.type === 'command' || event.type === 'error')
  const text = refusal?.type === 'command' ? refusal.text : refusal?.message
  return { ok: false, text: text || `\`${name}\` was not run.`, result: undefined }
}
