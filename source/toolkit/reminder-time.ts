// When a reminder is due, and how it comes again, read from its own words: `every monday at 9`, `monthly on the 1st`, `every 2 hours`.
import type { Repeat } from '../contracts/memory.ts'
import { MONTHS, WEEKDAYS } from './civil-date.ts'
import { type DueOptions, findDue, timeOfDay, usualHour } from './due-time.ts'
import { leadingDuration } from './durations.ts'
import { saysHours, saysMoreOfRepeat, DAY as WEEKDAY, withNamedDays, withoutEnd } from './repeat-days.ts'
import { isRepeat, nextTime } from './repeats.ts'
import { momentOf, type WallTime, wallTime } from './zoned-time.ts'

export interface ReminderTime {
  /** The first time, in the future. */
  readonly due: Date
  readonly repeats?: Repeat
}

/** The time of day is read by itself. */
type WithoutTime<R> = R extends unknown ? Omit<R, 'at'> : never
type Rhythm = WithoutTime<Repeat>
type Groups = { readonly [name: string]: string | undefined }

const COUNTS = [
  ['one', 'first', '1st'],
  ['two', 'second', '2nd', 'other'],
  ['three', 'third', '3rd'],
  ['four', 'fourth', '4th'],
  ['five', 'fifth'],
  ['six', 'sixth'],
  ['seven', 'seventh'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['ten', 'tenth'],
]
const EVERY = String.raw`\b(?:every|each)\s+(?:single\s+)?`
const COUNT = String.raw`(?:(?<count>\d{1,3}(?:st|nd|rd|th)?|${COUNTS.flat().join('|')})\s+)?`
const PLURAL = '(?:mon|tues|wednes|thurs|fri|satur|sun)days'
const listOf = (day: string) =>
  String.raw`(?<days>\b${day}(?:(?:\s*[,&]\s*|\s+)(?:(?:and|or)\s+)?(?:on\s+)?(?:every\s+)?${day})*\b)`
const UNIT = 'minute|min|hour|hr|day|week|month|year'
const NTH = String.raw`(?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+(?<weekday>${WEEKDAY})\b`
const ORDINAL = String.raw`(?<ordinal>\d{1,2}(?:st|nd|rd|th)|(?:first|last)(?=\s+(?:day|of)))(?:\s+day)?`
const MONTH_NAMES = MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')
const DATE = String.raw`(?:the\s+)?(?:(?<day>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?<month>${MONTH_NAMES})|(?<monthFirst>${MONTH_NAMES})\s+(?:the\s+)?(?<dayLast>\d{1,2})(?:st|nd|rd|th)?)\b`
const ADVERBS: { readonly [word: string]: readonly [number, string] } = {
  hourly: [1, 'hour'],
  daily: [1, 'day'],
  nightly: [1, 'day'],
  weekly: [1, 'week'],
  fortnightly: [2, 'week'],
  monthly: [1, 'month'],
  yearly: [1, 'year'],
  annually: [1, 'year'],
  biweekly: [2, 'week'],
  quarterly: [3, 'month'],
}

/** What says that something comes again, the more special before the more general. */
const FORMS: readonly (readonly [
  string,
  (said: Groups, rest: string, now: WallTime) => Rhythm | undefined,
])[] = [
  [
    String.raw`(?:${EVERY}|\bthe\s+)${NTH}\s+(?:of|in)\s+(?:the|each|every|a)\s+month\b`,
    (said) => ofWeekday(1, said),
  ],
  [String.raw`\b${NTH}\s+(?:of|in)\s+(?:each|every)\s+month\b`, (said) => ofWeekday(1, said)],
  // "Every second Friday" is every two weeks, "every last Friday" is of the month.
  [String.raw`${EVERY}(?<nth>first|last)\s+(?<weekday>${WEEKDAY})\b`, (said) => ofWeekday(1, said)],
  [String.raw`\bthe\s+${ORDINAL}\s+(?:of|in)\s+(?:each|every)\s+month\b`, (said) => ofDay(1, said)],
  [
    String.raw`${EVERY}${ORDINAL}(?:\s+of\s+(?:the|a)\s+month\b|(?=\s*(?:$|[,.;!?]|at\b)))`,
    (said) => ofDay(1, said),
  ],
  [EVERY + DATE, (said) => ofDate(1, said)],
  [String.raw`${EVERY}half[\s-](?:an?\s+)?hour\b`, () => ({ unit: 'minute', every: 30 })],
  [String.raw`${EVERY}quarter[\s-](?:of\s+)?(?:an?\s+)?hour\b`, () => ({ unit: 'minute', every: 15 })],
  [
    String.raw`${EVERY}(?<unit>quarter|half[\s-](?:an?\s+)?year)\b(?!\s+(?:past|to)\b)`,
    ({ unit = '' }, rest, now) => ofUnit(/^q/i.test(unit) ? 3 : 6, 'month', rest, now),
  ],
  [
    String.raw`(?:${EVERY}(?:week|work(?:ing\s+)?)day|\b(?:on\s+)?(?:week|work)days)\b`,
    () => ({ unit: 'week', every: 1, days: [1, 2, 3, 4, 5] }),
  ],
  [
    String.raw`(?:${EVERY}weekend|\b(?:on|at)\s+(?:the\s+)?weekends|\bweekends(?=\s+at\b))\b`,
    () => ({ unit: 'week', every: 1, days: [0, 6] }),
  ],
  [EVERY + COUNT + listOf(WEEKDAY), (said) => ofWeek(countOf(said.count), said)],
  // Every hour and a half, every forty-five minutes.
  [`${EVERY}(?<span>.+)`, ({ span = '' }) => ofSpan(span)],
  [
    String.raw`${EVERY}${COUNT}(?<unit>${UNIT})s?\b`,
    (said, rest, now) => ofUnit(countOf(said.count), said.unit, rest, now),
  ],
  [
    String.raw`\bonce\s+(?:a|an|per|every)\s+(?<unit>${UNIT})\b`,
    (said, rest, now) => ofUnit(1, said.unit, rest, now),
  ],
  [
    String.raw`(?<![\p{L}-])(?<adverb>bi-weekly|${Object.keys(ADVERBS).join('|')})\b`,
    ({ adverb = '' }, rest, now) => {
      const [every, unit] = ADVERBS[adverb.toLowerCase().replace('-', '')] ?? [1, 'day']
      return ofUnit(every, unit, rest, now)
    },
  ],
  [
    String.raw`${EVERY}(?:morning|noon|afternoon|evening|night|midnight)\b`,
    () => ({ unit: 'day', every: 1 }),
  ],
  [String.raw`(?:\bon\s+)?${listOf(PLURAL)}`, (said) => ofWeek(1, said)],
]

/** When a text is due, and how it comes again where it was asked for as a reminder; undefined when it names no time to come. */
export function findReminderTime(text: string, options: DueOptions): ReminderTime | undefined {
  const said = text.replace(/\beveryday\b/gi, 'every day')
  const again = options.isReminder ? findRepeat(withNamedDays(said), options) : undefined
  if (again === 'unreadable') return undefined
  if (again !== undefined) return again
  const due = findDue(text, options)
  return due && { due }
}

/** undefined: it comes once; `unreadable`: it comes again, but not in a way that can be kept. */
function findRepeat(text: string, options: DueOptions): Required<ReminderTime> | 'unreadable' | undefined {
  if (saysMoreOfRepeat(text)) return 'unreadable'
  const { clock } = options
  const { start, rest } = withoutStart(text, options)
  const lasting = withoutEnd(rest)
  const now = clock.now().getTime()
  const from = start?.getTime() ?? now
  for (const [form, read] of FORMS) {
    const match = new RegExp(form, 'i').exec(lasting)
    if (match === null) continue
    const beside = `${lasting.slice(0, match.index)} ${lasting.slice(match.index + match[0].length)}`
    const rhythm = read(match.groups ?? {}, beside, wallTime(from, clock.timeZone))
    if (rhythm === undefined) continue
    if (rhythm.unit === 'minute' || rhythm.unit === 'hour') {
      if (saysHours(text) || !isRepeat(rhythm)) return 'unreadable'
      const due = start ?? new Date(nextTime(rhythm, now, now, clock.timeZone))
      return { due, repeats: rhythm }
    }
    const minutes =
      timeOfDay(beside, match[0], clock) ?? namedTime(match[0]) ?? usualHour(`${match[0]} ${beside}`) * 60
    const repeats = { ...rhythm, at: timeText(minutes) } as Repeat
    // `Every second Friday` needs not wait for the second one; `every two weeks` names no day that could come sooner.
    const soon = startsSoon(match.groups ?? {}, rhythm, beside) ? { ...repeats, every: 1 } : repeats
    const due = nextTime(soon, start === undefined ? now : from - 1, from, clock.timeZone)
    return { due: new Date(due), repeats }
  }
  return undefined
}

/** Its day is named, or comes so often that the next one is meant. */
function startsSoon({ days, unit, adverb }: Groups, rhythm: Rhythm, beside: string): boolean {
  if (rhythm.unit === 'day' || days !== undefined) return true
  const isCounted = unit !== undefined || adverb !== undefined
  return (
    !isCounted || dayNamed(rhythm.unit === 'weekday of month' ? 'month' : rhythm.unit, beside) !== undefined
  )
}

/** `starting on monday`: from the beginning of that day, or from the time that stands beside it. */
function withoutStart(text: string, options: DueOptions): { readonly start?: Date; readonly rest: string } {
  const match = /\b(?:starting|beginning)\s+(?:from\s+|on\s+)?(?<when>[^,;.]+)/i.exec(text)
  const due = match?.groups?.when === undefined ? undefined : findDue(match.groups.when, options)
  if (match === null || due === undefined) return { rest: text }
  // The words may name the time of day as well.
  const when = match.groups?.when ?? ''
  const time = timeOfDay(when, '', options.clock)
  const wall = wallTime(due.getTime(), options.clock.timeZone)
  const day = momentOf({ ...wall, hour: 0, minute: 0 }, options.clock.timeZone)
  const said = time === undefined ? '' : ` at ${timeText(time)}`
  const isDay = time === undefined && !/\b(?:hour|minute|min|hr)s?\b/i.test(text)
  return {
    start: isDay ? new Date(Math.max(day, options.clock.now().getTime())) : due,
    rest: text.replace(match[0], said),
  }
}

/** What a stopwatch counts in whole minutes. */
function ofSpan(span: string): Rhythm | undefined {
  const { months, days, ms } = leadingDuration(span) ?? { months: 0, days: 0, ms: 0 }
  if (ms === 0 || months > 0 || days > 0 || ms % 60_000 !== 0) return undefined
  const minutes = ms / 60_000
  return minutes % 60 === 0 ? { unit: 'hour', every: minutes / 60 } : { unit: 'minute', every: minutes }
}

function ofUnit(every: number | undefined, unit = '', rest: string, now: WallTime): Rhythm | undefined {
  if (every === undefined) return undefined
  const named = dayNamed(unit, rest)
  switch (unit.toLowerCase()) {
    case 'min':
    case 'minute':
      return { unit: 'minute', every }
    case 'hr':
    case 'hour':
      return { unit: 'hour', every }
    case 'day':
      return { unit: 'day', every }
    case 'week': {
      const today = new Date(Date.UTC(now.year, now.month - 1, now.day)).getUTCDay()
      return named === undefined ? { unit: 'week', every, days: [today] } : ofWeek(every, named)
    }
    case 'month':
      if (named?.nth !== undefined) return ofWeekday(every, named)
      return named === undefined ? { unit: 'month', every, day: now.day } : ofDay(every, named)
    default:
      return named === undefined
        ? { unit: 'year', every, month: now.month, day: now.day }
        : ofDate(every, named)
  }
}

/** Which of its days a text names: `every two weeks on Monday`, `monthly on the 5th`. */
function dayNamed(unit: string, rest: string): Groups | undefined {
  const find = (form: string) => new RegExp(form, 'i').exec(rest)?.groups
  switch (unit.toLowerCase()) {
    case 'week':
      return find(String.raw`\bon\s+${listOf(WEEKDAY)}`)
    case 'month':
      return find(String.raw`\bthe\s+${NTH}`) ?? find(String.raw`\bthe\s+${ORDINAL}`)
    default:
      return find(DATE)
  }
}

function ofWeek(every: number | undefined, { days = '' }: Groups): Rhythm | undefined {
  const named = days.match(new RegExp(WEEKDAY, 'gi')) ?? []
  const numbers = [...new Set(named.map(weekdayOf))].sort((a, b) => a - b)
  return every === undefined ? undefined : { unit: 'week', every, days: numbers }
}

function ofWeekday(every: number, { nth = '', weekday = '' }: Groups): Rhythm {
  const number = nth.toLowerCase() === 'last' ? -1 : (countOf(nth) ?? 1)
  return { unit: 'weekday of month', every, nth: number, weekday: weekdayOf(weekday) }
}

function ofDay(every: number, { ordinal = '' }: Groups): Rhythm | undefined {
  const word = ordinal.toLowerCase()
  const day = word === 'last' ? 31 : word === 'first' ? 1 : Number.parseInt(word, 10)
  return day >= 1 && day <= 31 ? { unit: 'month', every, day } : undefined
}

function ofDate(every: number, said: Groups): Rhythm | undefined {
  const name = (said.month ?? said.monthFirst ?? '').slice(0, 3).toLowerCase()
  const month = MONTHS.findIndex((one) => one.toLowerCase().startsWith(name)) + 1
  const day = Number(said.day ?? said.dayLast)
  return month > 0 && day >= 1 && day <= 31 ? { unit: 'year', every, month, day } : undefined
}

/** 1 where nothing is said; undefined: it is no number of times. */
function countOf(word = 'one'): number | undefined {
  const plain = word.toLowerCase()
  const at = COUNTS.findIndex((words) => words.includes(plain))
  const number = at >= 0 ? at + 1 : Number.parseInt(plain, 10)
  return number >= 1 ? number : undefined
}

function weekdayOf(word: string): number {
  return WEEKDAYS.findIndex((name) => name.toLowerCase().startsWith(word.slice(0, 3).toLowerCase()))
}

function namedTime(words: string): number | undefined {
  if (/\bmidnight\b/i.test(words)) return 0
  return /\bnoon\b/i.test(words) ? 720 : undefined
}

function timeText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
