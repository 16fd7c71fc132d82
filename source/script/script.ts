// The session without a screen: lines in, text or JSON events out. stdout has answers and what commands print,
// stderr the rest; with JSON, stdout has the events and nothing else. What others wrote is made plain in both: a pipe may end at a terminal.
import type { LiveSignal, SessionEvent } from '../contracts/event.ts'
import type { Session } from '../contracts/session.ts'
import { plainJson, plainText } from '../lib/plain-text.ts'
import type { ScriptLine } from './read-lines.ts'

export interface ScriptOptions {
  readonly json: boolean
  /** Also write `answer.delta` events. */
  readonly deltas: boolean
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
  /** Ends the script where it stands, also while it waits for a line or for the model. */
  readonly signal?: AbortSignal
  /** What stands on stdin and is not read, in a sentence. */
  readonly unread?: string | undefined
}

/** A session that can be started once somebody listens. */
export interface StartableSession extends Session {
  start(): void
  /** The highest code of a session is its exit code. */
  raiseExitCode(code: number): void
  /** Says something beside what the session does, to everybody who listens. */
  emit(event: SessionEvent): void
}

/** Runs every line as if typed and gives the exit code. Waits for the model before the first line. */
export async function runScript(
  session: StartableSession,
  lines: AsyncIterable<ScriptLine> | Iterable<ScriptLine>,
  options: ScriptOptions,
): Promise<number> {
  const write = options.json ? writeJson(options) : writeText(options)
  session.subscribe(write)
  session.start()
  if (options.unread !== undefined)
    session.emit({ type: 'notice', code: 'input_not_read', message: options.unread })
  const stopped = whenAborted(options.signal)
  await Promise.race([session.settled(), stopped])
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  while (!session.ended) {
    const next = await Promise.race([iterator.next(), stopped])
    if (next === undefined || next.done) break
    const line = next.value
    if (line.type === 'bad') {
      session.raiseExitCode(1)
      session.emit({ type: 'error', code: 'bad_line', message: line.reason })
    } else await session.submit(line.text)
  }
  return session.close()
}

/** Resolves when the signal is aborted; never without one. */
function whenAborted(signal: AbortSignal | undefined): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(undefined)
    signal?.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

type Listener = (event: SessionEvent | LiveSignal) => void

function writeJson({ stdout, deltas }: ScriptOptions): Listener {
  return (event) => {
    if (event.type === 'progress' || event.type === 'view') return
    if (event.type === 'answer.delta' && !deltas) return
    stdout.write(`${plainJson(event)}\n`)
  }
}

function writeText({ stdout, stderr }: ScriptOptions): Listener {
  return (event) => {
    switch (event.type) {
      case 'answer':
        if (event.text !== '') stdout.write(`${plainText(event.text)}\n`)
        break
      case 'command':
        if (event.text !== '') (event.ok ? stdout : stderr).write(`${plainText(event.text)}\n`)
        break
      case 'notice':
      case 'ring':
      case 'error':
        stderr.write(`${plainText(event.message)}\n`)
        break
      case 'turn.finished':
        if (event.status === 'cancelled') stderr.write('The turn was interrupted.\n')
        break
      case 'session.started':
        if (event.level > 2) stderr.write(`Level ${event.level}: ${plainText(event.reasons.join(' '))}\n`)
        break
      default:
    }
  }
}
