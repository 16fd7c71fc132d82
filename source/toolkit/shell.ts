// One command in a shell, with limits. Invariant: when the promise is settled, nothing of the command's process group runs on, but
// for the moment that a group gets to end by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { signalGroup } from '../lib/signal-group.ts'
import { HeadAndTail, type KeptText } from './head-and-tail.ts'

export interface ShellOptions {
  readonly folder: string
  readonly limitMs: number
  /** Of each of the two outputs: so many bytes of its beginning and of its end are kept. */
  readonly keepBytes: number
  readonly signal: AbortSignal
  /** What the command's environment is chosen from. */
  readonly environment: NodeJS.ProcessEnv
  /** More variables for the command. */
  readonly variables?: { readonly [name: string]: string }
}

export interface ShellOutcome {
  /** null: it was ended by a signal. */
  readonly exitCode: number | null
  readonly endedBy: NodeJS.Signals | null
  /** It was ended because its time was up. */
  readonly timedOut: boolean
  readonly stdout: KeptText
  readonly stderr: KeptText
}

/** Time to end by itself, before it is killed. */
const GRACE_MS = 2_000
/** What is left of a group whose shell has ended may hold the outputs open for so long. */
const OPEN_MS = 300

/** Nothing else is handed on: secrets often stand in the environment. */
const KEPT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'USER', 'LOGNAME', 'SHELL']
/** Without these no program starts on Windows. */
const KEPT_WINDOWS = [
  'SystemRoot',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
]

/** The part of an environment that a command gets. */
export function cleanEnvironment(from: NodeJS.ProcessEnv, platform = process.platform): NodeJS.ProcessEnv {
  const names = platform === 'win32' ? [...KEPT, ...KEPT_WINDOWS] : KEPT
  const kept = names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))
  return { ...Object.fromEntries(kept), TERM: 'dumb' }
}

/** Runs a command; rejects where no shell can be started, and with the signal's reason when it is aborted. */
export async function runInShell(command: string, options: ShellOptions): Promise<ShellOutcome> {
  options.signal.throwIfAborted()
  const child = start(command, options)
  const outputs = { stdout: new HeadAndTail(options.keepBytes), stderr: new HeadAndTail(options.keepBytes) }
  child.stdout?.on('data', (bytes: Buffer) => outputs.stdout.add(bytes))
  child.stderr?.on('data', (bytes: Buffer) => outputs.stderr.add(bytes))
  let timedOut = false
  const stop = () => endGroup(child)
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, options.limitMs)
  // The program may end at any time; what it started must not outlive it.
  const killNow = () => signalGroup(child, 'SIGKILL')
  options.signal.addEventListener('abort', stop, { once: true })
  process.once('exit', killNow)
  try {
    const { exitCode, endedBy } = await ended(child)
    options.signal.throwIfAborted()
    return {
      exitCode,
      endedBy,
      timedOut,
      stdout: outputs.stdout.kept,
      stderr: outputs.stderr.kept,
    }
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', stop)
    process.removeListener('exit', killNow)
  }
}

function start(command: string, { folder, environment, variables }: ShellOptions): ChildProcess {
  const isWindows = process.platform === 'win32'
  // Not tested on Windows: no process groups there, so `taskkill` ends the tree.
  const [shell, args] = isWindows
    ? ['cmd.exe', ['/d', '/s', '/c', `"${command}"`]]
    : ['/bin/sh', ['-c', command]]
  return spawn(shell, args, {
    cwd: folder,
    env: { ...cleanEnvironment(environment), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !isWindows,
    windowsHide: true,
    windowsVerbatimArguments: isWindows,
  })
}

function ended(child: ChildProcess): Promise<Pick<ShellOutcome, 'exitCode' | 'endedBy'>> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, endedBy) => {
      const settle = () => {
        endGroup(child)
        clearTimeout(timer)
        resolve({ exitCode, endedBy })
      }
      // What it started may hold the outputs open for ever.
      const timer = setTimeout(() => {
        settle()
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, OPEN_MS)
      child.once('close', settle)
    })
  })
}

/** Asks the whole group to end, and ends it if it does not. */
function endGroup(child: ChildProcess): void {
  if (!signalGroup(child, 'SIGTERM')) return
  const timer = setTimeout(() => {
    process.removeListener('exit', kill)
    kill()
  }, GRACE_MS)
  const kill = () => signalGroup(child, 'SIGKILL')
  timer.unref()
  process.once('exit', kill)
}
