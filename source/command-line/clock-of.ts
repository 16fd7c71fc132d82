import type { Clock } from '../contracts/clock.ts'
import { UserError } from '../contracts/errors.ts'

/** The machine's clock; one that stands still where a time is given. Throws `UserError` for what is no time. */
export function clockOf(now: string | undefined): Clock {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const fixed = now === undefined ? undefined : new Date(now)
  if (fixed !== undefined && Number.isNaN(fixed.getTime())) {
    throw new UserError(`\`--now ${now}\` is not a time; write it like 2026-03-12T10:24:30.`)
  }
  return { now: () => fixed ?? new Date(), monotonicMs: () => performance.now(), timeZone }
}
