// A further line of a log, with today's date as the last one has it: "ran 6 km this morning, 36:55". Pure.
import type { Entry, Group } from './groups.ts'
import { casedLike } from './new-entry.ts'
import { type Typed, writtenLike } from './typed.ts'

type Log = Extract<Group, { type: 'log' }>

/** When it was; the line has its date. */
export const WHEN =
  /[,\s]*(?<!\p{L})(?:(?:earlier |late |later )?(?:today|tonight)|(?:earlier )?this (?:morning|afternoon|evening|lunchtime)|just now|right now|at lunch(?:time)?)(?!\p{L})/giu
const LEAD =
  /^(?:(?:oh|ok|okay|hey|so|and|well|phew|right|just|finally)[,!.\s]+|(?:i|we)(?:'ve| have)?\s+(?=\p{L})|(?:just|had|did|done|got|was)\s+(?:an?\s+)?(?=\d)|(?:log|note|record|write)\s+(?:down\s+)?(?:that\s+)?|put (?:down )?(?:that )?)+/iu

/** The line; undefined: nothing is left to say. */
export function logLine({ lines, entries }: Log, said: string, today: Typed): string | undefined {
  const last = entries.at(-1)
  if (last === undefined) return undefined
  const begins = entries.filter(({ text }) => /^[£$€]?\d/.test(text)).length >= entries.length * 0.7
  const plain = said
    .replace(WHEN, '')
    .replace(LEAD, '')
    .replace(/^[\s,:;–—-]+|[\s.!]+$/gu, '')
  // "Ran 6.0 km": the other lines have the figures alone.
  const from = begins ? plain.search(/[£$€]?\d/) : 0
  if (from < 0) return undefined
  const text = plain.slice(from).trim()
  if (!/[\p{L}\d]/u.test(text)) return undefined
  const stop = lines.every((line) => /\.\s*$/.test(line)) ? '.' : ''
  return `${dayLike(last, today)}${last.sign}${casedLike(
    lowered(text, entries),
    entries.map((one) => one.text),
  )}${stop}`
}

/** Bullet, weekday and date. */
function dayLike({ bullet, date }: Entry, today: Typed): string {
  const at = new Date(Date.UTC(today.year ?? 0, (today.month ?? 1) - 1, today.day ?? 1)).getUTCDay()
  const name = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][at] ?? ''
  const mark = bullet.replace(/\p{L}+/u, (there) => (there.length > 4 ? name : name.slice(0, 3)))
  // Of a date without a year the line has none either.
  const { year, ...rest } = today
  return mark + writtenLike(date.year === undefined ? rest : today, date)
}

/** "Sowed" is no name: it is small where the others are. */
function lowered(text: string, entries: readonly Entry[]): string {
  const isLower = entries.filter((one) => /^\p{Ll}/u.test(one.text)).length > entries.length / 2
  const [first = ''] = text.split(/\s/)
  const isVerb = /^\p{Lu}\p{Ll}+(?:ed|t|ept|aw|an)$/u.test(first)
  return isLower && isVerb ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
