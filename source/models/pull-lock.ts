// Only one pull of a model at a time per folder: lib/file-lock.ts says how.
import { join, resolve } from 'node:path'
import { lockHolder, takeFileLock } from '../lib/file-lock.ts'
import { PullError, systemCode } from './pull-error.ts'

export interface PullLock {
  release(): Promise<void>
}

/** Takes the lock of a model. Throws `PullError` `busy` when a living process has it. */
export async function takeLock(modelsDir: string, id: string): Promise<PullLock> {
  const path = lockPath(modelsDir, id)
  const lock = takeFileLock(path)
  if (lock.ok) return { release: async () => lock.release() }
  throw busy(id, path, lock.pid)
}

/** The same to delete only: on a full disk no lock can be written, and it is enough that nobody holds one. */
export async function takeLockToDelete(modelsDir: string, id: string): Promise<PullLock> {
  try {
    return await takeLock(modelsDir, id)
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')) throw error
    const path = lockPath(modelsDir, id)
    const pid = lockHolder(path)
    if (pid !== undefined) throw busy(id, path, pid)
    return { release: async () => undefined }
  }
}

function lockPath(modelsDir: string, id: string): string {
  return join(resolve(modelsDir), `${id}.lock`)
}

function busy(id: string, path: string, pid: number | undefined): PullError {
  const who = pid === undefined ? 'another process' : `process ${pid}`
  return new PullError(
    'busy',
    `\`${id}\` is being fetched by ${who}; wait for it, or delete \`${path}\` if it is not.`,
  )
}
