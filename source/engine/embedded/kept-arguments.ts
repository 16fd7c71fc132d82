// What an argument keeps of the call before, where the same tool is meant once more: "and 60?" behind a sum of days, "another for the sauce, 20"
// behind 9 minutes, "and one for Leo at 7:15, same day". Keywords: docs/lanes.md. Pure.
import type { JsonObject, JsonSchema, JsonValue } from '../../contracts/json.ts'
import { matchesOutside } from '../../lib/outside-pattern.ts'
import { cuedValues } from './choices.ts'
import { numbersOf, saysNumberInWords } from './number-choices.ts'

/** `9 minutes`, `3 weeks` */
const MEASURE = /^\d+(?:[.,]\d+)?\s*(\p{L}+)$/u

/** The arguments of `earlier`, a call of the same tool, that hold for `latest`, too. */
export function keptArguments(parameters: JsonSchema, earlier: JsonObject, latest: string): JsonObject {
  const kept = Object.entries(parameters.properties ?? {}).flatMap(([name, schema]) => {
    const value = earlier[name]
    const one = value === undefined ? undefined : keptValue(schema, value, latest)
    return one === undefined ? [] : [[name, one] as const]
  })
  return Object.fromEntries(kept)
}

function keptValue(schema: JsonSchema, value: JsonValue, latest: string): JsonValue | undefined {
  const keeps = schema['x-keeps']
  if (keeps === 'unit') return typeof value === 'string' ? sameUnit(value, latest) : undefined
  if (typeof keeps !== 'string' || matchesOutside(keeps, latest) !== true) return undefined
  return schema.enum === undefined || cuedValues(schema, latest, true) === undefined ? value : undefined
}

/** The only number of the message, if no word of a unit stands behind it, with the unit of the value before. */
function sameUnit(before: string, latest: string): string | undefined {
  const unit = MEASURE.exec(before)?.[1]
  const [number, ...more] = numbersOf(latest)
  if (unit === undefined || number === undefined || more.length > 0 || saysNumberInWords(latest))
    return undefined
  return /^\s*(?:$|[.,!?;)]|(?:for|to|on|with|this|too|please|pls|then|now|instead|and|more|called|named|as|is)\b)/iu.test(
    number.behind,
  )
    ? `${number.value} ${unit}`
    : undefined
}
