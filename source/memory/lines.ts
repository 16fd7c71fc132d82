// Entries as a person reads them; moments in the person's time zone. Pure.
import type { MemoryEntry } from '../contracts/memory.ts'
import { repeatText } from '../toolkit/repeats.ts'
import { momentOf as atClock } from '../toolkit/zoned-time.ts'

const MOST_CHARACTERS = 160

/**
 * `12: call the dentist (due 2026-03-13 10:00; work)`, `13: bins out (every Monday at 19:00, next 2026-03-16 19:00)`; a text of several
 * lines becomes one.
 */
export function lineOf(entry: MemoryEntry, timeZone: string): string {
  const { id, kind, tags, context, completed, due, updated, repeats } = entry
  const notes = [
    ...(context === '' ? [] : [oneLine(context)]),
    completed !== null
      ? `done ${day(completed, timeZone)}`
      : due !== null
        ? `${repeats === null ? 'due' : `${repeatText(repeats)}, next`} ${momentOf(due, timeZone)}`
        : day(updated, timeZone),
    ...tags.filter((tag) => tag !== kind),
  ]
  return `${id}: ${oneLine(entry.text)} (${notes.join('; ')})`
}

/** `Friday, 13 March 2026, 10:00`, with `every Friday at 10:00, next` before it; undefined: not due. */
export function dueTextOf({ due, repeats }: MemoryEntry, timeZone: string): string | undefined {
  if (due === null) return undefined
  return `${repeats === null ? '' : `${repeatText(repeats)}, next `}${longMomentOf(due, timeZone)}`
}

/** `Friday, 13 March 2026, 10:00`. */
export function longMomentOf(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatToParts(new Date(iso))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}, ${time(iso, timeZone)}`
}

/** As `Memory.dayBegins`. */
export function dayBegins(day: string, later: number, timeZone: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  const date = new Date(`${parts?.[0]}T00:00:00Z`)
  // JavaScript takes 31 February for 3 March.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return undefined
  date.setUTCDate(date.getUTCDate() + later)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  return new Date(atClock({ year, month, day: date.getUTCDate(), hour: 0, minute: 0 }, timeZone))
}

function day(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, calendar: 'gregory' }).format(new Date(moment))
}

/** `2026-03-13 10:00`. */
export function momentOf(iso: string, timeZone: string): string {
  return `${day(iso, timeZone)} ${time(iso, timeZone)}`
}

function time(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(moment),
  )
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MOST_CHARACTERS
    ? line
    : `${line.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
