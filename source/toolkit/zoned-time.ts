// Between moments and wall clocks of any time zone, by what Intl knows of the zone. Pure.
import type { CivilDate } from './civil-date.ts'

/** What a clock on a wall shows. */
export interface WallTime extends CivilDate {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** What the clocks of a zone show at a moment. */
export function wallTime(ms: number, timeZone: string): WallTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  }
}

/** What a zone's clocks are ahead of UTC at a moment, in minutes. */
export function zoneOffsetMinutes(ms: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallTime(ms, timeZone)
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - ms) / 60_000)
}

/**
 * The moment at which the clocks of a zone show this. A time that a change of the clocks skips is as much later as the clocks
 * jump (02:30 is 03:30); of one that comes twice it is the first.
 */
export function momentOf(wall: CivilDate & { hour: number; minute: number }, timeZone: string): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const day = 86_400_000
  const before = asUtc - zoneOffsetMinutes(asUtc - day, timeZone) * 60_000
  const behind = asUtc - zoneOffsetMinutes(asUtc + day, timeZone) * 60_000
  const shows = (ms: number) => ms + zoneOffsetMinutes(ms, timeZone) * 60_000 === asUtc
  if (shows(before)) return before
  return shows(behind) ? behind : before
}

/** False for a name that Intl does not know. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
