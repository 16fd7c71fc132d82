// A lock that is a file with the process's id. It is taken over when that process is gone, also when another one has got
// its number since (a container gives the same ones again). Everything is done at once: between two steps nobody of ours runs.
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { resolve } from 'node:path'
import { linkOrCopy } from './atomic-write.ts'

export type FileLock =
  | { readonly ok: true; release(): void }
  /** The process that has it, if that is known. */
  | { readonly ok: false; readonly pid: number | undefined }

/** A lock was waited for in vain. */
export class LockBusy extends Error {}

const held = new Set<string>()

/** Takes the lock at `path`, whose folder must exist. Throws the system's error where no file can be written. */
export function takeFileLock(path: string): FileLock {
  const place = resolve(path)
  if (held.has(place)) return { ok: false, pid: process.pid }
  const own = `${place}.${randomBytes(6).toString('hex')}.tmp`
  try {
    fs.writeFileSync(own, `${JSON.stringify({ pid: process.pid, started: startOf(process.pid) })}\n`)
    for (let tries = 0; tries < 5; tries++) {
      if (put(own, place)) {
        held.add(place)
        return { ok: true, release: () => release(place) }
      }
      const { pid, text } = holderOf(place)
      if (pid !== undefined) return { ok: false, pid }
      putAside(place, text)
    }
    return { ok: false, pid: undefined }
  } finally {
    fs.rmSync(own, { force: true })
  }
}

/**
 * Does `work` while nobody else holds the lock at `path`; waits for it at most `patienceMs`, and stops everything of ours meanwhile,
 * so it is for short work alone. Throws `LockBusy` when it is still held then, and the system's error where no file can be written.
 */
export function withFileLock<T>(path: string, patienceMs: number, work: () => T): T {
  const until = performance.now() + patienceMs
  for (;;) {
    const lock = takeFileLock(path)
    if (lock.ok) {
      try {
        return work()
      } finally {
        lock.release()
      }
    }
    if (performance.now() > until)
      throw new LockBusy(
        `${lock.pid === undefined ? 'another process' : `process ${lock.pid}`} is writing it`,
      )
    Atomics.wait(PAUSE, 0, 0, 1 + Math.random() * 9)
  }
}

const PAUSE = new Int32Array(new SharedArrayBuffer(4))

/** The living process that has the lock at `path`, this one included; undefined: nobody. */
export function lockHolder(path: string): number | undefined {
  const place = resolve(path)
  return held.has(place) ? process.pid : holderOf(place).pid
}

function release(place: string): void {
  held.delete(place)
  fs.rmSync(place, { force: true })
}

// A link appears with its content, so nobody reads a lock that is not written yet.
function put(own: string, place: string): boolean {
  try {
    linkOrCopy(own, place)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Takes a stale lock away; one that was renewed since it was read is put back. */
function putAside(place: string, stale: string | undefined): void {
  const aside = `${place}.${randomBytes(6).toString('hex')}.tmp`
  try {
    fs.renameSync(place, aside)
    if (fs.readFileSync(aside, 'utf8') !== stale) put(aside, place)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  } finally {
    fs.rmSync(aside, { force: true })
  }
}

/** `pid` is undefined when the lock is stale. */
function holderOf(place: string): { readonly pid: number | undefined; readonly text: string | undefined } {
  const text = readText(place)
  const { pid, started } = parse(text ?? '')
  // Ours, and not in `held`: left by a process that had our number.
  if (typeof pid !== 'number' || pid === process.pid || !isAlive(pid)) return { pid: undefined, text }
  const now = startOf(pid)
  const isAnother = typeof started === 'string' && now !== undefined && started !== now
  return { pid: isAnother ? undefined : pid, text }
}

function parse(text: string): { readonly pid?: unknown; readonly started?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function isAlive(pid: number): boolean {
  // A zombie answers to signal 0 until its parent has fetched its end, and nobody does in some containers.
  if (procStat(pid)?.[0] === 'Z') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** When a process started, in the kernel's ticks; undefined where there is no /proc. */
function startOf(pid: number): string | undefined {
  return procStat(pid)?.[19]
}

/** Fields of proc_pid_stat(5) from the third (state) on; the second may hold blanks and brackets. */
function procStat(pid: number): string[] | undefined {
  const text = readText(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readText(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}
