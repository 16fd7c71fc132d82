// Small numbers as people write them in durations and times: `10`, `2.5`, `1,5`, `ten`, `forty-five`, `half`, `a couple of`. Pure.

const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ')
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const OTHERS: { readonly [word: string]: number } = {
  a: 1,
  an: 1,
  'half a': 0.5,
  'half an': 0.5,
  half: 0.5,
  'a quarter of an': 0.25,
  'quarter of an': 0.25,
  'three quarters of an': 0.75,
  'a couple of': 2,
  'a couple': 2,
  'couple of': 2,
  couple: 2,
  'a dozen': 12,
  dozen: 12,
  'a hundred': 100,
  hundred: 100,
  fourty: 40,
}
const ONE = `(?:${ONES.slice(1).toReversed().join('|')})`
const TEN = `(?:${TENS.join('|')})`

/** Sources of regular expressions for such numbers, longest readings first and without groups; words need a space behind them. */
export const DIGITS_SOURCE = String.raw`\d+(?:[.,]\d+)?(?:\s*½)?|½`
export const WORDS_SOURCE = [
  'three quarters of an|a quarter of an|quarter of an|half an?|(?:a )?couple(?: of)?|a dozen|a hundred',
  `${TEN}[ -]?${ONE}|${TEN}|${ONE}|fourty|dozen|hundred|half|an?`,
].join('|')

/** Sources of what is surely a number, in words: `a` and `an` are not. */
export const COUNT_SOURCE = `${TEN}[ -]?${ONE}|${TEN}|${ONE}|half|quarter|hundred|dozen`

const HUNDREDS = new RegExp(
  `\\b(?:(a|${ONE}|\\d) )?hundred(?:(?: and)? (${TEN}[ -]?${ONE}|${TEN}|${ONE}))?(?=[\\s-]+[a-z])`,
  'giu',
)

/** `two hundred and fifty days` as `250 days`. */
export function joinHundreds(text: string): string {
  return text.replace(HUNDREDS, (_, count: string | undefined, rest: string | undefined) =>
    String(100 * (readNumber(count ?? 'a') ?? 1) + (readNumber(rest ?? 'zero') ?? 0)),
  )
}

/** The number that such a text is; undefined if it is none. */
export function readNumber(text: string): number | undefined {
  const word = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (/^\d/.test(word)) {
    const half = word.endsWith('½') ? 0.5 : 0
    return Number(word.replace(/\s*½/, '').replace(',', '.')) + half
  }
  if (word === '½') return 0.5
  if (word in OTHERS) return OTHERS[word]
  const [ten = '', one] = word.split(/[ -]/)
  const whole = TENS.findIndex((name) => ten.startsWith(name))
  if (whole < 0) return ONES.includes(word) ? ONES.indexOf(word) : undefined
  const glued = ten.slice(TENS[whole]?.length)
  const rest = one ?? (glued === '' ? 'zero' : glued)
  return ONES.includes(rest) && ONES.indexOf(rest) < 10 ? (whole + 2) * 10 + ONES.indexOf(rest) : undefined
}
