// Times of day and dates in prose, by what they mean: `14:30` is `2:30 pm`, `12 March 2026` is `March 12, 2026`.

export interface TimeOfDay {
  readonly text: string
  readonly hour: number
  /** Two digits. */
  readonly minute: string
  readonly second: string | undefined
  /** From am, pm or "in the evening"; undefined: a 24-hour time, or nobody said. */
  readonly half: 'a' | 'p' | undefined
}

const CLOCK = /(?<![\d:.])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?![\d:])(?:\s?([ap])\.?\s?m\b\.?)?/gi
const HOUR = /(?<![\d:.,])(\d{1,2})\s?([ap])\.?m\b\.?/gi
const PART = /^\s*(?:o'clock)?,?\s*(?:(?:in the|this)\s+(morning|afternoon|evening)|(at night|tonight))\b/i

export function timesOf(text: string): readonly TimeOfDay[] {
  const clocks = [...text.matchAll(CLOCK)].map((match): TimeOfDay => {
    const hour = Number(match[1])
    const half = match[4] ?? partOfDay(text.slice(match.index + match[0].length), hour)
    return { text: match[0].trim(), hour, minute: match[2] ?? '', second: match[3], half: halfOf(half) }
  })
  const hours = [...text.replace(CLOCK, ' ').matchAll(HOUR)].map(
    (match): TimeOfDay => ({
      text: match[0].trim(),
      hour: Number(match[1]),
      minute: '00',
      second: undefined,
      half: halfOf(match[2]),
    }),
  )
  return [...clocks, ...hours].filter((time) => time.hour <= 24)
}

/** The text without what `timesOf` reads. */
export function withoutTimes(text: string): string {
  return text.replace(CLOCK, ' ').replace(HOUR, ' ')
}

/** Whether `said` tells the time `real`, which it may shorten but not sharpen. */
export function isSameTime(said: TimeOfDay, real: TimeOfDay): boolean {
  if (said.minute !== real.minute) return false
  if (said.second !== undefined && said.second !== real.second) return false
  if (said.half === undefined && real.half !== undefined && said.hour <= 12)
    return said.hour % 12 === real.hour % 12
  return hourOf(said) === hourOf(real)
}

function hourOf({ hour, half }: TimeOfDay): number {
  if (half === undefined) return hour
  return half === 'p' ? (hour % 12) + 12 : hour > 12 ? hour + 24 : hour % 12
}

function halfOf(letter: string | undefined): TimeOfDay['half'] {
  const lower = letter?.toLowerCase()
  return lower === 'a' || lower === 'p' ? lower : undefined
}

function partOfDay(rest: string, hour: number): string | undefined {
  const match = PART.exec(rest)
  if (match === null) return undefined
  if (match[1]) return match[1].toLowerCase() === 'morning' ? 'a' : 'p'
  return hour % 12 < 5 ? 'a' : 'p'
}

export interface CalendarDate {
  readonly day: number
  /** 1 to 12. */
  readonly month: number
  readonly year: number | undefined
}

export interface WrittenDate {
  readonly text: string
  /** One reading, or two where day and month may change places. */
  readonly readings: readonly CalendarDate[]
  /** Only digits and points or slashes: it may be no date at all. */
  readonly isDoubtful: boolean
}

export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const NAME =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?'
const DATES = new RegExp(
  [
    String.raw`\b(?<y1>\d{4})-(?<m1>\d{1,2})-(?<d1>\d{1,2})(?!\d)`,
    String.raw`(?<![\d.])(?<a>\d{1,2})[/.](?<b>\d{1,2})[/.](?<y2>\d{4})(?![\d.]\d)`,
    String.raw`\b(?<d3>\d{1,2})(?:st|nd|rd|th)?(?: day)?(?: of)? (?<m3>${NAME})\b\.?(?:,? (?<y3>\d{4})\b)?`,
    String.raw`\b(?<m4>${NAME})\.? (?:the )?(?<d4>\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,? (?<y4>\d{4})\b)?`,
  ].join('|'),
  'gi',
)

export function datesOf(text: string): readonly WrittenDate[] {
  return [...text.matchAll(DATES)].flatMap((match): WrittenDate[] => {
    const part = match.groups ?? {}
    const name = part.m3 ?? part.m4
    // "12 may be enough" is no date.
    if (name === 'may') return []
    const month = name === undefined ? Number(part.m1) : monthOf(name)
    const year = part.y1 ?? part.y2 ?? part.y3 ?? part.y4
    const reading = (day: unknown, of: unknown): CalendarDate => ({
      day: Number(day),
      month: Number(of),
      year: year === undefined ? undefined : Number(year),
    })
    const isDoubtful = part.a !== undefined
    const all = isDoubtful
      ? [reading(part.a, part.b), reading(part.b, part.a)]
      : [reading(part.d1 ?? part.d3 ?? part.d4, month)]
    const readings = all.filter((one) => one.month >= 1 && one.month <= 12 && one.day >= 1 && one.day <= 31)
    return readings.length === 0 ? [] : [{ text: match[0], readings, isDoubtful }]
  })
}

/** Whether one of the readings is the same day; a year that only one of them names is no difference. */
export function isSameDate(one: WrittenDate, other: WrittenDate): boolean {
  return one.readings.some((a) =>
    other.readings.some(
      (b) =>
        a.day === b.day &&
        a.month === b.month &&
        (a.year === undefined || b.year === undefined || a.year === b.year),
    ),
  )
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1
}
