// When a reminder is due, read from its own words. chrono-node finds the words; what people leave out is decided here.
import { en, type ParsedResult } from 'chrono-node'
import type { Clock } from '../contracts/clock.ts'
import { today } from './civil-date.ts'
import { hasUnreadDate, withIsoDates } from './due-dates.ts'
import { findMoment, hasDay, hasTime, isSpanOf } from './due-hits.ts'
import { leadingDuration } from './durations.ts'
import { namesOtherClock } from './other-clock.ts'
import { type DateReading, writesMonthFirst } from './read-date.ts'
import { momentAfter } from './read-moment.ts'
import { DAY } from './repeat-days.ts'
import { withSpelledDays } from './spelled-days.ts'
import { timesInDigits } from './times-in-digits.ts'
import { momentOf, wallTime } from './zoned-time.ts'

/** Of a day without a time: the first of these hours that is still to come. */
const HOURS_OF_A_DAY = [9, 18, 21]
const HOURS_IN_WORDS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:tonight|night)\b/i, 20],
  [/\bevening\b/i, 18],
  [/\bafternoon\b/i, 15],
]
const HOUR_MS = 3_600_000
/** Characters of a span; all of a long text behind every `in` takes seconds. */
const LONGEST_SPAN = 200

export interface DueOptions {
  readonly clock: Clock
  /** It was asked for as a reminder: then a day alone is a due time too, and so is a time without a day. */
  readonly isReminder: boolean
}

/**
 * The moment that a text names, in the future; undefined when it names none. A time of 1 to 12 without `am` or `pm` is
 * the next one of the day's two. What comes again and again ("every day at 6") is no due time; reminder-time.ts reads it.
 */
export function findDue(written: string, { clock, isReminder }: DueOptions): Date | undefined {
  const text = withSpelledDays(written)
  if (/\b(?:every|each|daily|weekly|monthly|always|usually|was|were)\b/i.test(text) && !isReminder)
    return undefined
  const now = clock.now()
  const ahead = spanAhead(text, clock)
  if (ahead !== undefined) return later(new Date(ahead), now)
  // chrono counts in UTC on the clock of the wall: no zone of this process gets in the way.
  const wall = wallOf(clock, now)
  const dated = withIsoDates(timesInDigits(withNights(withFirstDay(text))), readingOf(clock))
  const isMonthFirst = writesMonthFirst(clock.timeZone)
  const found = hasUnreadDate(dated) ? undefined : findMoment(dated, { wall, isMonthFirst, isReminder })
  if (found === undefined || found.places.some((place) => isElsewhere(place, dated))) return undefined
  const { hit } = found
  const { start } = hit
  const isSpan = isSpanOf(hit)
  const isDay = hasDay(hit)
  const isTime = hasTime(hit)
  if (!isReminder && !isSpan && !(isDay && isTime)) return undefined
  // A span is counted on the real clock, across a change of it too.
  if (isSpan) return later(new Date(now.getTime() + start.date().getTime() - wall), now)
  if (start.isCertain('timezoneOffset') && isTime) return later(start.date(), now)
  const day = Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1)
  if (!isTime) return later(instantOf(clock, day + hourOfDay(hit.text, day, wall) * HOUR_MS), now)
  const said = saidTime(hit, hit.text)
  if (!isDay && said.isOpen && !said.isNight) return instantOf(clock, nextShown(said, wall))
  const at = day + timeOf(said) * 60_000
  const isToday = day + 24 * HOUR_MS > wall
  // What is behind midnight belongs to the night of the day before.
  const isNextDay = said.isSmallHour && (day > wall || (isToday && at <= wall))
  return later(instantOf(clock, isNextDay ? at + 24 * HOUR_MS : at), now)
}

/** `in an hour and a half`, `in two and a half weeks`: chrono reads a part of such amounts. Whole days and more, which may have a time beside them, are its. */
function spanAhead(text: string, clock: Clock): number | undefined {
  for (const { index, 0: lead } of text.matchAll(/\b(?:in|within)\s+(?:(?:about|around)\s+)?/giu)) {
    const span = leadingDuration(text.slice(index + lead.length).slice(0, LONGEST_SPAN))
    if (span !== undefined && (span.ms > 0 || (span.months > 0 && span.days > 0)))
      return momentAfter(span, clock)
  }
  return undefined
}

/** `3 pm london time` is on clocks that nobody here can read. */
function isElsewhere({ index, text: words }: { index: number; text: string }, text: string): boolean {
  return namesOtherClock(text.slice(index + words.length, index + words.length + 40))
}

const DAYS_WITH_TIME = new RegExp(
  String.raw`\b(?<first>${DAY})(?:(?:\s*[,&/]\s*|\s+|\s*[-–]\s*)(?:(?:and|to)\s+)?(?:on\s+)?${DAY}\b)+(?=\s+(?:at\s+)?(?:\d{1,2}(?![\d.])|noon\b|midnight\b))`,
  'iu',
)

/** `Monday and Friday at 7`: the first of these days, at that time. */
function withFirstDay(text: string): string {
  return text.replace(DAYS_WITH_TIME, '$<first>')
}

/** `midnight tonight` is no noon. */
function withNights(text: string): string {
  return text.replace(/\b(?:at )?midnight tonight\b|\btonight,? at midnight\b/giu, 'tonight at 12')
}

function readingOf(clock: Clock): DateReading {
  return { today: today(clock), direction: 'future', monthFirst: writesMonthFirst(clock.timeZone) }
}

/** The time of day that a text names, in minutes; words like `evening` stand in `beside` as well. undefined: it names none. */
export function timeOfDay(text: string, beside: string, clock: Clock): number | undefined {
  const wall = wallOf(clock, clock.now())
  const found = en.casual
    .parse(timesInDigits(text), { instant: new Date(wall), timezone: 0 })
    .find((one) => one.start.isCertain('hour') && !isSpanOf(one))
  return found && timeOf(saidTime(found, `${found.text} ${beside}`))
}

/** The usual hour of a day, or of the part of it that a text names. */
export function usualHour(text: string): number {
  return HOURS_IN_WORDS.find(([words]) => words.test(text))?.[1] ?? HOURS_OF_A_DAY[0] ?? 9
}

/** Milliseconds of the wall clock, as if it stood in UTC. */
function wallOf(clock: Clock, moment: Date): number {
  const { year, month, day, hour, minute } = wallTime(moment.getTime(), clock.timeZone)
  return Date.UTC(year, month - 1, day, hour, minute) + (moment.getTime() % 60_000)
}

/** The moment at which the wall clock shows this; seconds do not count. */
function instantOf(clock: Clock, wall: number): Date {
  const date = new Date(wall)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const time = { hour: date.getUTCHours(), minute: date.getUTCMinutes() }
  return new Date(momentOf({ year, month, day, ...time }, clock.timeZone))
}

/** `at 12`, `at 1:30` of a night; `1 pm` is said plainly. */
const SMALL_HOUR = /(?<![\d:.])(?:12|[1-5])(?::[0-5]\d)?\b(?!\s*[ap]\.?\s?m|[\d:.])/i

interface SaidTime {
  readonly hour: number
  readonly minute: number
  /** Nobody said which half of the day. */
  readonly isOpen: boolean
  readonly isNight: boolean
  /** From midnight to six, of a night. */
  readonly isSmallHour: boolean
}

function saidTime({ start }: ParsedResult, words: string): SaidTime {
  const hour = start.get('hour') ?? 0
  const isOpen = !start.isCertain('meridiem') && !/\b0\d:|\bnoon|\bmidnight|morning/i.test(words)
  return {
    hour,
    minute: start.get('minute') ?? 0,
    isOpen,
    isNight: /night|evening|afternoon/i.test(words),
    isSmallHour: /\b(?:to)?night\b/i.test(words) && SMALL_HOUR.test(words),
  }
}

/** Minutes of the day; an hour from 1 to 6 that could be either is in the afternoon. */
function timeOf({ hour, minute, isOpen, isNight, isSmallHour }: SaidTime): number {
  // chrono takes `tonight at 1` for the afternoon.
  if (isSmallHour) return (hour % 12) * 60 + minute
  const isLater = isOpen && hour < 12 && ((hour >= 1 && hour <= 6) || isNight)
  return (isLater ? hour + 12 : hour) * 60 + minute
}

/** When the wall clock shows a time next: `at 9`, said at ten in the morning, is nine in the evening. */
function nextShown({ hour, minute }: SaidTime, wall: number): number {
  const today = wall - (wall % (24 * HOUR_MS))
  const hours = hour >= 1 && hour <= 12 ? [hour % 12, (hour % 12) + 12] : [hour]
  const all = [0, 24].flatMap((ahead) =>
    hours.map((one) => today + (ahead + one) * HOUR_MS + minute * 60_000),
  )
  return all.find((one) => one > wall) ?? wall + 24 * HOUR_MS
}

function hourOfDay(found: string, day: number, wall: number): number {
  const named = HOURS_IN_WORDS.find(([words]) => words.test(found))?.[1]
  const hours = named === undefined ? HOURS_OF_A_DAY : [named, ...HOURS_OF_A_DAY]
  return hours.find((hour) => day + hour * HOUR_MS > wall) ?? 23
}

function later(moment: Date, now: Date): Date | undefined {
  return moment.getTime() > now.getTime() ? moment : undefined
}
