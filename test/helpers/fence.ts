// A real bubblewrap, for the tests that need one.
import { readdirSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Fence, findFence } from '../../source/plugins/bubblewrap.ts'

/** What the machine has of it. */
export const FENCE: Fence = await findFence(process.env)

/** Whether it works here; where not, the test is skipped with the reason. */
export function hasFence(t: TestContext): boolean {
  if (FENCE.type === 'works') return true
  const reason =
    FENCE.type === 'none'
      ? '`bwrap` is not installed.'
      : `\`${FENCE.path}\` does not work here: ${FENCE.reason}.`
  process.stderr.write(`skipped: ${t.name}: ${reason}\n`)
  t.skip(reason)
  return false
}

/** Whether no process with this text in its arguments runs, now or within seconds: the kernel takes a killed one away when it comes to it. */
export async function areGone(text: string): Promise<boolean> {
  const until = performance.now() + 60_000
  while (isRunning(text) && performance.now() < until) await new Promise((next) => setImmediate(next))
  return !isRunning(text)
}

/** Whether one runs; a remnant that nobody collected has no arguments. */
export function isRunning(text: string): boolean {
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && argumentsOf(pid).includes(text))
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
