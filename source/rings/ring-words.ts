// How a ring is told: in a list, and when it rings. Pure.
import type { Ring } from '../contracts/rings.ts'
import { dayNumber, longDateText } from '../toolkit/civil-date.ts'
import { aboutText, durationText } from '../toolkit/durations.ts'
import { clockText } from '../toolkit/local-time.ts'
import { visible } from '../toolkit/plain-words.ts'
import { wallTime } from '../toolkit/zoned-time.ts'

/** Later than that is told with its own time, not as now. */
const LATE_MS = 60_000

/** `timer 2, tea: 14:05 (in 9 minutes)`; the date stands there where it is another day. */
export function describeRing(ring: Ring, nowMs: number, timeZone: string): string {
  const label = ring.label === '' ? '' : `, ${visible(ring.label)}`
  const left = ring.dueMs > nowMs ? `in ${aboutText(ring.dueMs - nowMs)}` : 'now'
  return `${ring.kind} ${ring.id}${label}: ${timeText(ring.dueMs, nowMs, timeZone)} (${left})`
}

/** `The timer `tea` rings: it is 14:05.` */
export function announceRing(
  ring: Ring,
  { nowMs, timeZone, wasAway }: { nowMs: number; timeZone: string; wasAway: boolean },
): string {
  const due = timeText(ring.dueMs, nowMs, timeZone)
  const at = due.includes(',') ? `on ${due}` : `at ${due}`
  if (wasAway) return `${nameOf(ring)} rang ${at}, while I was away.`
  if (nowMs - ring.dueMs > LATE_MS) return `${nameOf(ring)} rang ${at}.`
  return `${nameOf(ring)} rings: it is ${clockText(wallTime(nowMs, timeZone))}.`
}

/** `The timer `tea``, `The timer of 10 minutes`, `The alarm`. */
function nameOf({ kind, label, dueMs, setMs }: Ring): string {
  if (label !== '') return `The ${kind} \`${visible(label)}\``
  return kind === 'timer' ? `The timer of ${durationText(dueMs - setMs)}` : `The ${kind}`
}

/** `14:05`, or `Friday, 13 March 2026, 07:00` on another day than `nowMs`. */
export function timeText(ms: number, nowMs: number, timeZone: string): string {
  const [wall, now] = [wallTime(ms, timeZone), wallTime(nowMs, timeZone)]
  const time = clockText(wall)
  return dayNumber(wall) === dayNumber(now) ? time : `${longDateText(wall)}, ${time}`
}
