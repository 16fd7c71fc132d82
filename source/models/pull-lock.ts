// Only one pull of a model at a time per folder: lib/file-lock.ts says how.
import { join, resolve } from 'node:path'
import { takeFileLock } from '../lib/file-lock.ts'
import { PullError } from './pull-error.ts'

export interface PullLock {
  release(): Promise<void>
}

/** Takes the lock of a model. Throws `PullError` `busy` when a living process has it. */
export async function takeLock(modelsDir: string, id: string): Promise<PullLock> {
  const path = join(resolve(modelsDir), `${id}.lock`)
  const lock = takeFileLock(path)
  if (lock.ok) return { release: async () => lock.release() }
  const who = lock.pid === undefined ? 'another process' : `process ${lock.pid}`
  throw new PullError(
    'busy',
    `\`${id}\` is being fetched by ${who}; wait for it, or delete \`${path}\` if it is not.`,
  )
}
