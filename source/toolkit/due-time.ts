// When a reminder is due, read from its own words. chrono-node finds the words; what people leave out is decided here.
import { en, type ParsedResult } from 'chrono-node'
import type { Clock } from '../contracts/clock.ts'
import { today } from './civil-date.ts'
import { withIsoDates } from './due-dates.ts'
import { leadingDuration } from './durations.ts'
import { type DateReading, writesMonthFirst } from './read-date.ts'
import { momentAfter } from './read-moment.ts'
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
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const HOUR_MS = 3_600_000

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
  const dated = withIsoDates(timesInDigits(withNights(text)), readingOf(clock))
  const [found] = parseDates(dated, wall, writesMonthFirst(clock.timeZone)).filter(
    (one) => !isOnlyAMonth(one.text, dated, one.index) && !isMeasure(one, dated, isReminder),
  )
  if (found === undefined) return undefined
  const { start } = found
  const isSpan = isSpanOf(found)
  const hasDay = ['day', 'weekday', 'month'].some((part) => start.isCertain(part as 'day'))
  const hasTime = start.isCertain('hour')
  if (!isReminder && !isSpan && !(hasDay && hasTime)) return undefined
  // A span is counted on the real clock, across a change of it too.
  if (isSpan) return later(new Date(now.getTime() + start.date().getTime() - wall), now)
  if (start.isCertain('timezoneOffset') && hasTime) return later(start.date(), now)
  const day = Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1)
  if (!hasTime) return later(instantOf(clock, day + hourOfDay(found.text, day, wall) * HOUR_MS), now)
  const said = saidTime(found, found.text)
  if (!hasDay && said.isOpen && !said.isNight) return instantOf(clock, nextShown(said, wall))
  const at = day + timeOf(said) * 60_000
  const isToday = day + 24 * HOUR_MS > wall
  // What is behind midnight belongs to the night of the day before.
  const isNextDay = said.isSmallHour && (day > wall || (isToday && at <= wall))
  return later(instantOf(clock, isNextDay ? at + 24 * HOUR_MS : at), now)
}

/** `in an hour and a half`, `in two and a half weeks`: chrono reads a part of such amounts. Whole days and more, which may have a time beside them, are its. */
function spanAhead(text: string, clock: Clock): number | undefined {
  for (const { index, 0: lead } of text.matchAll(/\b(?:in|within)\s+(?:(?:about|around)\s+)?/giu)) {
    const span = leadingDuration(text.slice(index + lead.length))
    if (span !== undefined && (span.ms > 0 || (span.months > 0 && span.days > 0)))
      return momentAfter(span, clock)
  }
  return undefined
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

/** What a text says of a moment, and what it says besides; undefined: it names none. */
export function timeWordsIn(
  text: string,
  clock: Clock,
): { readonly rest: string; readonly hasDay: boolean; readonly hasTime: boolean } | undefined {
  const wall = wallOf(clock, clock.now())
  const dated = withIsoDates(text, readingOf(clock))
  const [found] = parseDates(dated, wall, writesMonthFirst(clock.timeZone)).filter(
    (one) => !isOnlyAMonth(one.text, dated, one.index),
  )
  if (found === undefined) return undefined
  const before = dated.slice(0, found.index).replace(/(?:\b(?:on|at|by|for|this|next)\s+)+$/i, '')
  const isSpan = isSpanOf(found)
  const { start } = found
  return {
    rest: `${before} ${dated.slice(found.index + found.text.length)}`.replace(/\s+/g, ' ').trim(),
    hasDay: isSpan || ['day', 'weekday', 'month'].some((part) => start.isCertain(part as 'day')),
    hasTime: isSpan || start.isCertain('hour'),
  }
}

/** The usual hour of a day, or of the part of it that a text names. */
export function usualHour(text: string): number {
  return HOURS_IN_WORDS.find(([words]) => words.test(text))?.[1] ?? HOURS_OF_A_DAY[0] ?? 9
}

/** A zone counts where it is one that people write: chrono takes the words `get`, `eat`, `cat`, `art` and `vet` for zones, too. */
const ZONES =
  /\b(?:utc|gmt|z|[ecmp][sd]?t|ak[sd]t|h[sd]t|bst|wes?t|ces?t|ees?t|msk|[ji]st|sgt|hkt|ae[sd]t|nz[sd]t)\W*$/i

function parseDates(text: string, wall: number, isMonthFirst: boolean): readonly ParsedResult[] {
  const chrono = isMonthFirst ? en.casual : en.GB
  const found = chrono.parse(text, { instant: new Date(wall), timezone: 0 }, { forwardDate: true })
  const mistaken = found.find((one) => {
    const isWord = /[a-z]\W*$/i.test(one.text) && !ZONES.test(one.text)
    return isWord && one.start.isCertain('timezoneOffset') && !isSpanOf(one)
  })
  if (mistaken === undefined) return found
  // What looked like a zone is made unreadable, at its length.
  const end = mistaken.index + mistaken.text.length
  const masked = text.slice(0, end).replace(/[a-z]+(?=\W*$)/i, (word) => '_'.repeat(word.length))
  return parseDates(masked + text.slice(end), wall, isMonthFirst)
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

function isSpanOf({ start }: ParsedResult): boolean {
  return start.tags().has('result/relativeDateAndTime')
}

/** `63 m deep` and `it takes 3 hours` are measures, `in 3 hours` is a time; of a reminder only a unit of one letter is in doubt. */
function isMeasure(found: ParsedResult, text: string, isReminder: boolean): boolean {
  if (!isSpanOf(found) || (isReminder && !/\d\s*[a-z]$/i.test(found.text))) return false
  const isLed = /\b(?:in|within)\s+(?:about\s+|around\s+)?$/i.test(text.slice(0, found.index))
  return !isLed && !/^(?:in|within)\b|\b(?:from now|later|hence)$/i.test(found.text)
}

/** `march` and `may` are words; a month is one behind a word that leads to it. */
function isOnlyAMonth(found: string, text: string, index: number): boolean {
  return (
    new RegExp(`^(?:${MONTHS})[a-z]*$`, 'i').test(found) &&
    !/\b(?:in|by|until|till|before|for|of|this|next)\s*$/i.test(text.slice(0, index))
  )
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
