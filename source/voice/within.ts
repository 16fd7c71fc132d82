// Waiting for work that may go on without us.
import { setTimeout as delay } from 'node:timers/promises'

/**
 * true: the work is done; false: it is not after `waitMs` (undefined: it is waited for until it is), and goes on. Rejects as the work does,
 * or with the reason of `signal`.
 */
export async function settledWithin(
  work: Promise<unknown>,
  signal: AbortSignal,
  waitMs: number | undefined,
): Promise<boolean> {
  signal.throwIfAborted()
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const pause = delay(waitMs ?? 2 ** 31 - 1, false, { signal: either })
  pause.catch(() => undefined)
  try {
    return await Promise.race([work.then(() => true), pause])
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    over.abort()
  }
}
