import type { Clock } from '../contracts/clock.ts'
import { UserError } from '../contracts/errors.ts'
import { isTimeZone } from '../toolkit/zoned-time.ts'

/** The machine's clock; one that stands still where a time is given. Throws `UserError` for what is no time. */
export function clockOf(now: string | undefined): Clock {
  const fixed = now === undefined ? undefined : new Date(now)
  if (fixed !== undefined && Number.isNaN(fixed.getTime())) {
    throw new UserError(`\`--now ${now}\` is not a time; write it like 2026-03-12T10:24:30.`)
  }
  return { now: () => fixed ?? new Date(), monotonicMs: () => performance.now(), timeZone: zoneHere() }
}

/** With `TZ=` Intl names a zone that it refuses itself, with `TZ=MSK-3` none; the clock of the process goes by it all the same. */
function zoneHere(): string {
  // The type says `string`.
  const name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (name !== undefined && isTimeZone(name)) return name
  const minutes = -new Date().getTimezoneOffset()
  if (minutes === 0) return 'UTC'
  const two = (amount: number) => String(Math.trunc(amount)).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`
}
