// A message behind a sum that says one number and means the rest as it was: "and for 7 people?", "now with 16", "i meant 68".
// Only for calls whose one argument is an expression of the call before. Pure.
import { type Found, numbersOf, saysNumberInWords } from './number-choices.ts'

/** What is to be done, with the result or with a part of the sum, is said anew. */
const DOES =
  /\b(?:plus|minus|less|more|fewer|another|extra|times|multipl\w+|d[ie]vid\w+|split\w*|shar\w+|half|halve\w*|quarter|third|doubl\w+|tripl\w+|twice|squar\w+|roots?|sqrt|cube[ds]?|power|add\w*|subtract\w*|deduct\w*|takes?|off|on top|sum|totals?|altogether|together|left|remain\w*|rest|each|apiece|per|average|mean|median|without|leave|drop|forgot|also|too|back|change|gave|give|hands?|paid|pay|spen[dt]|put|holds?|room|costs?|comes? (?:to|out)|carpet|waived|once more|again|result|round\w*|to \d+ (?:places|decimals|digits)|that|those|weekly|monthly|a (?:day|week|month|year)|per ?cent\w*|both)\b|[-+*/×÷%=^]|\d\s*x\b|\bx\s*\d/iu
/** Not a word about the result, for all that it sounds like one. */
const HARMLESS =
  /\b(?:make (?:it|that)|much more|each instead|that is|again (?:but|with|for)|the same|if it (?:was|were)|what about that)\b/giu
/** Beside a number of the expression: another takes its place. */
const REPLACES =
  /\b(?:instead|in place|rather|not|should be|is an?|was an?|were|swap|switch|exchange|replace)\b/iu
/** Numbers of an expression, with their places. */
const NUMBER = /(?<![\p{L}\p{N}_.])(?:\d+(?:\.\d+)?|\.\d+)(?![\p{L}\p{N}_])/gu
/** Farther from what it would replace, a number is another matter. */
const FARTHEST = Math.log(2.6)
/** Digits that were written in another order are nearer than any, and then what the same word follows. */
const SWAPPED = -2
const SAME_UNIT = -1
/** `km/h`, `people`; the plural's s counts for nothing. */
const UNIT = /^\s*([\p{L}/]+)/u

/** The expression of the message `before` with the number of `message` in the place of the one that it is most like; undefined: it says more, or less. */
export function changedExpression(expression: string, before: string, message: string): string | undefined {
  const rest = message.replace(HARMLESS, ' ')
  if (saysNumberInWords(rest) || DOES.test(rest)) return undefined
  const all = [...expression.matchAll(NUMBER)].map(({ 0: text, index }) => ({ text, index }))
  const values = all.map(({ text }) => Number(text))
  const said = numbersOf(message)
  const [number, ...more] = said.filter(({ value }) => !values.includes(value))
  if (number === undefined || more.length > 0 || number.value <= 0) return undefined
  const old = said.filter((one) => one !== number).map(({ value }) => value)
  if (old.length > 1 || (old.length === 1 && !REPLACES.test(message))) return undefined
  const places = all.filter(({ text }) => old.length === 0 || old.includes(Number(text)))
  const saidBefore = numbersOf(before)
  const found = places
    .map((place) => ({ ...place, distance: distanceOf(Number(place.text), number, saidBefore) }))
    .sort((a, b) => a.distance - b.distance)
  const [nearest] = found
  if (nearest === undefined || (old.length === 0 && nearest.distance > FARTHEST)) return undefined
  if (values.filter((value) => value === Number(nearest.text)).length > 1) return undefined
  const end = nearest.index + nearest.text.length
  return `${expression.slice(0, nearest.index)}${number.value}${expression.slice(end)}`
}

/** Difference of the logarithms, but for what stands nearer than that. */
function distanceOf(earlier: number, number: Found, before: readonly Found[]): number {
  if (sorted(earlier) === sorted(number.value)) return SWAPPED
  const unit = unitOf(number)
  const same = before.some((one) => one.value === earlier && unitOf(one) === unit)
  return unit !== undefined && same ? SAME_UNIT : Math.abs(Math.log(number.value / earlier))
}

function unitOf({ behind }: Found): string | undefined {
  return UNIT.exec(behind)?.[1]?.toLowerCase().replaceAll('/', '').replace(/s$/, '')
}

function sorted(value: number): string {
  return [...String(value)].sort().join('')
}
