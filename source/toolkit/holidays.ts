// Days with a name, as English calendars have them; those whose date differs by country are left out or say which one they are. Pure.
import { addSpan, type CivilDate, dateOfDay, dayNumber } from './civil-date.ts'

interface Holiday {
  /** Expression for the whole name, in lower case. */
  readonly name: string
  in(year: number): CivilDate
}

const fixed = (name: string, month: number, day: number): Holiday => ({
  name,
  in: (year) => ({ year, month, day }),
})
const byEaster = (name: string, days: number): Holiday => ({
  name,
  in: (year) => addSpan(easter(year), { months: 0, days }),
})
/** Weekday 0 is Sunday; the `which`-th of the month, plus `more` days. */
const nth = (name: string, month: number, weekday: number, which: number, more = 0): Holiday => ({
  name,
  in: (year) => {
    const first = dayNumber({ year, month, day: 1 })
    const ahead = (weekday - ((((first + 4) % 7) + 7) % 7) + 7) % 7
    return dateOfDay(first + ahead + (which - 1) * 7 + more)
  },
})

const HOLIDAYS: readonly Holiday[] = [
  fixed("new year(?:['’]?s)?(?: day)?", 1, 1),
  fixed('epiphany|three kings(?: day)?', 1, 6),
  fixed("(?:st\\.? |saint )?valentine(?:['’]?s)?(?: day)?", 2, 14),
  fixed("(?:st\\.? |saint )?(?:patrick|paddy)(?:['’]?s)? day", 3, 17),
  fixed("april fools?(?:['’]?s?)?(?: day)?", 4, 1),
  fixed('may day|labou?r day in may', 5, 1),
  fixed('(?:us )?independence day|fourth of july|4th of july', 7, 4),
  fixed('bastille day', 7, 14),
  fixed("hallow[e']*en", 10, 31),
  fixed("all saints?['’]?s?(?: day)?", 11, 1),
  fixed('guy fawkes(?: night| day)?|bonfire night', 11, 5),
  fixed("(?:st\\.? |saint )(?:nicholas|nick)['’]?s?(?: day)?", 12, 6),
  fixed('christmas eve|xmas eve|x-mas eve', 12, 24),
  fixed('christmas(?: day)?|xmas(?: day)?|x-mas(?: day)?|chrismas|cristmas|christams', 12, 25),
  fixed("boxing day|st\\.? stephen['’]?s day", 12, 26),
  fixed("new year(?:['’]?s)? eve|silvester", 12, 31),
  byEaster('ash wednesday', -46),
  byEaster('palm sunday', -7),
  byEaster('(?:maundy|holy) thursday', -3),
  byEaster('good friday', -2),
  byEaster('easter(?: sunday)?', 0),
  byEaster('easter monday', 1),
  byEaster('ascension(?: day)?', 39),
  byEaster('pentecost|whit sunday|whitsun', 49),
  byEaster('whit monday', 50),
  byEaster('corpus christi', 60),
  nth('(?:us |american )?thanksgiving(?: day)?', 11, 4, 4),
  nth('black friday', 11, 4, 4, 1),
  nth('(?:us )?memorial day', 6, 1, 1, -7),
  nth('(?:us )?labou?r day', 9, 1, 1),
]

/** The day of that name in a year; undefined for a name that is not known. */
export function findHoliday(name: string): ((year: number) => CivilDate) | undefined {
  const wanted = name.trim().toLowerCase()
  const found = HOLIDAYS.find((one) => new RegExp(`^(?:${one.name})$`, 'u').test(wanted))
  return found === undefined ? undefined : (year) => found.in(year)
}

/** Holidays in a text behind a word that leads to a day or before a time ("on Christmas Eve", "Easter Sunday at 9"), each put as `dateOf` writes it. */
export function withHolidays(text: string, dateOf: (inYear: (year: number) => CivilDate) => string): string {
  const led = new RegExp(
    String.raw`(?<lead>\b(?:on|by|before|until|till)\s+)?\b(?<name>${HOLIDAYS.map(({ name }) => name).join('|')})(?!['’]?\p{L}|\s+(?:eve|day|monday)\b)(?<time>\s+at\s+(?:\d|noon|mid|half|quarter|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b))?`,
    'giu',
  )
  return text.replace(led, (whole, lead: string | undefined, name: string, time: string | undefined) => {
    const found = lead === undefined && time === undefined ? undefined : findHoliday(name)
    return found === undefined ? whole : (lead ?? '') + dateOf(found) + (time ?? '')
  })
}

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm in the form of Meeus, Jones and Butcher). */
export function easter(year: number): CivilDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return { year, month: Math.floor(sum / 31), day: (sum % 31) + 1 }
}
