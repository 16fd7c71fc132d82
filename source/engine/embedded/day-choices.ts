// Lengths of time of the request in days (`x-days` on an integer): "older than six weeks" is 42. Pure.

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety hundred'.split(' ')
const WORDS = [...SMALL, ...TENS.filter((word) => word.trim() !== ''), 'an?', 'a couple(?: of)?', 'half an?']
const LENGTH = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.,])(\d+(?=[\s-]{0,2}\p{L})|(?:${WORDS.join('|')})(?=[\s-]))[\s-]{0,2}(d|days?|w|wks?|weeks?|fortnights?|mos?|months?|quarters?|y|yrs?|years?|decades?)(?![\p{L}\p{N}_])`,
  'giu',
)
/** What makes more of a length than stands there. */
const MORE = /\band a half\b|\bhalf\b(?! an? )/iu
/** As the description says: a month has 30, a year 365. */
const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^d/, 1],
  [/^w/, 7],
  [/^f/, 14],
  [/^mo/, 30],
  [/^q/, 90],
  [/^y/, 365],
  [/^de/, 3650],
]

/** The lengths of time that `message` names, in days; undefined: it names none, or one that is more than a count of units. */
export function dayChoices(message: string): readonly number[] | undefined {
  if (MORE.test(message)) return undefined
  const found = [...message.matchAll(LENGTH)].flatMap(([, count = '', unit = '']) => {
    const days = DAYS.filter(([is]) => is.test(unit.toLowerCase())).at(-1)?.[1]
    const number = numberOf(count.toLowerCase())
    return days === undefined || number === undefined ? [] : [Math.round(number * days)]
  })
  const whole = [...new Set(found)].filter((days) => days > 0)
  return whole.length > 0 ? whole : undefined
}

function numberOf(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word)
  if (/^an?$/.test(word)) return 1
  if (word.startsWith('a couple')) return 2
  if (word.startsWith('half')) return 0.5
  const small = SMALL.indexOf(word)
  const tens = TENS.indexOf(word)
  return small >= 0 ? small : tens > 0 ? tens * 10 : undefined
}
