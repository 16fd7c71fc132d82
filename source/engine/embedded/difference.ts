// "Lunch was 23.40 and I gave 50, what do I get back?": of two amounts the greater less the other, where `x-difference` says that this is
// asked. A small model takes them as they come. Pure.
import type { JsonSchema } from '../../contracts/json.ts'
import { matchesOutside } from '../../lib/outside-pattern.ts'
import type { RequestText } from './choices.ts'
import { numbersOf, saysNumberInWords } from './number-choices.ts'

/** The expression; undefined: it is not asked, or there is more to reckon. */
export function differenceOf(schema: JsonSchema, request: RequestText): string | undefined {
  const asks = schema['x-difference']
  const message = request.latest ?? request.whole
  if (typeof asks !== 'string' || matchesOutside(asks, message) !== true) return undefined
  if (
    saysNumberInWords(message) ||
    /[%*/+×÷=^]|\d\s*-\s*\d|\b(?:each|per|apiece|times|a piece)\b/iu.test(message)
  )
    return undefined
  const [one, other, ...more] = numbersOf(message).map(({ value }) => value)
  if (one === undefined || other === undefined || more.length > 0) return undefined
  return `${Math.max(one, other)} - ${Math.min(one, other)}`
}
