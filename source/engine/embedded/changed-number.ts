// A message behind a call that says one number and means the rest as it was: "likewise for 1,260.50", "and 3 % off of that".
// Only for calls whose arguments are numbers of the message and words of a list. Pure.
import { type JsonObject, type JsonSchema, type JsonValue, parseJsonObject } from '../../contracts/json.ts'
import { matchesOutside } from '../../lib/outside-pattern.ts'
import { changedExpression } from './changed-expression.ts'
import { cuedValues, leansBack, type RequestText } from './choices.ts'
import { keptArguments } from './kept-arguments.ts'
import { hasUnit, numbersOf, saysNumberInWords } from './number-choices.ts'

/** The last of the turns before, as `prompt/before.ts` writes it. */
const BEFORE = /^Before: (.*) -> (\{.*\}) -> (.*)\n(?:Now: |\(|$)/gmu
const RESULT = /\b(?:that|it|this|the (?:result|total|sum|answer|new (?:price|total|amount|figure)))\b/iu
/** What is to be done with a number is said anew. */
const DOES =
  /\b(?:off|less|more|plus|minus|times|up|down|add|take|raise|cut|lower|double|halve|divided?|share|part|per ?cent\w*)\b|[-+*/×÷%]/iu
/** A list's word that makes the result another thing than what it was made of. */
const CHANGES_IT = new Set<JsonValue>(['increase', 'decrease'])

/** What arguments must be, by name; empty: the message says more, or less. */
export function changedNumber(parameters: JsonSchema, request: RequestText): JsonObject {
  const { whole, latest = '' } = request
  if (!leansBack(request)) return {}
  const [, before = '', json = '', said = ''] = [...whole.matchAll(BEFORE)].at(-1) ?? []
  const earlier = parseJsonObject(json)
  if (earlier === undefined) return {}
  const names = Object.keys(earlier)
  const isSame = names.length > 0 && names.every((name) => parameters.properties?.[name] !== undefined)
  const kept = isSame ? keptArguments(parameters, earlier, latest) : {}
  return { ...kept, ...changedIn(parameters, latest, { earlier, isSame, before, said }) }
}

interface Before {
  readonly earlier: JsonObject
  /** It is of the same tool. */
  readonly isSame: boolean
  /** Its message, and what it said. */
  readonly before: string
  readonly said: string
}

function changedIn(
  parameters: JsonSchema,
  latest: string,
  { earlier, isSame, before, said }: Before,
): JsonObject {
  const fields = Object.entries(parameters.properties ?? {})
  const numeric = fields.filter(([, one]) => one.type === 'number' && one['x-from'] === 'message')
  const lists = fields.filter(([, one]) => one.enum !== undefined)
  const carried = fields.find(([, one]) => one['x-carried'] === true)
  if (carried !== undefined) {
    const other = resultOf(earlier, said) ?? quantityOf(earlier)
    return carriedNumber(carried, latest, isSame ? earlier[carried[0]] : other)
  }
  const [only, ...others] = fields
  if (only?.[1]['x-names'] !== undefined && others.length === 0) {
    const expression = changedExpression(String(earlier[only[0]] ?? ''), before, latest)
    return expression === undefined ? {} : { [only[0]]: expression }
  }
  if (numeric.length !== 2 || numeric.length + lists.length !== fields.length) return {}
  const [number, ...more] = numbersOf(latest)
  if (number === undefined || more.length > 0 || number.scaled !== undefined) return {}
  if (saysNumberInWords(latest)) return {}
  const own = numeric.find(([, one]) => typeof one['x-unit'] === 'string' && hasUnit(number, one['x-unit']))
  const other = numeric.find((one) => one !== own)
  if (own === undefined) {
    const isTold = DOES.test(latest) || lists.some(([, one]) => cuedValues(one, latest, true) !== undefined)
    return isTold ? {} : replaced(fields, numeric, earlier, number.value)
  }
  const unit = String(own[1]['x-unit'])
  const result = resultAtEnd(said, unit) ?? onlyNumber(said)
  const isResult = lists.every(([name]) => earlier[name] === undefined || CHANGES_IT.has(earlier[name]))
  if (other === undefined || result === undefined || !isResult || !RESULT.test(latest)) return {}
  return { [other[0]]: result, [own[0]]: number.value }
}

/** `in a kilo`: it is of one, whatever came before. */
const ONE = /\b(?:an?|one|per)\s+\p{L}/iu

/**
 * `x-carried`, where the message has no number: "in stone?" is of the number that the same tool converted, "how much is that in pounds" of the result
 * of a sum, or of the only number that was said, or else the only quantity that was asked with.
 */
function carriedNumber(
  [name, schema]: readonly [name: string, schema: JsonSchema],
  latest: string,
  value: JsonValue | undefined,
): JsonObject {
  const when = schema['x-when']
  if (typeof when !== 'string' || matchesOutside(when, latest) !== false || ONE.test(latest)) return {}
  return typeof value === 'number' ? { [name]: value } : {}
}

/** What came of a sum or a percentage, or the only number of another answer. */
function resultOf({ expression, percentage }: JsonObject, said: string): number | undefined {
  const isSum = expression !== undefined || percentage !== undefined
  return isSum ? resultAtEnd(said, '%') : onlyNumber(said)
}

/** The only number with a word behind it that another tool was given: "9 minutes" of a timer. */
function quantityOf(earlier: JsonObject): number | undefined {
  const texts = Object.values(earlier).filter((value) => typeof value === 'string')
  const [only, ...more] = texts.flatMap(numbersOf).filter(({ behind }) => /^\s*\p{L}/u.test(behind))
  return more.length > 0 ? undefined : only?.value
}

/** `= -5.`, `≈ 9.998e+99.`, `is about 716.8 km.` */
const RESULT_AT_END =
  /(?:[=≈]|\bis(?: about)?)\s+(?<number>[-−]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(?<behind>(?![\d.,:/-]*\d)[^\d=≈]*)$/iu

/** What an answer ends with; undefined: with no number, or with one of this unit. */
function resultAtEnd(said: string, unit: string): number | undefined {
  const { number, behind = '' } = RESULT_AT_END.exec(said)?.groups ?? {}
  if (number === undefined || hasUnit({ value: 0, behind }, unit)) return undefined
  const value = Number(number.replace('−', '-'))
  return Number.isFinite(value) ? value : undefined
}

/** Below zero, in dates and in names they are no numbers that can be taken over. */
function onlyNumber(said: string): number | undefined {
  const numbers = numbersOf(said)
  if (numbers.some((one) => hasUnit(one, '%'))) return undefined
  const values = numbers.map(({ value }) => value)
  const isOnly = new Set(values).size === 1 && said.match(/\d+(?:[.,]\d+)*/g)?.length === values.length
  return isOnly ? values.at(-1) : undefined
}

/** The earlier call with the number in the place of the one that is nearest in size. */
function replaced(
  fields: readonly (readonly [name: string, schema: JsonSchema])[],
  numeric: readonly (readonly [name: string, schema: JsonSchema])[],
  earlier: JsonObject,
  value: number,
): JsonObject {
  if (fields.some(([name]) => earlier[name] === undefined) || value <= 0) return {}
  const distances = numeric.map(([name]) => Math.abs(Math.log(value / Number(earlier[name]))))
  const nearest = numeric[distances.indexOf(Math.min(...distances))]
  const kept = Object.fromEntries(fields.map(([name]) => [name, earlier[name] ?? null]))
  return nearest === undefined || !distances.every(Number.isFinite) ? {} : { ...kept, [nearest[0]]: value }
}
