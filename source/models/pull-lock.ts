// Only one pull of a model at a time per folder. The lock is a file with the process's id; it is taken over
// when that process is gone, also when another one has got its number since (a container gives the same ones again).
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PullError, systemCode } from './pull-error.ts'

export interface PullLock {
  release(): Promise<void>
}

const held = new Set<string>()

/** Takes the lock of a model. Throws `PullError` `busy` when a living process has it. */
export async function takeLock(modelsDir: string, id: string): Promise<PullLock> {
  const path = join(resolve(modelsDir), `${id}.lock`)
  if (held.has(path)) throw busy(id, process.pid, path)
  held.add(path)
  const own = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeFile(own, `${JSON.stringify({ pid: process.pid, started: await startOf(process.pid) })}\n`)
    for (let tries = 0; tries < 5; tries++) {
      if (await place(own, path)) return { release: () => release(path) }
      const found = await holder(path)
      if (found.pid !== undefined) throw busy(id, found.pid, path)
      await putAside(path, found.text)
    }
    throw busy(id, undefined, path)
  } catch (error) {
    held.delete(path)
    throw error
  } finally {
    await rm(own, { force: true })
  }
}

// A link appears with its content, so nobody reads a lock that is not written yet.
async function place(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    // A file system without hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error
  }
  return copyFile(own, path, constants.COPYFILE_EXCL).then(
    () => true,
    (error: unknown) => {
      if (systemCode(error) === 'EEXIST') return false
      throw error
    },
  )
}

/** Takes a stale lock away; one that was renewed since it was read is put back. */
async function putAside(path: string, stale: string | undefined): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await rename(path, aside)
    if ((await readFile(aside, 'utf8')) !== stale) await place(aside, path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

async function release(path: string): Promise<void> {
  held.delete(path)
  await rm(path, { force: true })
}

interface Holder {
  /** The living process that holds the lock; undefined when it is stale. */
  readonly pid: number | undefined
  readonly text: string | undefined
}

async function holder(path: string): Promise<Holder> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const fields = parse(text ?? '')
  const pid = fields.pid
  // Ours, and not in `held`: left by a process that had our number.
  if (typeof pid !== 'number' || pid === process.pid || !(await isAlive(pid))) return { pid: undefined, text }
  const now = await startOf(pid)
  const another = typeof fields.started === 'string' && now !== undefined && fields.started !== now
  return { pid: another ? undefined : pid, text }
}

function parse(text: string): { readonly pid?: unknown; readonly started?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

async function isAlive(pid: number): Promise<boolean> {
  // A zombie answers to signal 0 until its parent has fetched its end, and nobody does in some containers.
  if ((await procStat(pid))?.[0] === 'Z') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

/** When a process started, in the kernel's ticks; undefined where there is no /proc. */
async function startOf(pid: number): Promise<string | undefined> {
  return (await procStat(pid))?.[19]
}

/** Fields of proc_pid_stat(5) from the third (state) on; the second may hold blanks and brackets. */
async function procStat(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function busy(id: string, pid: number | undefined, path: string): PullError {
  const who = pid === undefined ? 'another process' : `process ${pid}`
  return new PullError(
    'busy',
    `\`${id}\` is being fetched by ${who}; wait for it, or delete \`${path}\` if it is not.`,
  )
}
