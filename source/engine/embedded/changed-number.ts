// A message behind a call that says one number and means the rest as it was: "likewise for 1,260.50", "and 3 % off of that".
// Only for calls whose arguments are numbers of the message and words of a list. Pure.
import { type JsonObject, type JsonSchema, type JsonValue, parseJsonObject } from '../../contracts/json.ts'
import { cuedValues, leansBack, type RequestText } from './choices.ts'
import { hasUnit, numbersOf, saysNumberInWords } from './number-choices.ts'

/** The last of the turns before, as `prompt/before.ts` writes it. */
const BEFORE = /^Before: .* -> (\{.*\}) -> (.*)\n(?:Now: |\(|$)/gmu
const RESULT = /\b(?:that|it|this|the (?:result|total|sum|answer|new (?:price|total|amount|figure)))\b/iu
/** What is to be done with a number is said anew. */
const DOES =
  /\b(?:off|less|more|plus|minus|times|up|down|add|take|raise|cut|lower|double|halve|divided?|share|part|per ?cent\w*)\b|[-+*/×÷%]/iu
/** A list's word that makes the result another thing than what it was made of. */
const CHANGES_IT = new Set<JsonValue>(['increase', 'decrease'])

/** What arguments must be, by name; empty: the message says more, or less. */
export function changedNumber(parameters: JsonSchema, request: RequestText): JsonObject {
  const { whole, latest = '' } = request
  const fields = Object.entries(parameters.properties ?? {})
  const numeric = fields.filter(([, one]) => one.type === 'number' && one['x-from'] === 'message')
  const lists = fields.filter(([, one]) => one.enum !== undefined)
  if (!leansBack(request) || numeric.length !== 2 || numeric.length + lists.length !== fields.length)
    return {}
  const [number, ...more] = numbersOf(latest)
  const [, json = '', said = ''] = [...whole.matchAll(BEFORE)].at(-1) ?? []
  const earlier = parseJsonObject(json)
  if (number === undefined || more.length > 0 || saysNumberInWords(latest) || earlier === undefined) return {}
  const own = numeric.find(([, one]) => typeof one['x-unit'] === 'string' && hasUnit(number, one['x-unit']))
  const other = numeric.find((one) => one !== own)
  if (own === undefined) {
    const isTold = DOES.test(latest) || lists.some(([, one]) => cuedValues(one, latest, true) !== undefined)
    return isTold ? {} : replaced(fields, numeric, earlier, number.value)
  }
  const unit = String(own[1]['x-unit'])
  const result = numbersOf(said)
    .filter((one) => !hasUnit(one, unit))
    .at(-1)
  const isResult = lists.every(([name]) => earlier[name] === undefined || CHANGES_IT.has(earlier[name]))
  if (other === undefined || result === undefined || !isResult || !RESULT.test(latest)) return {}
  return { [other[0]]: result.value, [own[0]]: number.value }
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
