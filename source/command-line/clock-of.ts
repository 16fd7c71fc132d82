import type { Clock } from '../contracts/clock.ts'
import { UserError } from '../contracts/errors.ts'
import { isTimeZone } from '../toolkit/zoned-time.ts'

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** The machine's clock; one that stands still where a time is given. Throws `UserError` for what is no time. */
export function clockOf(now: string | undefined): Clock {
  const fixed = now === undefined ? undefined : timeOf(now)
  if (now !== undefined && fixed === undefined) {
    throw new UserError(noTime(`--now ${now}`))
  }
  return { now: () => fixed ?? new Date(), monotonicMs: () => performance.now(), timeZone: zoneHere() }
}

/** Whether `clockOf` takes it. */
export function isTime(text: string): boolean {
  return timeOf(text) !== undefined
}

/** The sentence for what is none; `given` as it was written. */
export function noTime(given: string): string {
  return `\`${given}\` is not a time; write it like 2026-03-12T10:24:30.`
}

/** Without a zone it is that of the machine, also of a day alone, which `Date` takes as one of UTC. */
function timeOf(text: string): Date | undefined {
  const [, day, clock, zone = ''] = ISO_TIME.exec(text) ?? []
  if (day === undefined) return undefined
  // `Date` makes 2 March of 30 February.
  const plain = `${day}T${clock ?? '00:00'}`
  const asUtc = new Date(`${plain}Z`)
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(plain.slice(0, 16))) return undefined
  const time = new Date(`${plain}${zone}`)
  return Number.isNaN(time.getTime()) ? undefined : time
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
