// Moments to come in words: a time, a date with a time, or "in 20 minutes", on the clocks of the person's zone. Pure.
import type { Clock } from '../contracts/clock.ts'
import { addSpan, type CivilDate, dateOfDay, dayNumber, longDateText, MONTHS, today } from './civil-date.ts'
import { type Duration, findDuration, readDuration } from './durations.ts'
import { clockText } from './local-time.ts'
import { namesOtherClock, namesZone } from './other-clock.ts'
import { type ClockReading, readClock } from './read-clock.ts'
import { readDate, writesMonthFirst } from './read-date.ts'
import { withSpelledDays } from './spelled-days.ts'
import { momentOf, wallTime } from './zoned-time.ts'

export type MomentReading =
  | { readonly type: 'moment'; readonly ms: number }
  /** It is over, or it is no moment at all. */
  | { readonly type: 'past' | 'unreadable' }

/**
 * The next moment that fits. A time without am or pm is the first of its two readings that is still to come (`7` at ten in the morning is
 * 19:00), but on the 24-hour clock where it is written so (`07:00`, `19`). A date without a time is 09:00 of it.
 */
export function readMoment(saidTime: string, saidDate: string | undefined, clock: Clock): MomentReading {
  const { time, date } = withDateApart(
    withSpelledDays(saidTime).replace(/\b12(?::00)? (?=noon\b|midnight\b)/giu, ''),
    saidDate && withSpelledDays(saidDate),
  )
  const now = clock.now().getTime()
  if (/\bago\b/iu.test(time)) return { type: 'past' }
  const relative = readRelative(time, date, clock)
  if (relative !== undefined) return moment(relative, now)
  const read = readClock(time)
  const beside = [date, read?.rest].filter((text) => text !== undefined && text !== '').join(' ')
  const day = beside === '' ? undefined : readDay(beside, date, read?.rest, clock)
  if (read === undefined) {
    const alone =
      readDay(time, undefined, undefined, clock) ?? (time === '' || MORNING.test(time) ? day : undefined)
    // Nine in the morning is not what an evening is.
    return alone === undefined || LATE.test(`${time} ${date ?? ''}`)
      ? { type: 'unreadable' }
      : moment(at(alone, { hour: 9, minute: 0 }, clock), now)
  }
  if (beside !== '' && day === undefined && ((date ?? '') !== '' || saysMore(beside)))
    return { type: 'unreadable' }
  if (namesZone(read.rest) || namesOtherClock(read.rest)) return { type: 'unreadable' }
  const wall = inHalf(read, beside)
  return nextOf(wall, day && nightOf(day, wall, `${time} ${beside}`, clock), clock)
}

const MONTH_NAME = String.raw`(?:${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\b\.?`
const YEAR = String.raw`(?:,? (?:19|20)\d{2}\b)?`
const DATE = new RegExp(
  String.raw`(?<![\p{L}\d.:/-])(?:on )?(?:the )?(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?${MONTH_NAME}${YEAR}|${MONTH_NAME} (?:the )?\d{1,2}(?:st|nd|rd|th)?(?![\d:.]|\s*[ap]\.?m\b)${YEAR}|\d{4}-\d{2}-\d{2}|\d{1,2}([./])\d{1,2}\1(?:19|20)\d{2})(?:T(?=\d)|(?![\p{L}\d:-]))`,
  'iu',
)

/** The date that stands in a time, `7 am 30 June`, beside it: its numbers are no time of day. */
function withDateApart(time: string, date: string | undefined): { time: string; date: string | undefined } {
  const [found] = DATE.exec(time) ?? []
  if (found === undefined) return { time, date }
  const rest = time.replace(found, ' ').replace(/\s+/gu, ' ').trim()
  const day = found.replace(/^on |T$/giu, '')
  return { time: rest, date: (date ?? '') === '' ? day : date }
}

const MORNING = /^\s*(?:in )?(?:the )?morning\s*$/iu
const LATE = /\b(?:afternoon|evening|night|tonight)\b/iu

const DAY_WORDS = new RegExp(
  String.raw`\d|\b(?:${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')})\b|\b(?:tomorrow|weeks?|fortnight|months?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`,
  'iu',
)

/** Words of a day that could not be read: `31 june`. Without them it would be the next time that fits. */
function saysMore(beside: string): boolean {
  return DAY_WORDS.test(beside)
}

/** What comes behind midnight belongs to the night of the day before: `midnight tonight`, `1 tomorrow night`. */
function nightOf(
  day: CivilDate,
  wall: Pick<ClockReading, 'hour' | 'minute' | 'isOpen'>,
  said: string,
  clock: Clock,
): CivilDate {
  const isToday = dayNumber(day) === dayNumber(today(clock))
  const isOver = at(day, wall, clock) <= clock.now().getTime()
  const isNight =
    (/\b(?:night|tonight)\b/iu.test(said) && (!isToday || isOver)) || (/\bmidnight\b/iu.test(said) && isToday)
  return isNight && !wall.isOpen && wall.hour < 6 ? dateOfDay(dayNumber(day) + 1) : day
}

/** `Friday, 13 March 2026, 07:00`, on the person's clocks. */
export function momentText(ms: number, timeZone: string): string {
  const wall = wallTime(ms, timeZone)
  return `${longDateText(wall)}, ${clockText(wall)}`
}

/** `in 20 minutes`, `half an hour`, `2 days` with or without a time of day beside it. */
function readRelative(time: string, date: string | undefined, clock: Clock): number | undefined {
  const text = time
    .trim()
    .toLowerCase()
    .replace(/ from now$/u, '')
  // `18h30` is a time of day, `in 18h30` is not.
  if (/^(?:1\d|2[0-3])h[0-5]\d$|^(?:1[3-9]|2[0-3])h$/u.test(text)) return undefined
  const duration = readDuration(text.replace(/^(?:in|after) /u, ''))
  if (duration === undefined || (date !== undefined && date.trim() !== '' && !includes(time, date)))
    return undefined
  return momentAfter(duration, clock)
}

/** Days and months as the calendar counts them, the rest on the real clock. */
export function momentAfter(duration: Duration, clock: Clock): number {
  if (duration.months === 0 && duration.days === 0) return clock.now().getTime() + duration.ms
  const wall = wallTime(clock.now().getTime(), clock.timeZone)
  return momentOf({ ...wall, ...addSpan(wall, duration) }, clock.timeZone) + wall.second * 1_000 + duration.ms
}

function readDay(
  beside: string,
  date: string | undefined,
  rest: string | undefined,
  clock: Clock,
): CivilDate | undefined {
  const reading = {
    today: today(clock),
    direction: 'future',
    monthFirst: writesMonthFirst(clock.timeZone),
  } as const
  for (const text of [date, rest, beside]) {
    const plain = text?.replace(/\b(?:tonight|this (?:evening|afternoon|morning))\b/giu, 'today')
    const found = plain && (readDate(plain, reading) ?? readDate(findDate(plain), reading))
    if (found) return found
  }
  return undefined
}

/** `set for tomorrow, please`: the words that name a day, where others stand around them. */
function findDate(text: string): string {
  return (
    /(?<!\b(?:after|before) )\b(?:today|tomorrow|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/iu.exec(
      text,
    )?.[0] ?? ''
  )
}

function nextOf(
  { hour, minute, isOpen }: Pick<ClockReading, 'hour' | 'minute' | 'isOpen'>,
  day: CivilDate | undefined,
  clock: Clock,
): MomentReading {
  const now = clock.now().getTime()
  // Of a day "12" is noon; alone it is the next of both.
  const isNoonFirst = day !== undefined && hour % 12 === 0
  const both = [hour % 12, (hour % 12) + 12]
  const hours = isOpen ? (isNoonFirst ? both.reverse() : both) : [hour]
  const first = dayNumber(day ?? today(clock))
  const days = day === undefined ? [first, first + 1, first + 2] : [first]
  const all = days.flatMap((number) =>
    hours.map((one) => at(dateOfDay(number), { hour: one, minute }, clock)),
  )
  const next = all.find((ms) => ms > now)
  return next === undefined ? { type: 'past' } : { type: 'moment', ms: next }
}

/** `9` of `tomorrow evening` is 21:00. */
function inHalf(
  wall: Pick<ClockReading, 'hour' | 'minute' | 'isOpen'>,
  beside: string,
): Pick<ClockReading, 'hour' | 'minute' | 'isOpen'> {
  const half = /\b(?:morning|afternoon|evening|night|tonight)\b/iu.exec(beside)?.[0].toLowerCase()
  if (!wall.isOpen || half === undefined) return wall
  const isLater = half.includes('night') ? wall.hour % 12 >= 6 : half !== 'morning'
  return { ...wall, hour: (wall.hour % 12) + (isLater ? 12 : 0), isOpen: false }
}

function at(date: CivilDate, time: { hour: number; minute: number }, clock: Clock): number {
  return momentOf({ ...date, ...time }, clock.timeZone)
}

function moment(ms: number, now: number): MomentReading {
  return ms > now ? { type: 'moment', ms } : { type: 'past' }
}

function includes(time: string, date: string): boolean {
  return time.toLowerCase().includes(date.trim().toLowerCase())
}

/** What a person calls a moment that can be a duration as well: `10 minutes` of `10 minutes for the tea`. */
export function readTimer(text: string): { readonly ms: number; readonly rest: string } | undefined {
  const found = findDuration(text)
  if (found === undefined || found.duration.months !== 0) return undefined
  return { ms: found.duration.days * 86_400_000 + found.duration.ms, rest: found.rest }
}
