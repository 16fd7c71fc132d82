// Puts a new word or number into a value of an earlier call. Pure.
import { quantitiesOf } from './read-numbers.ts'

/** Words before a value that name it no further: "at five", "the second of May". */
const SMALL_WORDS = 'at|on|in|to|for|by|the|a|an|of|from|till|until'
const SMALL = new RegExp(`^(?:(?:${SMALL_WORDS})\\s+)+`, 'iu')
const COPULA = /^(?:is|are|was|were|has|have|will)$/
const NUMBER_WORD =
  /\b(?:\d+(?:[.,]\d+)*|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine))?|(?:thir|four|fif|six|seven|eigh|nine)teen|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))\b/giu

/** The number that a text is, in digits or in words; undefined: it is more than that. */
export function fitNumber(text: string): number | undefined {
  const bare = text.trim().replace(/^(?:#|no\.?\s*|number\s+|an?\s+)/iu, '')
  const [only, ...others] = quantitiesOf(bare)
  const isWord = bare.toLowerCase() === 'one'
  if (isWord) return 1
  if (only === undefined || others.length > 0) return undefined
  const rest = bare.replace(NUMBER_WORD, '').replace(/[\s.-]/g, '')
  const value = Number(only.forms[0])
  return rest === '' && Number.isFinite(value) ? value : undefined
}

/** The only number that stands in a text, in digits or in words; undefined: there is none, there are several, or it can be read in two ways. */
export function loneNumber(text: string): number | undefined {
  const [only, ...others] = quantitiesOf(text)
  if (only === undefined || others.length > 0 || only.forms.length !== 1 || /\bone\b/iu.test(text))
    return undefined
  const value = Number(only.forms[0])
  return Number.isFinite(value) ? value : undefined
}

/** A slip is within this ratio of what was meant, and this much nearer to it than to the next number. */
const FAR_RATIO = 4
const PLAIN_RATIO = 5

/** Index of the number that `wanted` is a slip of: the same digits in another order, else plainly the nearest; undefined: unsure. */
export function nearestNumber(numbers: readonly number[], wanted: number): number | undefined {
  if (![...numbers, wanted].every((number) => number > 0)) return undefined
  const digits = (number: number) => [...String(number)].sort().join('')
  const same = numbers.flatMap((number, at) => (digits(number) === digits(wanted) ? [at] : []))
  if (same.length > 0) return same.length === 1 ? same[0] : undefined
  const ranked = numbers
    .map((number, at) => ({ at, far: Math.abs(Math.log(number / wanted)) }))
    .sort((a, b) => a.far - b.far)
  const [first, second] = ranked
  if (first === undefined || second === undefined || first.far > Math.log(FAR_RATIO)) return undefined
  return second.far - first.far > Math.log(PLAIN_RATIO) ? first.at : undefined
}

/** `value` with `wanted` where `old` stands, whole words in any case; undefined: it stands there not once. */
export function putText(value: string, old: string, wanted: string): string | undefined {
  const whole = putOnce(value, old.trim(), wanted.trim())
  if (whole !== undefined) return whole
  const bareOld = old.trim().replace(SMALL, '')
  if (bareOld === '' || bareOld === old.trim()) return undefined
  // "on Tuesday, not on Monday": neither of the small words is the value's own.
  return putOnce(value, bareOld, wanted.trim().replace(SMALL, ''))
}

function putOnce(value: string, old: string, wanted: string): string | undefined {
  const places = [
    ...value.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(old)}(?![\\p{L}\\p{N}_])`, 'giu')),
  ]
  const [place] = places
  if (place === undefined || places.length > 1 || old === '') return undefined
  const before = value.slice(0, place.index)
  const around = wordsOf(before + value.slice(place.index + old.length))
  // "the meeting is at five" in place of a word of "meeting at four" is a sentence of its own.
  const small = new Set(SMALL_WORDS.split('|'))
  const isSentence = wordsOf(wanted).some(
    (word) => (!small.has(word) && around.includes(word)) || COPULA.test(word),
  )
  if (isSentence) return undefined
  return before + withoutDoubled(before, wanted) + value.slice(place.index + old.length)
}

/** "at five" behind "pick up Leo at": words that stand there already are not put twice. */
function withoutDoubled(before: string, wanted: string): string {
  const lead = (SMALL.exec(wanted)?.[0] ?? '').split(/(?<=\s)(?=\S)/)
  const written = before.toLowerCase()
  const starts = lead.map((_, at) => lead.slice(0, at + 1).join(''))
  const doubled =
    starts.findLast((start) => start !== '' && ` ${written}`.endsWith(` ${start.toLowerCase()}`)) ?? ''
  return wanted.slice(doubled.length)
}

/**
 * `value` with the number of `wanted` in place of its own; the other words of `wanted` must stand in `value`. Of several
 * numbers of an expression the one of the nearest size is meant; of a text none.
 */
export function putNumber(value: string, wanted: string, isExpression: boolean): string | undefined {
  const [number, ...more] = [...wanted.matchAll(NUMBER_WORD)]
  const places = [...value.matchAll(NUMBER_WORD)]
  if (number === undefined || more.length > 0 || places.length === 0) return undefined
  const others = wordsOf(wanted.replace(number[0], ' '))
  const known = wordsOf(value)
  if (!others.every((word) => known.some((one) => one === word || `${one}s` === word || one === `${word}s`)))
    return undefined
  const place = places.length === 1 ? places[0] : isExpression ? nearest(places, number[0]) : undefined
  if (place === undefined) return undefined
  const written = isExpression ? String(fitNumber(number[0]) ?? number[0]) : number[0]
  return value.slice(0, place.index) + written + value.slice(place.index + place[0].length)
}

/** By ratio; undefined where two are equally near. */
function nearest(places: readonly RegExpExecArray[], number: string): RegExpExecArray | undefined {
  const wanted = Math.log(Math.max(fitNumber(number) ?? 0, 1e-9))
  const ranked = places
    .map((place) => ({
      place,
      distance: Math.abs(Math.log(Math.max(fitNumber(place[0]) ?? 0, 1e-9)) - wanted),
    }))
    .sort((a, b) => a.distance - b.distance)
  const [first, second] = ranked
  return first !== undefined && first.distance !== second?.distance ? first.place : undefined
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}'-]+/gu) ?? []).filter(
    (word) => !/^(?:of|the|a|an|only|just|instead)$/.test(word),
  )
}
