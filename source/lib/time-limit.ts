/**
 * Work that is not ours to trust, such as a regular expression of a stranger, ended from outside when its time is up. Node's own
 * interrupt (`node:vm`) also ends V8's matcher in the middle of backtracking, which nothing within the program can. It costs about
 * 0.2 ms a call, because a thread keeps the time: put what belongs together into one call.
 */
import { type Context, createContext, Script } from 'node:vm'

/** The work was ended; what it would have given is unknown. */
export class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp'
  readonly limitMs: number
  /** What was ended. */
  readonly work: () => unknown

  constructor(limitMs: number, work: () => unknown) {
    super(`it took more than ${limitMs} ms`)
    this.limitMs = limitMs
    this.work = work
  }
}

const OVER = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

let context: Context | undefined
let script: Script | undefined

/** Each waits twice as long as the one before. */
const MOST_TRIES = 6

/**
 * Runs it and gives what it returns, or throws `TimeIsUp`; what it throws by itself comes through. Only for work that changes nothing
 * outside of itself and waits for nothing: it is ended anywhere, its `finally` is not run, and on a machine that had hardly a moment
 * for it (others are at work, or it slept) it is begun again. Calls may stand in each other; the shortest limit counts.
 */
export function withinTime<T>(limitMs: number, work: () => T): T {
  for (let tries = 1; ; tries++) {
    const before = process.threadCpuUsage()
    try {
      return tryWithin(limitMs * 2 ** (tries - 1), work)
    } catch (error) {
      if (!(error instanceof TimeIsUp) || error.work !== work) throw error
      const { user, system } = process.threadCpuUsage(before)
      if ((user + system) / 1_000 >= limitMs / 2 || tries === MOST_TRIES) throw new TimeIsUp(limitMs, work)
    }
  }
}

function tryWithin<T>(limitMs: number, work: () => T): T {
  context ??= createContext(Object.create(null))
  script ??= new Script('work()')
  context.work = work
  try {
    return script.runInContext(context, { timeout: limitMs, displayErrors: false })
  } catch (error) {
    // Of one limit within another it is no `Error` of ours, but one of the context's own.
    const isOver = typeof error === 'object' && error !== null && 'code' in error && error.code === OVER
    throw isOver ? new TimeIsUp(limitMs, work) : error
  } finally {
    context.work = undefined
  }
}
