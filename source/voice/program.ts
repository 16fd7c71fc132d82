// A program of the machine, started without a shell, in a process group of its own that is ended as a whole.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { signalGroup } from '../lib/signal-group.ts'

/** How a program ended. */
export interface Ended {
  /** 0: well; null: by a signal, or it could not be started. */
  readonly code: number | null
  /** The end of what it wrote to stderr, or why it could not be started. */
  readonly complaint: string
}

/** A program that was started. */
export interface Program {
  readonly stdout: Readable
  /** Resolves when it has ended and all of its output was read; never rejects. */
  readonly ended: Promise<Ended>
  /** Ends the whole process group, by force if it must; resolves as `ended` does. */
  end(): Promise<Ended>
}

const PATIENCE_MS = 2_000
const COMPLAINT_CHARACTERS = 2_000

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts the program at an absolute path; `input` is all that it reads from stdin. When this process ends, the group is ended too; when it
 * is killed, a recorder ends by writing into a pipe that nobody reads.
 */
export function startProgram(path: string, args: readonly string[], input = ''): Program {
  const child = spawn(path, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group; Windows has none, and would open a console.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  let complaint = ''
  const note = (text: string) => {
    complaint = `${complaint}${text}`.slice(-COMPLAINT_CHARACTERS)
  }
  child.stderr.setEncoding('utf8').on('data', note)
  // A program that ends before it has read everything is told of by its exit code.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let isOver = false
  const endNow = () => endGroup(child, 'SIGKILL')
  process.once('exit', endNow)
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', (error) => note(error.message))
    child.once('close', (code) => {
      process.removeListener('exit', endNow)
      // Children of it that let go of its output.
      endNow()
      isOver = true
      // A program that could not be started has a negative code.
      resolve({ code: code === null || code < 0 ? null : code, complaint })
    })
  })
  return {
    stdout: child.stdout,
    ended,
    end: async () => {
      if (isOver) return ended
      endGroup(child, 'SIGTERM')
      const force = setTimeout(endNow, PATIENCE_MS)
      try {
        return await ended
      } finally {
        clearTimeout(force)
      }
    },
  }
}

/** The last line of a complaint, for a sentence. */
export function lastLine(complaint: string): string {
  const line =
    complaint
      .trim()
      .split(/[\r\n]+/)
      .at(-1) ?? ''
  return line.trim().replace(/\.$/, '').slice(0, 200)
}

function endGroup(child: Child, signal: 'SIGTERM' | 'SIGKILL'): void {
  // Without groups an id that is free again may be another program's.
  if (process.platform === 'win32' && child.exitCode !== null) return
  signalGroup(child, signal)
}
