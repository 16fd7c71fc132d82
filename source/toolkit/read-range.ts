// Two days and the way between them: `3 May to 1 June`, `28 December to 3 January`. Pure.
import { type CivilDate, dayNumber, exists } from './civil-date.ts'
import { type DateReading, readDate } from './read-date.ts'

/** The earlier day is the first. */
export interface DateRange {
  readonly from: CivilDate
  readonly to: CivilDate
}

/** Words that say which day is meant, whatever stands beside them. */
const SAYS_WHICH = /\d{4}|today|tomorrow|yesterday|now|next|last/iu

/** Both ends of `3 May to 1 June`, or undefined. */
export function readDateRange(text: string, reading: DateReading): DateRange | undefined {
  const parts = text.trim().split(/\s+(?:to|and|until|till|–|-)\s+/iu)
  for (let at = 1; at < parts.length; at++) {
    const range = rangeOf(parts.slice(0, at).join(' and '), parts.slice(at).join(' and '), reading)
    if (range !== undefined) return range
  }
  return undefined
}

/** From one day to another, each in its own words; undefined: one of them is no day. */
export function rangeOf(first: string, second: string, reading: DateReading): DateRange | undefined {
  const end = readDate(second, reading)
  const start = end && (dayOfSameMonth(first, end) ?? inYearOf(first, second, end, reading))
  if (start === undefined || end === undefined) return undefined
  if (dayNumber(start) <= dayNumber(end)) return { from: start, to: end }
  // `between Christmas and New Year`: the next one behind the first date.
  const later = readDate(second, { ...reading, today: start, direction: 'future' })
  return later !== undefined && !SAYS_WHICH.test(second)
    ? { from: start, to: later }
    : { from: end, to: start }
}

/** `from 3 to 20 May`: the first day is of the month of the second. */
function dayOfSameMonth(first: string, end: CivilDate): CivilDate | undefined {
  const day = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)?$/iu.exec(first.trim().replace(/^(?:from|between) /iu, ''))
  const date = { ...end, day: Number(day?.[1]) }
  return exists(date) ? date : undefined
}

/** A first day without a year belongs to the year of the second: `between 3 May and 1 June 2019`. */
function inYearOf(
  first: string,
  second: string,
  end: CivilDate,
  reading: DateReading,
): CivilDate | undefined {
  if (/\d{4}|today|tomorrow|yesterday|now|day\b/iu.test(first)) return readDate(first, reading)
  const direction = /\d{4}/u.test(second) ? 'past' : 'near'
  return readDate(first, { ...reading, today: end, direction }) ?? readDate(first, reading)
}
