// What chrono-node finds in a text that names a moment: which finds count, and which of them say one moment together. Pure.
import { en, type ParsedResult } from 'chrono-node'
import { SHORT_MONTHS } from './due-dates.ts'

/** In short these days are words, too: `sun cream`, `the sat nav`. */
const SHORT_DAY = /^(?:on\s+)?(?:sun|sat|mon)$/i
const NO_DAY =
  /^[\s-](?:creams?|screen|block|hats?|glass(?:es)?|lotion|dress(?:es)?|beds?|tan|flowers?|rise|set|shade|oil|roof|lounger|nav|exams?|prep|dish|tests?|phone|tutor|scores?|results?)\b/i
const ARTICLE = /\b(?:the|an?|my|our|your|his|her|their)\s+$/i
const HALF_OF_DAY = /^(?:morning|afternoon|evening|night)$/i
/** What follows belongs to the thing that is to be done. */
const TURNS = /\b(?:about|for|because|that|so|if|when|which|since)\b/i
const TURNS_AWAY =
  /\b(?:about|for|to|so|because|since|as|that|which|when|while|if|before|after|until|till|is|are|was|of|from|with|ready|due|in time)\b/i

/** What names the moment, and where its words stand in the text, first things first. */
export interface MomentFound {
  readonly hit: ParsedResult
  readonly places: readonly { readonly index: number; readonly text: string }[]
}

/** How a text is read. */
export interface HitOptions {
  /** Milliseconds of the wall clock, as if it stood in UTC. */
  readonly wall: number
  readonly isMonthFirst: boolean
  /** Of a reminder, a day and a time that stand apart are one moment. */
  readonly isReminder: boolean
}

/** Undefined: no moment is named, or two that contradict each other. */
export function findMoment(text: string, options: HitOptions): MomentFound | undefined {
  const all = parseDates(text, options).filter(
    (one) => !isOnlyAMonth(one.text, text, one.index) && !isNoDay(one, text),
  )
  const meant = all.filter(
    (one) => !isMeasure(one, text, options.isReminder) && !/\bnot\s+$/i.test(text.slice(0, one.index)),
  )
  // "Buy a night light tomorrow".
  const hits = meant.filter(
    (one) => !HALF_OF_DAY.test(one.text) || /\b(?:in the|at)\s+$/i.test(text.slice(0, one.index)),
  )
  const [first, ...others] = hits.length > 0 ? hits : meant
  if (first === undefined) return undefined
  let found: MomentFound | undefined = { hit: first, places: [first] }
  if (!options.isReminder) return found
  for (const next of others) found = found && together(found, next, text, options)
  return found
}

/** It names a span from now, and no day or time. */
export function isSpanOf({ start }: ParsedResult): boolean {
  return start.tags().has('result/relativeDateAndTime')
}

/** It says which day, be it by its weekday or its month. */
export function hasDay({ start }: ParsedResult): boolean {
  return start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month')
}

/** It says which hour; a part of the day is none. */
export function hasTime({ start }: ParsedResult): boolean {
  return start.isCertain('hour')
}

function together(
  found: MomentFound,
  next: ParsedResult,
  text: string,
  options: HitOptions,
): MomentFound | undefined {
  const { hit, places } = found
  const last = places.at(-1) ?? hit
  if (isSpanOf(hit) || isSpanOf(next) || (hasDay(hit) && hasTime(hit))) return found
  const between = text.slice(last.index + last.text.length, next.index)
  if (hasDay(hit) !== hasDay(next) && !(hasTime(hit) && hasTime(next))) {
    return TURNS.test(between) ? found : (joined(found, next, options) ?? found)
  }
  // "At 8 am and 8 pm", "by friday or monday": the first comes first.
  if (/^\s*(?:[,/&]|and|or)\s*(?:(?:at|by|on)\s+)?$/i.test(between)) return found
  const isTurned = TURNS_AWAY.test(between)
  if ((isSame(hit, next) && !isTurned) || (!hasDay(hit) && hasDay(next) && isOfThing(hit, text)))
    return { hit: next, places: [...places, next] }
  const isFirst = /^(?:.*\bremind me)?\W*$/is.test(text.slice(0, places[0]?.index))
  return isFirst || isTurned || isOfThing(next, text) || !(hasDay(next) || hasTime(next)) ? found : undefined
}

/** `8:15 … on monday` is read as `on monday at 8:15`. */
function joined(found: MomentFound, next: ParsedResult, options: HitOptions): MomentFound | undefined {
  const [day, time] = hasDay(found.hit) ? [found.hit, next] : [next, found.hit]
  const isClock = hasTime(time)
  if (!isClock && !HALF_OF_DAY.test(time.text)) return undefined
  const clock = isClock && !/^at\b/i.test(time.text) ? `at ${time.text}` : time.text
  const [hit, ...more] = parseDates(`${day.text} ${clock}`, options)
  const isWhole = hit !== undefined && more.length === 0 && hasDay(hit) && hasTime(hit) === isClock
  return isWhole ? { hit, places: [...found.places, next] } : undefined
}

/** `the 3pm meeting`: a time that says which thing is meant. */
function isOfThing({ text, index }: ParsedResult, whole: string): boolean {
  return ARTICLE.test(whole.slice(0, index)) && /^\s+\p{L}/u.test(whole.slice(index + text.length))
}

/** What both say is the same, and the second says no less. */
function isSame({ start: one }: ParsedResult, { start: other }: ParsedResult): boolean {
  const parts = ['year', 'month', 'day', 'hour', 'minute'] as const
  const dates = parts.slice(0, 3)
  const isDay = one.isCertain('day') || one.isCertain('weekday')
  return (isDay ? dates : parts.slice(3)).every((part) => one.get(part) === other.get(part))
}

/** A zone counts where it is one that people write: chrono takes the words `get`, `eat`, `cat`, `art` and `vet` for zones, too. */
const ZONES =
  /\b(?:utc|gmt|z|[ecmp][sd]?t|ak[sd]t|h[sd]t|bst|wes?t|ces?t|ees?t|msk|[ji]st|sgt|hkt|ae[sd]t|nz[sd]t)\W*$/i

function parseDates(
  text: string,
  options: Pick<HitOptions, 'wall' | 'isMonthFirst'>,
): readonly ParsedResult[] {
  const chrono = options.isMonthFirst ? en.casual : en.GB
  const instant = new Date(options.wall)
  const found = chrono.parse(text, { instant, timezone: 0 }, { forwardDate: true })
  const mistaken = found.find((one) => {
    const isWord = /[a-z]\W*$/i.test(one.text) && !ZONES.test(one.text)
    return isWord && one.start.isCertain('timezoneOffset') && !isSpanOf(one)
  })
  if (mistaken === undefined) return found
  // What looked like a zone is made unreadable, at its length.
  const end = mistaken.index + mistaken.text.length
  const masked = text.slice(0, end).replace(/[a-z]+(?=\W*$)/i, (word) => '_'.repeat(word.length))
  return parseDates(masked + text.slice(end), options)
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
    new RegExp(`^(?:${SHORT_MONTHS})[a-z]*$`, 'i').test(found) &&
    !/\b(?:in|by|until|till|before|for|of|this|next)\s*$/i.test(text.slice(0, index))
  )
}

/** `sun cream`, `the mon call`. */
function isNoDay({ text, index }: ParsedResult, whole: string): boolean {
  if (!SHORT_DAY.test(text)) return false
  const behind = whole.slice(index + text.length)
  return NO_DAY.test(behind) || (ARTICLE.test(whole.slice(0, index)) && /^\s+\p{L}/u.test(behind))
}
