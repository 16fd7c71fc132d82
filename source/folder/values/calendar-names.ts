// Names of months and weekdays as files have them, by Intl. Pure.
// A way is a language and a length; several may fit a name (`Mai`, `May`), so cells give a bit set of ways, and a
// column's way is one that fits all of them.

const LANGUAGES = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const
const LENGTHS = ['long', 'short'] as const

interface Names {
  /** A list for each way, January or Sunday first. */
  readonly ways: readonly (readonly string[])[]
  /** From a name in lower case without a dot: for each way in which it is one, which. */
  readonly find: ReadonlyMap<string, readonly { readonly index: number; readonly ways: number }[]>
}

let months: Names | undefined
let weekdays: Names | undefined

function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

function collect(count: number, day: (index: number) => number, unit: 'month' | 'weekday'): Names {
  const ways = LANGUAGES.flatMap((language) =>
    LENGTHS.map((length) => {
      // With the day beside it a month has the form that it has in a date (Intl tells those apart).
      const format = new Intl.DateTimeFormat(language, { [unit]: length, timeZone: 'UTC' })
      return Array.from({ length: count }, (_, index) => format.format(day(index)).replace(/\.$/, ''))
    }),
  )
  const find = new Map<string, { index: number; ways: number }[]>()
  ways.forEach((names, way) => {
    names.forEach((name, index) => {
      const found = find.get(bare(name)) ?? []
      const same = found.find((entry) => entry.index === index)
      if (same === undefined) found.push({ index, ways: 1 << way })
      else same.ways |= 1 << way
      find.set(bare(name), found)
    })
  })
  return { ways, find }
}

function monthNames(): Names {
  months ??= collect(12, (index) => Date.UTC(2023, index, 15), 'month')
  return months
}

function weekdayNames(): Names {
  // 1 January 2023 was a Sunday.
  weekdays ??= collect(7, (index) => Date.UTC(2023, 0, 1 + index), 'weekday')
  return weekdays
}

/** A name read: `index` from 0 (January, Sunday), `ways` the bit set of ways to write it so. */
export interface CalendarName {
  readonly index: number
  readonly ways: number
}

/** A month's name in any way, with or without its dot; a name of two months in two languages is that of the first. */
export function findMonth(text: string): CalendarName | undefined {
  return monthNames().find.get(bare(text))?.[0]
}

/** A weekday's name in any way. */
export function findWeekday(text: string): CalendarName | undefined {
  return weekdayNames().find.get(bare(text))?.[0]
}

/** Whether it is the name of a month or a weekday in any way. */
export function isCalendarName(text: string): boolean {
  return monthNames().find.has(bare(text)) || weekdayNames().find.has(bare(text))
}

/** The name in the first way of the set; 0 is the first way of all. */
export function monthName(index: number, ways: number): string {
  return nameIn(monthNames(), index, ways)
}

/** The name in the first way of the set; 0 is the first way of all. */
export function weekdayName(index: number, ways: number): string {
  return nameIn(weekdayNames(), index, ways)
}

function nameIn(names: Names, index: number, ways: number): string {
  const way = ways === 0 ? 0 : 31 - Math.clz32(ways & -ways)
  return names.ways[way]?.[index] ?? ''
}
