// Durations in words: `10 minutes`, `an hour and a half`, `1h30`, `2 weeks and 3 days`. Pure.
import { type DateSpan, listText } from './civil-date.ts'
import { COUNT_SOURCE, DIGITS_SOURCE, joinHundreds, readNumber, WORDS_SOURCE } from './spoken-number.ts'

/** A duration: months and days as a calendar counts them, and a time that a stopwatch counts. */
export interface Duration extends DateSpan {
  readonly ms: number
}

interface Unit {
  readonly names: string
  readonly months?: number
  readonly days?: number
  readonly ms?: number
}

const UNITS: readonly Unit[] = [
  { names: 'milliseconds?|millis|ms', ms: 1 },
  { names: 'seconds?|secs?|s|sek', ms: 1_000 },
  { names: "minutes?|mins?|min's|m|mintues?|minuts?|minites?", ms: 60_000 },
  { names: 'hours?|hrs?|h|huors?', ms: 3_600_000 },
  { names: 'days?|d', days: 1 },
  { names: 'weeks?|wks?|w', days: 7 },
  { names: 'fortnights?', days: 14 },
  { names: 'months?|mths?|mos?', months: 1 },
  { names: 'quarters?', months: 3 },
  { names: 'years?|yrs?|y', months: 12 },
  { names: 'decades?', months: 120 },
  { names: 'centur(?:y|ies)', months: 1_200 },
]

const NAMES = UNITS.map(({ names }) => names).join('|')
/** One piece: `3 weeks`, or glued as in `1h30m`. */
const PIECE = new RegExp(
  `(?<![a-z\\d.,:])(?:(?<digits>${DIGITS_SOURCE})[\\s-]*|(?<words>${WORDS_SOURCE})[\\s-]+)(?<unit>${NAMES})(?![a-z])(?<half> and a (?:half|quarter))?`,
  'giu',
)
/** `1 hour 30`, `one minute thirty`. */
const TAIL = new RegExp(
  `(?<=[\\d½]\\s*|[a-z] )(hours?|hrs?|minutes?|mins?) (?:and )?(\\d{1,2}|(?!half|quarter|hundred|dozen)(?:${COUNT_SOURCE}))$`,
  'iu',
)
/** `two and a half hours` is read as `2.5 hours`. */
const HALF = new RegExp(`(?<![a-z\\d.,])(${DIGITS_SOURCE}|${WORDS_SOURCE}) and a half(?=[\\s-]+[a-z])`, 'giu')
/** What is counted behind a blank: `30 rolls` of `1h 30 rolls` are no minutes. */
const COUNTED = String.raw`(?!(?:thanks|this|plus|tops|perhaps|always)\b)(?:[a-z]+[a-rt-z]s|km|kg|g|ml|cl|l|cm|mi|x|reps?|people)(?![a-z])`
const HOURS = new RegExp(
  String.raw`(\d+)\s*h(?!\s+\d{1,2}\s*(?:s|secs?|seconds?|(?!min(?:ute)?s\b)${COUNTED})(?![a-z]))\s*(\d{1,2})(?![\d.,])(?:\s*(?:m|min|mins|minutes?)\b)?`,
  'g',
)
const MINUTES = new RegExp(
  String.raw`(\d+)\s*m(?:in)?(?!\s+\d{1,2}\s*(?!sec(?:ond)?s\b)${COUNTED})\s*(\d{1,2})(?![\d.,])(?:\s*(?:s|secs?|seconds?)\b)?`,
  'g',
)
/** Something of the amount that is not read: `minus 5 minutes`, `10-15 minutes`, `10 minutes thirty`. */
const CUT_BEFORE = new RegExp(
  `(?:[\\d/−-]|\\b(?:minus|negative|${COUNT_SOURCE}))(?: and| to| or)?\\s*$`,
  'iu',
)
const CUT_BEHIND = new RegExp(
  `^\\s*(?:(?:and|or|to|less|minus|&|-) ?)?(?:an? )?(?:[\\d/½]|(?:${COUNT_SOURCE})\\b)`,
  'iu',
)
const BETWEEN =
  /^[\s,;.!?]*(?:(?:and|plus|&|\+|for|about|of|in|exactly|please|from now|long|just|only)\b[\s,]*)*$/iu

/** The duration that a text is; undefined if it is none, or something else as well. */
export function readDuration(text: string): Duration | undefined {
  const plain = expand(text.toLowerCase().trim())
  const pieces = [...plain.matchAll(PIECE)]
  if (pieces.length === 0 || !BETWEEN.test(plain.replace(PIECE, ' '))) return undefined
  let total: Duration = { months: 0, days: 0, ms: 0 }
  for (const { groups } of pieces) {
    const amount = readNumber(groups?.digits ?? groups?.words ?? '')
    const unit = UNITS.find(({ names }) => new RegExp(`^(?:${names})$`, 'iu').test(groups?.unit ?? ''))
    if (amount === undefined || unit === undefined) return undefined
    const extra = groups?.half === undefined ? 0 : groups.half.endsWith('half') ? 0.5 : 0.25
    total = plus(total, unit, amount + extra)
  }
  return total
}

/**
 * The first duration that stands in a text among other words (`10 minutes for the tea`), with the text without it; undefined where only
 * a part of the amount can be read.
 */
export function findDuration(
  text: string,
): { readonly duration: Duration; readonly rest: string } | undefined {
  const plain = expand(text.toLowerCase().trim())
  const pieces = [...plain.matchAll(PIECE)]
  // An amount has no more pieces than there are units.
  for (let last = Math.min(pieces.length, UNITS.length); last > 0; last--) {
    const from = pieces[0]?.index ?? 0
    const end = pieces[last - 1]
    if (end === undefined) break
    const to = end.index + end[0].length
    const duration = readDuration(plain.slice(from, to))
    if (duration === undefined) continue
    const [before, behind] = [plain.slice(0, from), plain.slice(to)]
    return CUT_BEFORE.test(before) || CUT_BEHIND.test(behind)
      ? undefined
      : { duration, rest: `${before} ${behind}`.trim() }
  }
  return undefined
}

/** Between pieces of one amount: `2 days and 3 hours`, `1h 30m`. */
const JOINED = /^(?:,? ?(?:and |& )?)$/iu

/** The duration that a text begins with, as far as its pieces follow each other: `an hour and a half`; undefined: it begins with none. */
export function leadingDuration(text: string): Duration | undefined {
  const plain = expand(text.toLowerCase().trim())
  let end = 0
  for (const { index, 0: piece } of plain.matchAll(PIECE)) {
    if (end === 0 ? index > 0 : !JOINED.test(plain.slice(end, index))) break
    end = index + piece.length
  }
  return end === 0 ? undefined : readDuration(plain.slice(0, end))
}

/** `an hour, 10 minutes and 5 seconds` of a stopwatch; days and more are counted as 24 hours. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  return listText([
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor((seconds % 86_400) / 3_600), 'hour'],
    [Math.floor((seconds % 3_600) / 60), 'minute'],
    [seconds % 60, 'second'],
  ])
}

/** Like `durationText` to the minute, for what is still far: `2 hours and 5 minutes`, `less than a minute`. */
export function aboutText(ms: number): string {
  if (ms < 60_000) return ms < 1_000 ? 'less than a second' : durationText(ms)
  const minutes = Math.round(ms / 60_000)
  if (minutes < 24 * 60) return durationText(minutes * 60_000)
  return durationText(Math.round(minutes / 60) * 3_600_000)
}

/** `1:30` alone is left to those who know whether it is minutes or hours; `1:30 hours`, `1h30`, `2 1/2 hours` and `a half hour` are spelled out. */
function expand(text: string): string {
  return joinHundreds(text)
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d.,])/g, (digits) => digits.replaceAll(',', ''))
    .replace(/(?<![\d:])(\d{1,2}):([0-5]\d)(?=\s*(?:hours?|hrs?|h)\b)\s*[a-z]+/g, '$1 hours $2 minutes')
    .replace(/(?<![\d:])(\d{1,2}):([0-5]\d)(?=\s*(?:minutes?|mins?)\b)\s*[a-z]+/g, '$1 minutes $2 seconds')
    .replace(
      /(?<![\d./])(?:(\d+)\s+)?([1-9])\/([2-9])(?:\s+of\s+an?)?(?=[\s-]*[a-z])/g,
      (_, whole, above, below) => String(Number(whole ?? 0) + Number(above) / Number(below)),
    )
    .replace(HOURS, '$1 hours $2 minutes')
    .replace(MINUTES, '$1 minutes $2 seconds')
    .replace(/\b(?:an? )?half[- ](hour|minute|day|year)\b/g, 'half a $1')
    .replace(/(?<!three )\b(?:an? )?quarter(?: of)?[- ](?:an[- ])?hour\b/g, 'a quarter of an hour')
    .replace(/^(hour|minute)(?=$| (?:and|&) )/, 'a $1')
    .replace(/ (?:and|&) (?:an? )?(half|quarter)\b(?! (?:an?|of)\b)/g, ' and a $1')
    .replace(TAIL, (_, unit: string, amount: string) => `${unit} ${amount} ${below(unit)}`)
    .replace(HALF, (_, amount: string) => `${(readNumber(amount) ?? 0) + 0.5}`)
}

/** `hour` and `minute` in all their names give the unit below them. */
function below(unit: string): string {
  return unit.startsWith('h') ? 'minutes' : 'seconds'
}

function plus(total: Duration, unit: Unit, amount: number): Duration {
  const whole = Math.trunc(amount)
  const part = amount - whole
  // Half a month is 15 days, half a year six months, half a day twelve hours.
  const months = (unit.months ?? 0) * whole + Math.trunc((unit.months ?? 0) * part)
  const partDays = unit.months === 1 ? Math.round(30 * part) : (unit.days ?? 0) * part
  const days = (unit.days ?? 0) * whole + Math.trunc(partDays)
  const ms = (unit.ms ?? 0) * amount + (partDays % 1) * 86_400_000
  return { months: total.months + months, days: total.days + days, ms: total.ms + Math.round(ms) }
}
