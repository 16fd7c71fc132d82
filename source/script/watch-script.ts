// What ends a script before its lines do.
import { onEndSignals } from '../lib/end-signals.ts'
import type { StartableSession } from './script.ts'

/** A session whose running line can be given up, with all that were to come. */
export interface StoppableSession extends StartableSession {
  quit(): void
}

export interface ScriptStreams {
  readonly stdout: NodeJS.EventEmitter
  readonly stderr: NodeJS.EventEmitter
}

const FAILED = 1
const INTERRUPTED = 130

/**
 * Aborts at a signal, and when nobody takes what is written: the call that runs is stopped, and the session closed with what was
 * answered so far. Watches until the process ends.
 */
export function watchScript(session: StoppableSession, { stdout, stderr }: ScriptStreams): AbortSignal {
  const stop = new AbortController()
  const end = (code: number) => {
    session.raiseExitCode(code)
    session.quit()
    session.interrupt()
    stop.abort()
  }
  onEndSignals(() => end(INTERRUPTED))
  // What reads the output has gone, or the terminal.
  stdout.on('error', () => end(FAILED))
  // Words beside the answers are not worth an end.
  stderr.on('error', () => {})
  return stop.signal
}
