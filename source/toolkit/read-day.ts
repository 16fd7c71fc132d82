// Days named by parts of the calendar: `the 15th`, `29 February`, `Friday the 13th`, `June`, and which year is meant. Pure.
import { addSpan, type CivilDate, dayNumber, exists, MONTHS, WEEKDAYS, weekdayOf } from './civil-date.ts'
import type { DateReading } from './read-date.ts'

/** `the 15th`: of this month or of the nearest that fits. */
export function readDayOfMonth(plain: string, { today, direction }: DateReading): CivilDate | undefined {
  const day = Number(/^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/u.exec(plain)?.[1])
  const of = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)? of (?<which>this|the|next|last) month$/u.exec(plain)
  if (of?.groups) {
    const months = of.groups.which === 'next' ? 1 : of.groups.which === 'last' ? -1 : 0
    return { ...addSpan({ ...today, day: 1 }, { months, days: 0 }), day: Number(of[1]) }
  }
  if (!(day >= 1 && day <= 31)) return undefined
  const near = [0, 1, 2, -1, -2].map((months) => ({
    ...addSpan({ ...today, day: 1 }, { months, days: 0 }),
    day,
  }))
  const real = near.filter(exists)
  if (direction === 'near') return real[0]
  const way = direction === 'future' ? 1 : -1
  return real
    .filter((date) => (dayNumber(date) - dayNumber(today)) * way >= 0)
    .toSorted((a, b) => (dayNumber(a) - dayNumber(b)) * way)[0]
}

/** `Friday the 13th`, `Monday 16th`: the next one, or the last. */
export function readWeekdayWithDay(plain: string, { today, direction }: DateReading): CivilDate | undefined {
  const match = /^(?<name>[a-z]+day) (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)$/u.exec(plain)?.groups
  const weekday = WEEKDAYS.find((name) => name.toLowerCase() === match?.name)
  if (weekday === undefined) return undefined
  const way = direction === 'past' ? -1 : 1
  // A 31st comes on every weekday within some years.
  return Array.from({ length: 120 }, (_, at) => ({
    ...addSpan({ ...today, day: 1 }, { months: way * at, days: 0 }),
    day: Number(match?.day),
  })).find(
    (date) => exists(date) && weekdayOf(date) === weekday && (dayNumber(date) - dayNumber(today)) * way >= 0,
  )
}

/** The first day of what has many: `June`, `March 2020`, `next month`, `next year`. */
export function readStart(plain: string, { today, direction }: DateReading): CivilDate | undefined {
  if (plain === 'next month') return addSpan({ ...today, day: 1 }, { months: 1, days: 0 })
  if (plain === 'next year') return { year: today.year + 1, month: 1, day: 1 }
  const { name = '', year } =
    /^(?<name>[a-z]{3,9})\.?(?:(?: of)? (?<year>\d{4}))?$/u.exec(plain)?.groups ?? {}
  const short = name === 'sept' ? 'sep' : name
  const month =
    MONTHS.findIndex((one) => [one.toLowerCase(), one.slice(0, 3).toLowerCase()].includes(short)) + 1
  if (month === 0) return undefined
  return year === undefined
    ? inSomeYear((at) => ({ year: at, month, day: 1 }), { today, direction })
    : { year: Number(year), month, day: 1 }
}

/** `29 February`, `march the 5th`, without a year. */
export function readDayAndMonth(plain: string, { today, direction }: DateReading): CivilDate | undefined {
  const match =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>[a-z]{3,9})\.?$/u.exec(plain) ??
    /^(?<month>[a-z]{3,9})\.? (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?$/u.exec(plain)
  const name = match?.groups?.month ?? ''
  const month = MONTHS.findIndex((one) => name !== '' && one.toLowerCase().startsWith(name)) + 1
  const day = Number(match?.groups?.day)
  return month === 0 ? undefined : inSomeYear((year) => ({ year, month, day }), { today, direction })
}

/** Of last year, this and the next ones the year that the direction asks for; of those that do not exist the next that does. */
export function inSomeYear(
  find: (year: number) => CivilDate,
  { today, direction }: Pick<DateReading, 'today' | 'direction'>,
): CivilDate | undefined {
  const now = dayNumber(today)
  const years = Array.from({ length: 19 }, (_, at) => find(today.year - 9 + at)).filter(exists)
  const ahead = years.find((date) => dayNumber(date) >= now)
  const behind = years.findLast((date) => dayNumber(date) <= now)
  if (direction === 'future') return ahead
  if (direction === 'past') return behind
  const far = (date: CivilDate | undefined) =>
    date === undefined
      ? Number.POSITIVE_INFINITY
      : date.year === today.year
        ? 0
        : Math.abs(dayNumber(date) - now)
  return far(ahead) <= far(behind) ? ahead : behind
}

/** The date in its year, or in the next or last one where only there it is that weekday, 0 for Sunday. */
export function inYearOfWeekday(
  date: CivilDate,
  weekday: number,
  { direction }: Pick<DateReading, 'direction'>,
): CivilDate {
  const steps = { future: [0, 1], past: [0, -1], near: [0, 1, -1] }[direction]
  return (
    steps
      .map((step) => ({ ...date, year: date.year + step }))
      .find((one) => exists(one) && weekdayOf(one) === WEEKDAYS[weekday]) ?? date
  )
}
