// Times in words, and days that stand behind their week, written as chrono-node reads them. Pure.
import { readNumber } from './spoken-number.ts'

const HOUR = String.raw`(?<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`
const NUMBER = 'five|ten|twenty[- ]five|twenty'
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
/** The end of a text or of a clause, or words that go on behind a time. */
const ENDS = String.raw`$|[,;!?]|\.(?!\d)`
const GOES_ON = 'on|today|tomorrow|tonight|to|every'
/** Behind `half six`: nothing that it could be half of follows. */
const NOT_HALVED = String.raw`(?=\s*(?:${ENDS}|[ap]\.?m\b|(?:${GOES_ON}|this|next|in the|sharp)\b))`
/** What says that an hour stands there, and no number of things. */
const DAYTIME = String.raw`(?=\s*(?:[ap]\.?m\b|in the (?:morning|afternoon|evening)\b|(?:at|to)?night\b))`

const FORMS: readonly (readonly [string, (said: Groups, whole: string) => string | undefined])[] = [
  // half past six, quarter to 8, ten past nine
  [
    String.raw`(?<!\bfrom )(?:\bat\s+)?\b(?<minutes>(?:a )?quarter|half|${NUMBER})(?: minutes?)? (?<way>past|to|till) ${HOUR}`,
    ({ minutes, way, hour }) => clockTime(hour, minutesOf(minutes), way),
  ],
  [
    String.raw`(?:\bat\s+)?(?<![\d:.])\b(?<minutes>\d{1,2})(?: minutes?)? (?<way>past) ${HOUR}`,
    ({ minutes, way, hour }) => clockTime(hour, minutesOf(minutes), way),
  ],
  // remind me 11.30 to, 7.30 on friday
  [
    String.raw`(?<lead>^|\b(?:at|by|around|about|me|till|until)\s+)(?<hours>[01]?\d|2[0-3])\.(?<minutes>[0-5]\d)(?=\s*(?:${ENDS}|(?:${GOES_ON}|daily|${WEEKDAY})\b))`,
    ({ lead = '', hours, minutes }) =>
      `${/^(?:me|)$/i.test(lead.trim()) ? `${lead}at ` : lead}${hours}:${minutes}`,
  ],
  // at 0730, at 1930 hours, 0730 tomorrow; `in 1930 hours` is a span, `by 2030` a year
  [
    String.raw`(?<!\b(?:in|within|for|of|after) )(?<![\p{L}\d.:/-])(?:\bat )?(?<four>(?:[01]\d|2[0-3])[0-5]\d) ?(?:hours|hrs)\b`,
    ({ four = '' }) => `at ${four.slice(0, 2)}:${four.slice(2)}`,
  ],
  [
    String.raw`(?:\bat (?:[01]\d|2[0-3])|(?<![\p{L}\d.:/-])0\d)[0-5]\d(?=\s*(?:${ENDS}|(?:${GOES_ON}|each|daily|${WEEKDAY})\b))`,
    (_, whole) => `at ${whole.slice(-4, -2)}:${whole.slice(-2)}`,
  ],
  // half six
  [
    String.raw`\b(?:at half ${HOUR}|(?<!\bthe )half ${HOUR}${NOT_HALVED})`,
    ({ hour }) => clockTime(hour, 30, 'past'),
  ],
  // at seven thirty, at seven; seven o'clock; seven in the evening
  [
    String.raw`\b(?:at|by|around|until|till|before)\s+${HOUR}[- ](?<minutes>fifteen|thirty|forty[- ]five)\b`,
    ({ minutes, hour }) => clockTime(hour, minutesOf(minutes), 'past'),
  ],
  [
    String.raw`\b(?<lead>at|by|around|until|till|before)\s+(?!\d)${HOUR}(?! (?:of|point|more|day|week|month|year|stage)\b)`,
    ({ lead, hour }) => `${lead} ${readNumber(hour ?? '')}`,
  ],
  [String.raw`\b(?!\d)${HOUR}(?=\s*o['’]?\s?clock\b)`, ({ hour }) => `${readNumber(hour ?? '')}`],
  [String.raw`\b(?!\d)${HOUR}${DAYTIME}`, ({ hour }) => `${readNumber(hour ?? '')}`],
  // 8 in the evening
  [
    String.raw`(?<![\d:.])\b(?<time>(?<hour>\d{1,2})(?::[0-5]\d)?)\s+(?<half>in the (?:morning|afternoon|evening)|at night)\b`,
    ({ time, hour, half = '' }) => inHalf(time, Number(hour), half),
  ],
  // next week on Tuesday
  [String.raw`\bnext week,?\s+(?:on\s+)?(?<weekday>${WEEKDAY})\b`, ({ weekday }) => `${weekday} next week`],
]

/** `6 tomorrow morning`: chrono reads the last word by itself. */
const DAYTIME_BEHIND = new RegExp(
  String.raw`(?<![\d:.])(?:(?:^|\b(?:at|by|around|about)\s+)\d{1,2}(?::[0-5]\d)?|\b\d{1,2}:[0-5]\d)(?<day>,?\s+(?:on\s+)?(?:(?:this|next|coming)\s+)?(?:tomorrow|tmrw?|${WEEKDAY}|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)))\s+(?<half>morning|afternoon|evening|night)\b`,
  'giu',
)

type Groups = { readonly [name: string]: string | undefined }

/** `meet at half past six` as `meet at 6:30`; what names no time stays as it is. */
export function timesInDigits(text: string): string {
  const written = FORMS.reduce(
    (done, [form, write]) =>
      done.replace(
        new RegExp(form, 'giu'),
        (...parts) => write(parts.at(-1) as Groups, String(parts[0])) ?? String(parts[0]),
      ),
    text,
  )
  return withDaytimesFirst(written)
}

/** `at 6 on saturday morning` as `on saturday morning at 6`. */
function withDaytimesFirst(text: string): string {
  return text.replace(DAYTIME_BEHIND, (whole, day: string, half: string) => {
    const time = whole.slice(0, whole.lastIndexOf(day)).trim()
    return `${day.replace(/^[,\s]+/u, '')} ${half} at ${time.replace(/^\D+/u, '')}`
  })
}

function clockTime(hourWord = '', minutes: number, way: string | undefined): string | undefined {
  const hour = readNumber(hourWord) ?? Number.NaN
  if (!(hour >= 1 && hour <= 23 && minutes > 0 && minutes < 60)) return undefined
  if (way === 'past') return `at ${hour}:${String(minutes).padStart(2, '0')}`
  return `at ${hour === 1 ? 12 : hour - 1}:${60 - minutes}`
}

/** `4 at night` is behind midnight, `11 at night` before it. */
function inHalf(time: string | undefined, hour: number, half: string): string | undefined {
  if (!(hour >= 1 && hour <= 12)) return undefined
  const isEarly = /morning/i.test(half) || (/night/i.test(half) && hour % 12 < 6)
  return `${time}${isEarly ? 'am' : 'pm'}`
}

function minutesOf(words = ''): number {
  const word = words.toLowerCase()
  if (word.endsWith('quarter')) return 15
  return word === 'half' ? 30 : (readNumber(word) ?? Number.NaN)
}
