// "Saterday", "tomorow": the days that are mistyped, made right. Pure.
import { withDaysInFull } from '../language/en/short-days.ts'
import { editDistance } from '../lib/nearest-name.ts'

const DAYS = [
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ...['today', 'tonight', 'tomorrow'],
]
const LIKE_A_DAY =
  /(?<![\p{L}\p{N}])(?:\p{L}{2,7}(?:d[ay]{1,2}|yad|sady|dya)|to[mn]\p{L}{3,7}|tu?mor+ow)(?![\p{L}\p{N}])/giu

/** The text with its short and mistyped days made right: one letter of a short word, two of a longer one, and never the first. */
export function withSpelledDays(text: string): string {
  return withDaysInFull(text).replace(LIKE_A_DAY, (word) => {
    const said = word.toLowerCase()
    if (DAYS.includes(said)) return word
    const most = said.length < 7 ? 1 : 2
    const near = DAYS.filter((day) => day.startsWith(said.charAt(0)))
      .map((day) => ({ day, far: editDistance(said, day) }))
      .sort((a, b) => a.far - b.far)
    const [first, second] = near
    return first !== undefined && first.far <= most && first.far !== second?.far ? first.day : word
  })
}
