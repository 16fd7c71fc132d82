// Giving the terminal back, whatever ends the program. Ink does this when it unmounts, but part of it in React's passive
// effects, which a dying process does not wait for; and a signal with a listener of ours is no longer Ink's business.
import { setImmediate } from 'node:timers/promises'
import type { ReadStream, WriteStream } from 'node:tty'
import { onEndSignals } from '../lib/end-signals.ts'

export interface Terminal {
  readonly stdin: ReadStream
  readonly stdout: WriteStream
}

/** Bracketed paste and modifyOtherKeys off, cursor shown, styles reset: all harmless where it was so already. */
const RESTORE = '\x1b[?2004l\x1b[>4;0m\x1b[?25h\x1b[0m'
const BRACKETED_PASTE = '\x1b[?2004h'

/** Puts a terminal back into the state in which a shell expects it; works inside an exit handler. */
export function restoreTerminal({ stdin, stdout }: Terminal): void {
  try {
    if (stdin.isTTY) stdin.setRawMode(false)
  } catch {
    // A terminal that went away has no mode left.
  }
  try {
    if (stdout.isTTY && stdout.writable) stdout.write(RESTORE)
  } catch {
    // The same.
  }
}

/** Takes the keys of a terminal again: while the program was stopped, the shell has set modes of its own. */
export function retakeTerminal({ stdin, stdout }: Terminal, otherKeys: string): void {
  try {
    // Node and what is below it do nothing for a mode that they believe to be set.
    if (stdin.isTTY) stdin.setRawMode(false).setRawMode(true)
  } catch {
    // One that went away tells of it by a signal of its own.
  }
  if (stdout.isTTY && stdout.writable) stdout.write(BRACKETED_PASTE + otherKeys)
}

/**
 * Leaves the input to another program. Ink no longer listens by then, but Node has asked the system for one more read, and
 * would take the first thing that is typed there; it gives that up once a paused stream has had its turn.
 */
export async function stopReading(stdin: ReadStream): Promise<void> {
  await setImmediate()
  stdin.pause()
  await setImmediate()
}

/**
 * Calls `stop` at a signal, at the end of input or when the terminal takes no more (`lost`), `crash` before an uncaught error ends the
 * process, `again` when it goes on after it was stopped from outside (`fg`). Gives the undoing.
 */
export function watchEnds(
  { stdin, stdout }: Terminal,
  on: {
    readonly stop: (why: NodeJS.Signals | 'end' | 'lost') => void
    readonly crash: () => void
    readonly again: () => void
  },
): () => void {
  const onEnd = () => on.stop('end')
  // Node says so when it asks a closed terminal for its size; an error that nobody hears ends the process on the spot.
  const onLost = () => on.stop('lost')
  const unsignal = onEndSignals(on.stop)
  process.on('uncaughtExceptionMonitor', on.crash)
  process.on('exit', on.crash)
  process.on('SIGCONT', on.again)
  stdin.on('end', onEnd)
  stdin.on('error', onEnd)
  stdout.on('error', onLost)
  return () => {
    unsignal()
    process.off('uncaughtExceptionMonitor', on.crash)
    process.off('exit', on.crash)
    process.off('SIGCONT', on.again)
    stdin.off('end', onEnd)
    stdin.off('error', onEnd)
    stdout.off('error', onLost)
  }
}

/**
 * Lets what is still to be closed be closed behind a terminal that went away: reading and writing fail by then, and a shell tells of it a
 * second time. Gives the undoing.
 */
export function outlive({ stdin, stdout }: Terminal): () => void {
  const ignore = () => {}
  process.on('SIGHUP', ignore)
  stdin.on('error', ignore)
  stdout.on('error', ignore)
  return () => {
    process.off('SIGHUP', ignore)
    stdin.off('error', ignore)
    stdout.off('error', ignore)
  }
}
