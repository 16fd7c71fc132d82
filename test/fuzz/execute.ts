// Runs a target on one input and says what was found.
import { crashOf, type Finding } from './finding.ts'
import type { Target } from './target.ts'

/** CPU time of one input above which it is told as slow: far above the slowest that is well, on any machine. */
export const SLOW_CPU_MS = 3_000
const SHARED: readonly object[] = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
const KEYS = SHARED.map(keysOf)

/** What happens later than `run`, e.g. a rejection that nobody waits for. */
export interface Late {
  error: unknown
  isSet: boolean
}

/** Catches what is thrown while nobody waits for it, until `stop`. */
export function catchLate(): Late & { stop(): void } {
  const note = (error: unknown) => {
    if (!late.isSet) Object.assign(late, { error, isSet: true })
  }
  const late = {
    error: undefined as unknown,
    isSet: false,
    stop() {
      process.off('uncaughtException', note)
      process.off('unhandledRejection', note)
    },
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  return late
}

/** undefined: all is well. */
export async function execute(target: Target, input: Buffer, late: Late): Promise<Finding | undefined> {
  late.isSet = false
  const begun = process.threadCpuUsage()
  try {
    // A copy: the code may keep it, or change it.
    const done = target.run(Buffer.from(input))
    if (done !== undefined) {
      await done
      // What was thrown behind its back comes with the next turn of the loop.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } catch (error) {
    return crashOf(error, input)
  }
  if (late.isSet) return crashOf(late.error, input)
  const at = SHARED.findIndex((shared, place) => keysOf(shared) !== KEYS[place])
  if (at >= 0) return crashOf(new Error('a prototype that all objects share was changed'), input)
  const { user, system } = process.threadCpuUsage(begun)
  const cpuMs = (user + system) / 1000
  if (cpuMs <= SLOW_CPU_MS) return undefined
  return { kind: 'slow', what: `it took ${Math.round(cpuMs)} ms of CPU time`, signature: 'slow', input }
}

function keysOf(shared: object): string {
  return Reflect.ownKeys(shared).map(String).join()
}
