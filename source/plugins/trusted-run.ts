/**
 * Runs a call of a trusted plugin in a process of its own, with Node's permissions for files and processes, a limit of time, one of memory
 * and one of output. Node restricts no network, so this is code that the person trusts. Invariant: when the promise is settled, nothing of
 * the process's group runs on.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { parseJsonObject } from '../contracts/json.ts'
import type { PluginPermissions } from '../contracts/plugins.ts'
import { lastWords } from '../lib/last-words.ts'
import { processText, startedBy } from '../lib/process-family.ts'
import { signalGroup } from '../lib/signal-group.ts'
import { cleanEnvironment } from '../toolkit/shell.ts'
import { isInside } from '../toolkit/workspace-path.ts'
import { findFence, inBubblewrap } from './bubblewrap.ts'
import { holdLocked, leadsIntoLocked, lockedIn, namesLocked, writeArguments } from './locked-places.ts'
import { plainOf, RESULT_CHARACTERS } from './sandbox.ts'

export interface TrustedCall {
  /** File of the child: see `ProgramPaths.trustedChild`. */
  readonly child: string
  /** Folder of the plugin's version, and its module in it. */
  readonly folder: string
  readonly file: string
  readonly permissions: PluginPermissions
  readonly workspace: string
  readonly data: string
  /** The program's own files, which in bubblewrap are nobody's to write but for the data. */
  readonly home: string
  readonly args: JsonObject
  readonly now: Date
  readonly signal: AbortSignal
  readonly environment: NodeJS.ProcessEnv
  /** In place of the usual ones, for tests. */
  readonly limitMs?: number
  readonly memoryBytes?: number
}

export type TrustedOutcome =
  | { readonly type: 'value'; readonly value: JsonValue; readonly tricked?: true }
  | {
      readonly type: 'failed'
      readonly code: 'timeout' | 'memory' | 'flood' | 'crashed' | 'outside_permissions' | 'failed'
      readonly message: string
    }

export const TRUSTED_MS = 60_000
export const TRUSTED_BYTES = 512 * 1024 * 1024
const HEAP_MB = 256
/** Of what it prints, which nobody reads. */
const MOST_PRINTED = 1_000_000
const LOOK_MS = 200
const KEPT_ERROR = 300

type Settle = (outcome: TrustedOutcome) => void

/** Runs it once. Rejects with the signal's reason alone. */
export async function runTrusted(call: TrustedCall): Promise<TrustedOutcome> {
  call.signal.throwIfAborted()
  const { read, write } = call.permissions.paths
  if ([...read, ...write].some((path) => /^data(?:\/|$)/.test(path)))
    mkdirSync(call.data, { recursive: true, mode: 0o700 })
  const { command, release } = await commandOf(call)
  try {
    // It may have been interrupted while the fence was tried, and that is told to nobody again.
    call.signal.throwIfAborted()
    return await runCommand(call, command)
  } finally {
    release()
  }
}

async function runCommand(call: TrustedCall, [program, ...args]: readonly string[]): Promise<TrustedOutcome> {
  const child = spawn(program ?? '', args, {
    cwd: call.folder,
    env: environmentOf(call),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const end = () => {
    if (!signalGroup(child, 'SIGKILL')) child.kill('SIGKILL')
  }
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  const timers: NodeJS.Timeout[] = []
  process.once('exit', end)
  try {
    return await new Promise<TrustedOutcome>((resolve, reject) => {
      const failed = (code: 'timeout' | 'memory' | 'flood' | 'crashed', message = '') =>
        resolve({ type: 'failed', code, message })
      const { limitMs = TRUSTED_MS, memoryBytes = TRUSTED_BYTES, signal } = call
      timers.push(setTimeout(() => failed('timeout'), limitMs))
      timers.push(setInterval(() => residentBytes(child.pid) > memoryBytes && failed('memory'), LOOK_MS))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      child.on('error', (error) => failed('crashed', error.message))
      listen(child.stdio as readonly NodeJS.ReadableStream[], resolve, failed)
      child.stdin?.on('error', () => undefined)
      const { workspace, data, now } = call
      const host = { workspace, data, now: now.toISOString() }
      child.stdin?.end(JSON.stringify({ file: join(call.folder, call.file), args: call.args, host }))
    })
  } finally {
    for (const timer of timers) clearInterval(timer)
    process.removeListener('exit', end)
    end()
    for (const stream of child.stdio) stream?.destroy()
    await gone
  }
}

/** What it prints is counted, and its last words kept for a failure; descriptor 3 brings the result. */
function listen(
  [, stdout, stderr, result]: readonly (NodeJS.ReadableStream | undefined)[],
  resolve: Settle,
  failed: (code: 'flood' | 'crashed', message?: string) => void,
): void {
  let printed = 0
  let words = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (bytes: Buffer) => {
      printed += bytes.length
      if (printed > MOST_PRINTED) failed('flood')
      if (stream === stderr) words = `${words}${bytes}`.slice(-4 * KEPT_ERROR)
    })
  const pieces: Buffer[] = []
  let size = 0
  result?.on('data', (bytes: Buffer) => {
    size += bytes.length
    if (size > 4 * RESULT_CHARACTERS) failed('flood')
    else pieces.push(bytes)
  })
  result?.on('error', () => undefined)
  result?.on('end', () => {
    // The line break with which our side of the process begins: without it nothing of the plugin ran.
    const [, began = '', text = ''] = /^(\n?)(.*)$/s.exec(Buffer.concat(pieces).toString('utf8')) ?? []
    const said = parseJsonObject(text)
    if (said?.value !== undefined && text.length > RESULT_CHARACTERS) failed('flood')
    else if (said?.value !== undefined) resolve(plain(said.value, text))
    else if (typeof said?.message === 'string') {
      const code = said.code === 'outside_permissions' ? said.code : 'failed'
      resolve({ type: 'failed', code, message: said.message })
    } else if (began === '') resolve({ type: 'failed', code: 'failed', message: notBegun(words) })
    else failed('crashed', lastWords(words).slice(0, KEPT_ERROR))
  })
}

function plain(value: JsonValue, text: string): TrustedOutcome {
  try {
    return { type: 'value', value: plainOf(value), ...(text.includes('"__proto__":') && { tricked: true }) }
  } catch {
    return { type: 'failed', code: 'flood', message: '' }
  }
}

/** Where the fence or Node could not be made ready for it. */
function notBegun(words: string): string {
  return `its process could not begin (${lastWords(words).slice(0, KEPT_ERROR) || 'it did not say why'})`
}

/** What is started, and what gives back what was held for it. */
async function commandOf(
  call: TrustedCall,
): Promise<{ readonly command: readonly string[]; readonly release: () => void }> {
  const { child, folder, permissions, workspace } = call
  const read = [child, folder, ...permissions.paths.read.map((path) => placeOf(path, call))]
  const may = permissions.paths.write.filter(
    (path) => namesLocked(path) || !leadsIntoLocked(placeOf(path, call), workspace),
  )
  const write = may.map((path) => placeOf(path, call))
  const fence = await findFence(call.environment)
  if (fence.type !== 'works') {
    const writes = may.flatMap((path) => writesAlone(path, call))
    return { command: nodeOf(call, [...read, ...write], writes), release: () => undefined }
  }
  for (const path of write) makeFolder(path)
  const wide = may.filter((path) => !namesLocked(path)).map((path) => placeOf(path, call))
  const release = holdLocked(wide, workspace)
  const home = wide.some((place) => isInside(place, call.home)) ? [call.home] : []
  const locked = [...home, ...lockedIn(wide, workspace)]
  const opened = write.filter((path) => locked.some((one) => isInside(one, path)))
  const places = { read, write, locked, opened, hasNetwork: permissions.hosts.length > 0 }
  // It keeps what is locked from programs too, so that Node's permissions may be simple.
  const node = nodeOf(call, [...read, ...write], write.flatMap(wholeOf))
  return { command: inBubblewrap(fence.path, node, places), release }
}

/** Node's own permissions for a place, where nothing stands around them. */
function writesAlone(path: string, call: TrustedCall): readonly string[] {
  const place = placeOf(path, call)
  return namesLocked(path) || isInside(call.data, place) ? wholeOf(place) : writeArguments(place)
}

function wholeOf(path: string): readonly string[] {
  return [`--allow-fs-write=${path}`, `--allow-fs-write=${join(path, '*')}`]
}

function nodeOf(
  { child, permissions }: TrustedCall,
  read: readonly string[],
  writes: readonly string[],
): readonly string[] {
  return [
    process.execPath,
    '--permission',
    ...read.flatMap((path) => [`--allow-fs-read=${path}`, `--allow-fs-read=${join(path, '*')}`]),
    ...writes,
    ...(permissions.commands.length > 0 ? ['--allow-child-process'] : []),
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
    child,
  ]
}

/** What is not there cannot be brought into the fence; where it cannot be made either, writing there fails. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch {
    // Told when something is written there.
  }
}

/** Where a place of a permission is. */
function placeOf(path: string, { workspace, data }: TrustedCall): string {
  const [, top = '', rest = ''] = /^(workspace|data|~|)(.*)$/s.exec(path) ?? []
  return join({ workspace, data, '~': homedir() }[top] ?? '/', rest)
}

function environmentOf({ environment, permissions }: TrustedCall): NodeJS.ProcessEnv {
  const named = permissions.environment.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  )
  return { ...cleanEnvironment(environment), ...Object.fromEntries(named) }
}

/** Memory that a process and those that it started really have, in bytes; 0 where there is no /proc. */
function residentBytes(pid: number | undefined): number {
  if (pid === undefined) return 0
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(processText(pid, 'status'))?.[1] ?? 0
  return startedBy(pid).reduce((sum, one) => sum + residentBytes(one), Number(kilobytes) * 1024)
}
