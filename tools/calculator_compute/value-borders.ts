// Whether the commas within a function's brackets part values or stand in numbers: "max(1,200, 900)" has two values, "max(1,850)" too,
// "sqrt(1,764)" has one. Pure.
import { ToolFailure } from '../../source/contracts/tool.ts'
import { FUNCTIONS } from './functions.ts'

/** `numbers`: a comma right between digits belongs to a number. */
export type CommaReading = 'values' | 'numbers'

const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
const DECIMAL = /^\d+,\d+$/
const MONEY = /^\d+,\d\d$/
/** "1,200,3,400": each of them grouped. */
const SEVERAL_GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:,[1-9]\d{0,2}(?:,\d{3})+)+$/

/**
 * How the commas of a call are read; `inside` begins behind its bracket. Throws `ToolFailure` with `bad_expression` where both readings
 * are possible.
 */
export function readCommas(name: string, inside: string): CommaReading {
  const own = ownLevel(inside)
  const tight = (own.match(/\d[\d.,]*\d/g) ?? []).filter((number) => number.includes(','))
  const [first] = tight
  const known = FUNCTIONS.get(name.toLowerCase())
  if (first === undefined || known === undefined) return 'values'
  const areGrouped = tight.every((number) => GROUPED.test(number))
  // Of commas with a space and without one only the first part values.
  if (/,(?!\d)|(?<!\d),/.test(own)) {
    if (areGrouped) return 'numbers'
    if (tight.some((number) => GROUPED.test(number) || MONEY.test(number))) throw twoReadings(first)
    return 'values'
  }
  if (known.max === 1)
    return areGrouped || tight.every((number) => DECIMAL.test(number)) ? 'numbers' : 'values'
  if (tight.some((number) => SEVERAL_GROUPED.test(number) && !GROUPED.test(number))) throw twoReadings(first)
  if (known.min === 1 && known.max === 2 && areGrouped) {
    // Nobody rounds to hundreds of digits.
    if (/^round$/i.test(name)) return 'numbers'
    throw twoReadings(first)
  }
  return 'values'
}

/** What stands between the brackets, without what stands in brackets of its own. */
function ownLevel(inside: string): string {
  let depth = 0
  let own = ''
  for (const character of inside) {
    if (character === ')' && depth === 0) break
    if (character === '(') depth += 1
    own += depth === 0 ? character : ' '
    if (character === ')') depth -= 1
  }
  return own
}

function twoReadings(number: string): ToolFailure {
  const [whole = '', rest = ''] = number.split(',')
  const one = GROUPED.test(`${whole},${rest}`) ? `${whole}${rest}` : `${whole}.${rest}`
  return new ToolFailure(
    'bad_expression',
    `\`${number}\` can be one number or several values; write ${one} for one number, or a space behind every comma, like ${number.split(',').join(', ')}.`,
  )
}
