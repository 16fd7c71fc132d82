// Times of conversations: in ids they sort (UTC), for a person they are those of the clock's zone.

const DAY_MS = 86_400_000

/** `20260312-102430` in UTC: what an id begins with. */
export function idOf(time: Date): string {
  return time.toISOString().replace(/\..*/, '').replaceAll(/[-:]/g, '').replace('T', '-')
}

/** The order of ids: by their time, then by their number, which may have three digits. */
export function compareIds(a: string, b: string): number {
  const time = (id: string) => id.slice(0, '20260312-102430'.length)
  if (time(a) !== time(b)) return time(a) < time(b) ? -1 : 1
  if (a.length !== b.length) return a.length - b.length
  return a === b ? 0 : a < b ? -1 : 1
}

/** The one that changed last first; ids sort those of one moment. */
export function byChange(
  a: { readonly id: string; readonly changed: string },
  b: { readonly id: string; readonly changed: string },
): number {
  if (a.changed === b.changed) return compareIds(b.id, a.id)
  return a.changed < b.changed ? 1 : -1
}

/** `2026-03-12 10:24`; what is no time is given back. */
export function whenText(time: string, timeZone: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = new Map(format.formatToParts(date).map((part) => [part.type, part.value]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

/** Whether more than `days` lie between; a time that is none is never old. */
export function isOlder(time: string, now: Date, days: number): boolean {
  return now.getTime() - new Date(time).getTime() > days * DAY_MS
}
