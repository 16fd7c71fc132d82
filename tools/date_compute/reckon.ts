// Sums with calendar dates: everything is counted in days and months, so no zone and no change of the clocks gets in between. Pure.
import type { Clock } from '../../source/contracts/clock.ts'
import { ToolFailure } from '../../source/contracts/tool.ts'
import {
  addSpan,
  type CivilDate,
  calendarSpanText,
  dateText,
  dayNumber,
  exists,
  listText,
  longDateText,
  today,
  weekdayOf,
} from '../../source/toolkit/civil-date.ts'
import { type Duration, findDuration } from '../../source/toolkit/durations.ts'
import { isoDate } from '../../source/toolkit/local-time.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { type Direction, readDate, writesMonthFirst } from '../../source/toolkit/read-date.ts'
import { type DateRange, rangeOf, readDateRange } from '../../source/toolkit/read-range.ts'
import { fromNow, hoursAhead, isWholeDays, NOW } from './from-now.ts'

export type Operation =
  | 'days_until'
  | 'days_since'
  | 'days_between'
  | 'add'
  | 'subtract'
  | 'weekday_of'
  | 'date_of'

export type Request = {
  readonly operation: Operation
  readonly date: string
  readonly to?: string
  readonly amount?: string
}

export type Reckoned = {
  readonly sentence: string
  /** Texts of which an answer must bring one, for each entry. */
  readonly key: readonly (readonly string[])[]
  /** `2026-04-03`; of a count the later end. */
  readonly date: string
  /** Days between the two dates; 0 where only one is asked for. */
  readonly days: number
}

const DIRECTIONS: { readonly [O in Operation]: Direction } = {
  days_until: 'future',
  days_since: 'past',
  days_between: 'near',
  add: 'future',
  subtract: 'near',
  weekday_of: 'near',
  date_of: 'future',
}

/** Throws `ToolFailure` for what is no date and for an amount that is missing. */
export function reckon(request: Request, clock: Clock): Reckoned {
  const { operation } = request
  const now = today(clock)
  const ahead = operation.startsWith('days') ? undefined : hoursAhead(request.date)
  if (ahead !== undefined) return fromNow(ahead, 1, clock)
  switch (operation) {
    case 'days_until':
    case 'days_since':
    case 'days_between':
      return between(request, clock, now)
    case 'add':
    case 'subtract':
      return shifted(request, clock, now)
    case 'weekday_of':
    case 'date_of':
      return named(read(request.date, DIRECTIONS[operation], clock), request.date, now)
    default:
      operation satisfies never
      throw new ToolFailure(
        'bad_operation',
        `\`${operation}\` is no operation; use days_until, add or weekday_of.`,
      )
  }
}

function between(request: Request, clock: Clock, now: CivilDate): Reckoned {
  const { operation } = request
  const range = endsOf(request, clock)
  if (range !== undefined) return span(range.from, range.to)
  // `how many days are left in the year`
  const left = /^(?:in )?(?:the|this) (?<of>month|year)$/iu.exec(request.date.trim())?.groups?.of
  const said = operation === 'days_until' && left !== undefined ? `the end of the ${left}` : request.date
  const date = read(said, DIRECTIONS[operation], clock)
  const days = dayNumber(date) - dayNumber(now)
  if (days === 0)
    return { sentence: `${longDateText(date)} is today.`, key: [['today']], date: isoDate(date), days }
  const amount = Math.abs(days)
  const [from, to] = days > 0 ? [now, date] : [date, now]
  const more = moreOf(from, to)
  const how = days > 0 ? `is in ${count(amount, 'day', 'days')}` : `was ${count(amount, 'day', 'days')} ago`
  return {
    sentence: `${nameOf(said, date)} ${how}${more === '' ? '' : ` (${more})`}.`,
    key: [[String(amount), ...alternatives(from, to)]],
    date: isoDate(date),
    days: amount,
  }
}

/** Both ends, where two are named: as two arguments, or in one (`3 May to 1 June`). */
function endsOf({ operation, date, to }: Request, clock: Clock): DateRange | undefined {
  const reading = {
    today: today(clock),
    direction: 'near',
    monthFirst: writesMonthFirst(clock.timeZone),
  } as const
  const isBoth = to === undefined || to.trim() === '' || to === date
  const inOne = readDateRange(date, reading)
  if (inOne !== undefined && (isBoth || operation !== 'days_between')) return inOne
  if (isBoth || operation !== 'days_between') return undefined
  return (
    rangeOf(withDayOfYear(date), withDayOfYear(to), reading) ?? {
      to: read(to, 'near', clock),
      from: read(date, 'near', clock),
    }
  )
}

function span(from: CivilDate, to: CivilDate): Reckoned {
  const days = dayNumber(to) - dayNumber(from)
  const more = moreOf(from, to)
  return {
    sentence: `From ${longDateText(from)} to ${longDateText(to)} it is ${count(days, 'day', 'days')}${more === '' ? '' : ` (${more})`}.`,
    key: [[String(days), ...alternatives(from, to)]],
    date: isoDate(to),
    days,
  }
}

const MINUS = /^\s*(?:[-−–]|minus\b|negative\b)\s*/iu

function shifted({ operation, date, amount }: Request, clock: Clock, now: CivilDate): Reckoned {
  const direction = DIRECTIONS[operation]
  // `3 weeks from Friday` as one argument says all of it.
  const whole = findDuration(date) === undefined ? undefined : tryRead(date, direction, clock)
  if (whole !== undefined) return moved(date, whole, now)
  const isNegative = MINUS.test(amount ?? '')
  const duration = amount === undefined ? undefined : findDuration(amount.replace(MINUS, ''))?.duration
  if (duration === undefined) {
    const what = operation === 'add' ? 'added to' : 'subtracted from'
    const problem =
      amount === undefined
        ? `It is not said what is ${what} \`${visible(date)}\``
        : `\`${visible(amount)}\` is no span of days that can be counted`
    throw new ToolFailure('bad_amount', `${problem}; say it like 3 weeks or 45 days.`)
  }
  const start = read(date, direction, clock)
  const sign = (operation === 'add') === isNegative ? -1 : 1
  if (!isWholeDays(duration)) {
    if (NOW.test(date)) return fromNow(duration, sign, clock)
    throw new ToolFailure(
      'bad_amount',
      `\`${visible(amount ?? '')}\` is no number of whole days, and \`${visible(date)}\` has no time of day; name whole days, or count from now.`,
    )
  }
  const end = plus(start, duration, sign)
  if (!exists(end))
    throw new ToolFailure(
      'out_of_range',
      `The calendar ${sign === 1 ? 'ends with the year 9999' : 'begins with the year 1'}; use less than \`${amount}\`.`,
    )
  const place = sign === 1 ? 'after' : 'before'
  const from = dayNumber(start) === dayNumber(now) ? `today, ${longDateText(start)},` : longDateText(start)
  return {
    sentence: `${spanText(duration)} ${place} ${from} is ${longDateText(end)}.`.replace(',.', '.'),
    key: keyOf(end),
    date: isoDate(end),
    days: Math.abs(dayNumber(end) - dayNumber(start)),
  }
}

function plus(start: CivilDate, { months, days, ms }: Duration, sign: 1 | -1): CivilDate {
  return addSpan(start, { months: sign * months, days: sign * (days + Math.round(ms / 86_400_000)) })
}

function moved(text: string, date: CivilDate, now: CivilDate): Reckoned {
  return { ...named(date, text, now), key: keyOf(date) }
}

/** `12 March 1999 was a Friday.` */
function named(date: CivilDate, text: string, now: CivilDate): Reckoned {
  const days = dayNumber(date) - dayNumber(now)
  const verb = days < 0 ? 'was' : 'is'
  const name = plainName(text)
  const said = name === undefined ? dateText(date) : `${name} ${verb} ${dateText(date)}`
  const sentence =
    name === undefined ? `${said} ${verb} a ${weekdayOf(date)}.` : `${said}, a ${weekdayOf(date)}.`
  return { sentence, key: keyOf(date), date: isoDate(date), days: 0 }
}

function keyOf(date: CivilDate): readonly (readonly string[])[] {
  return [[weekdayOf(date), dateText(date), `${date.day}`]]
}

/** `Christmas, Friday, 25 December 2026,`: the person's own word for it, where it is a word. */
function nameOf(text: string, date: CivilDate): string {
  const name = plainName(text)
  return name === undefined ? longDateText(date) : `${name} (${longDateText(date)})`
}

/** What the person called the date; undefined where it is the date itself in figures. */
function plainName(text: string): string | undefined {
  const name = visible(text.trim())
    .replace(/^(?:on|until|till?|since|to|the day of|day of)\s+/iu, '')
    .replace(/[?.!,]+$/u, '')
  const isWord =
    !/\d/u.test(name.replace(/(?<=\p{L}{5}) \d{4}$/u, '')) && /\p{L}/u.test(name) && name.length <= 40
  return isWord || /^\d+ \p{L}+ (?:from|after|before)\b/iu.test(name)
    ? `${name[0]?.toUpperCase()}${name.slice(1)}`
    : undefined
}

/** Weeks and, from two months on, the calendar's way. */
function moreOf(from: CivilDate, to: CivilDate): string {
  const days = dayNumber(to) - dayNumber(from)
  if (days < 7) return ''
  const weeks = weeksText(days)
  return days < 61 ? weeks : `${weeks}; ${calendarSpanText(from, to)}`
}

function weeksText(days: number): string {
  return listText([
    [Math.floor(days / 7), 'week'],
    [days % 7, 'day'],
  ])
}

/** What an answer in other units than days would say. */
function alternatives(from: CivilDate, to: CivilDate): readonly string[] {
  const days = dayNumber(to) - dayNumber(from)
  if (days < 7) return []
  const calendar = calendarSpanText(from, to).split(/,| and /u)[0] ?? ''
  return [count(Math.floor(days / 7), 'week', 'weeks'), ...(days < 61 ? [] : [calendar])]
}

/** `2 years, 1 month and 3 days`. */
function spanText({ months, days, ms }: Duration): string {
  const all = days + Math.round(ms / 86_400_000)
  return listText([
    [Math.floor(months / 12), 'year'],
    [months % 12, 'month'],
    ...(all % 7 === 0 ? [[all / 7, 'week'] as const] : [[all, 'day'] as const]),
  ])
}

/** A year alone is no day elsewhere; from and to it is counted by its first. */
function withDayOfYear(text: string): string {
  return /^\s*(?:the year )?[12]\d{3}\s*$/iu.test(text) ? `1 January ${text.slice(-5).trim()}` : text
}

function read(text: string, direction: Direction, clock: Clock): CivilDate {
  const date = tryRead(withDayOfYear(text), direction, clock)
  if (date !== undefined) return date
  throw new ToolFailure(
    'bad_date',
    `\`${visible(text.slice(0, 80))}\` is no date that exists or that can be read; write it like 12 March 2026.`,
  )
}

function tryRead(text: string, direction: Direction, clock: Clock): CivilDate | undefined {
  return readDate(text, { today: today(clock), direction, monthFirst: writesMonthFirst(clock.timeZone) })
}
