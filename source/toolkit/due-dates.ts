// Days that chrono-node passes over or mistakes, written as dates for it: `on the 9th`, `on 24.12.`, `2 days after Christmas`. Pure.
import { COUNTED_FROM } from '../language/en/counted-from.ts'
import { type CivilDate, dayNumber, exists, lastDay, MONTHS } from './civil-date.ts'
import { withHolidays } from './holidays.ts'
import { isoDate } from './local-time.ts'
import { type DateReading, readDate } from './read-date.ts'
import { inSomeYear } from './read-day.ts'
import { COUNT_SOURCE } from './spoken-number.ts'

/** `jan|feb|…`, a part of an expression. */
export const SHORT_MONTHS = MONTHS.map((name) => name.slice(0, 3)).join('|')
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const AMOUNT = String.raw`(?:the |an? |(?:\d{1,3}|${COUNT_SOURCE}) )?`
/** Up to four words of a date; a time stands behind it, and what is to be done. */
const DATE_WORDS = String.raw`(?: (?!(?:at|by|in|around|to|for|and|until|till)\b)[\p{L}\d.'’/-]+){1,4}`

const CLOCK = String.raw`(?:at\s+)?\d{1,2}(?::[0-5]\d|\s*[ap]\.?m\b|\s?o['’]?clock)`
/** `24.12.` behind a word that leads to it, or before a time. */
const DOTTED = String.raw`(?:(?:(?<=\b(?:on|by|until|till|before|from) )|^)\d{1,2}\.\s?\d{1,2}\.(?!\d)|(?<![\d.])\d{1,2}\.\d{1,2}\.(?=,?\s+${CLOCK}))`
const DOTTED_SHORT = String.raw`(?<=\bon )\d{1,2}\.\d{1,2}(?=\s*(?:$|[,;!?]|at\b))`

type Groups = { readonly [name: string]: string | undefined }
type Candidates = (said: Groups, whole: string, isDate: (words: string) => boolean) => readonly string[]

/** The more special before the more general; each gives the words that may stand for a day. */
const FORMS: readonly (readonly [string, Candidates])[] = [
  [String.raw`\b${WEEKDAY}(?: of| in)?(?: the)? week after next\b(?!['’])`, (_, whole) => [whole]],
  // a week from Friday, 2 days after Christmas, day after tomorrow
  [
    String.raw`(?<![\p{L}\d])(?<span>${AMOUNT}(?:days?|weeks?|fortnights?|months?) (?:from|after|before))(?! now\b)(?<date>${DATE_WORDS})`,
    ({ span = '', date = '' }, _, isDate) => {
      const words = date.trim().split(' ')
      const dates = words.map((_, less) => words.slice(0, words.length - less).join(' '))
      return dates.filter(isDate).map((one) => `${span} ${one}`)
    },
  ],
  // in a month, within a year and a half: chrono overflows the month, and drops the half
  [
    String.raw`\b(?:in|within) (?:about |around )?(?<span>(?:an?|half an?|\d{1,3}(?:\.5)?|${COUNT_SOURCE})(?: and a half)? (?:months?|years?)(?: and a half)?)(?! (?:and|\d)|['’])\b`,
    ({ span }) => [`in ${span}`],
  ],
  [
    String.raw`\bnext month,? (?:on )?(?:the )?(?<nth>\d{1,2}(?:st|nd|rd|th))\b`,
    ({ nth }) => [`the ${nth} of next month`],
  ],
  // The same day of it; a part of another date stays.
  [String.raw`(?<!\b(?:of|in|until|till|by|before|for) )\bnext month\b(?!['’])`, () => ['in a month']],
  // a week on Tuesday, two weeks tomorrow, Friday week
  [
    String.raw`(?<!\b(?:for|once|twice|times) )\b(?:an?|two|three|\d) (?:weeks?|fortnight) (?:on )?(?:tomorrow|${WEEKDAY})\b`,
    (_, whole) => [whole],
  ],
  [String.raw`\b${WEEKDAY} week\b`, (_, whole) => [whole]],
  [String.raw`\bin (?:an?|one|two|\d) fortnights?\b`, (_, whole) => [whole]],
  // the 2nd of next month
  [String.raw`\bthe \d{1,2}(?:st|nd|rd|th)? of (?:this|the|next) month\b`, (_, whole) => [whole]],
  // on 24.12., 24.12. 20:00, on 24.12
  [DOTTED, (_, whole) => [whole.replace(/\s/gu, '')]],
  [DOTTED_SHORT, (_, whole) => [`${whole}.`]],
  // May 30: chrono takes the number for a year
  [
    String.raw`(?<![\p{L}\d])(?:${MONTHS.join('|')}|${SHORT_MONTHS}|sept)\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?(?![\p{L}\d:%]|[-–/.]\d|,? \d{4}|\s*[ap]\.?m\b)`,
    (_, whole) => [whole],
  ],
  // Monday in two weeks
  [
    String.raw`\b(?<weekday>${WEEKDAY}) in (?<weeks>(?:an?|one|two|three|four|\d) weeks?)\b`,
    ({ weekday, weeks }) => [`${weeks} on ${weekday}`],
  ],
]

/** The text with such days as `2026-12-24`; what is no day stays as it is. */
export function withIsoDates(text: string, reading: DateReading): string {
  const isDate = (words: string) => readDate(words, reading) !== undefined
  const formed = FORMS.reduce(
    (written, [form, candidates]) =>
      written.replace(new RegExp(form, 'giu'), (...parts) => {
        const whole = String(parts[0])
        for (const words of candidates(parts.at(-1) as Groups, whole, isDate)) {
          const date = readDate(words, reading)
          // What stands behind the words of the day is kept.
          if (date !== undefined)
            return isoDate(date) + (whole.startsWith(words) ? whole.slice(words.length) : '')
        }
        return whole
      }),
    withPartsOfPeriods(text, reading),
  )
  return withDaysOfMonth(withNextHolidays(formed, reading), reading)
}

const PART_OF_PERIOD = String.raw`(?:\b(?<lead>at|by|on|in|before|until|till|from|around)\s+|(?<=\bremind me )|^(?=[^,.:;]*of (?:(?:this|next|the) )?(?:week|month|year)(?:$|[,.:;!?]| at | to | \d)))(?:the )?(?<part>start|beginning|middle|end) of (?:(?<which>this|next) |the )?(?<unit>week after next|week|month|year)\b(?!['’]|\s+\d)`

/** `at the start of next week`; of one that is already over the next is meant: `at the start of the month`. */
function withPartsOfPeriods(text: string, reading: DateReading): string {
  return text.replace(new RegExp(PART_OF_PERIOD, 'giu'), (whole, ...parts) => {
    const { lead = '', part, which, unit = '' } = parts.at(-1) as Groups
    const read = (of: string) => readDate(`${part} of ${of}`.toLowerCase(), reading)
    const own = read(which === undefined ? unit : `${which} ${unit}`)
    const isOver = own !== undefined && dayNumber(own) < dayNumber(reading.today)
    const date = isOver && which === undefined ? read(`next ${unit}`) : own
    const word = /^(?:at|in|)$/iu.test(lead) ? 'on' : lead
    return date === undefined ? whole : `${word} ${isoDate(date)}`
  })
}

const MONTH_NAME = `(?<month>(?:${SHORT_MONTHS})[a-z]*)\\.?`
const NAMED_DAY = String.raw`\b(?:(?<day>29|3\d)(?:st|nd|rd|th)?(?: of)? ${MONTH_NAME}(?![\p{L}\d])|${MONTH_NAME} (?:the )?(?<day>29|3\d)(?:st|nd|rd|th)?(?![\d:.]|\s*[ap]\.?m\b))`

/** Counted from something that is no date: `the day before`, `two hours before the concert`. */
const FROM_SOMETHING = new RegExp(
  String.raw`(?<![\p{L}\d])(?:the|an?|\d{1,3}|${COUNT_SOURCE}) ${COUNTED_FROM}(?![\p{L}\d])`,
  'iu',
)

/**
 * Whether a day stands in a text that is in no year, and that would be passed over: `on 31.4.`, `February 30`; or one that is counted from something
 * that is no date, of which the rest would be read as if it were from today. Of a text as `withIsoDates` gives it.
 */
export function hasUnreadDate(text: string): boolean {
  if (FROM_SOMETHING.test(text)) return true
  if ([DOTTED, DOTTED_SHORT].some((form) => new RegExp(form, 'iu').test(text))) return true
  return [...text.matchAll(new RegExp(NAMED_DAY, 'giu'))].some(({ groups }) => {
    const month = MONTHS.findIndex((name) =>
      name.toLowerCase().startsWith(groups?.month?.toLowerCase() ?? '-'),
    )
    return month >= 0 && Number(groups?.day) > lastDay(2_028, month + 1)
  })
}

/** `on Christmas Eve` becomes its next date. */
function withNextHolidays(text: string, reading: DateReading): string {
  return withHolidays(text, (inYear) => isoDate(inSomeYear(inYear, reading) ?? inYear(reading.today.year)))
}

/** Nothing follows that a number could count. */
const ALONE = new RegExp(String.raw`^\s*(?:$|[,.:;!?]|at\b|in the\b|${CLOCK})`, 'i')

/** `the 9th`: of this month or of the next one that has such a day. */
function withDaysOfMonth(text: string, reading: DateReading): string {
  const ofMonth = new RegExp(
    `\\b(on |by |until |till |before )?the (\\d{1,2}(?:st|nd|rd|th))\\b(?! (?:of|floor|${SHORT_MONTHS}))`,
    'gi',
  )
  return text.replace(ofMonth, (whole, lead: string | undefined, day: string, at: number) => {
    // "Meet Jo the 9th": nothing follows that it could count.
    const isAlone = ALONE.test(text.slice(at + whole.length))
    const date: CivilDate | undefined =
      lead === undefined && !isAlone ? undefined : readDate(`the ${day}`, reading)
    return date === undefined || !exists(date) ? whole : `${lead ?? ''}${isoDate(date)}`
  })
}
