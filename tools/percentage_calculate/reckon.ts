// The reckoning, exact, and its sentence. The words that choose an operation: cues.ts. Pure.
import { ToolFailure } from '../../source/contracts/tool.ts'
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  type Printed,
  parseDecimal,
  printDecimal,
  printNumber,
} from '../../source/toolkit/decimal.ts'

/** In the order in which the model sees them. */
export const OPERATIONS = [
  'of',
  'increase',
  'decrease',
  'is_what_percent',
  'share_and_rest',
  'before_increase',
  'before_decrease',
  'change',
] as const

/** What is done with a number and a percentage, or with two numbers. */
export type Operation = (typeof OPERATIONS)[number]

const HUNDRED: Decimal = { units: 100n, scale: 0 }

/** Throws `ToolFailure` where there is no result, and for an operation that is none. */
export function reckon(value: Decimal, percentage: Decimal, operation: Operation): Decimal {
  const percent = { units: percentage.units, scale: percentage.scale + 2 }
  switch (operation) {
    case 'of':
      return multiplyDecimals(value, percent)
    case 'increase':
      return addDecimals(value, multiplyDecimals(value, percent))
    case 'decrease':
      return addDecimals(value, multiplyDecimals(value, negative(percent)))
    case 'is_what_percent':
    case 'share_and_rest':
      return inPercent(
        percentage,
        value,
        'Nothing can be a percentage of 0; the whole must be another number.',
      )
    case 'before_increase':
      return valueBefore(value, addDecimals(HUNDRED, percentage))
    case 'before_decrease':
      return valueBefore(value, addDecimals(HUNDRED, negative(percentage)))
    case 'change': {
      const step = addDecimals(percentage, negative(value))
      const size = value.units < 0n ? negative(value) : value
      return inPercent(
        step,
        size,
        'From 0 nothing rises by a percentage; the old number must be another one.',
      )
    }
    default:
      operation satisfies never
      throw new ToolFailure(
        'bad_operation',
        `\`${operation}\` is no operation; use ${OPERATIONS.slice(0, -1).join(', ')} or ${OPERATIONS.at(-1)}.`,
      )
  }
}

/** The answer in words: `240 increased by 19 % is 285.6.` */
export function sentenceOf(
  value: number,
  percentage: number,
  operation: Operation,
  { text, exact }: Pick<Printed, 'text' | 'exact'>,
): string {
  const base = printNumber(value)
  const part = printNumber(percentage)
  const about = exact ? '' : 'about '
  switch (operation) {
    case 'of':
      return `${part} % of ${base} is ${about}${text}.`
    case 'increase':
      return `${base} increased by ${part} % is ${about}${text}.`
    case 'decrease':
      return `${base} decreased by ${part} % is ${about}${text}.`
    case 'is_what_percent':
      return `${part} is ${about}${text} % of ${base}.`
    case 'share_and_rest':
      return `${part} is ${about}${text} % of ${base}${restOf(value, percentage)}.`
    case 'before_increase':
      return `Before ${part} % were added, ${base} was ${about}${text}.`
    case 'before_decrease':
      return `Before ${part} % were taken off, ${base} was ${about}${text}.`
    case 'change':
      return changeOf(base, part, text, about)
    default:
      operation satisfies never
      throw new TypeError(`unknown operation ${operation}`)
  }
}

function changeOf(base: string, part: string, text: string, about: string): string {
  if (text === '0') return `From ${base} to ${part} it stayed the same, which is 0 %.`
  const went = text.startsWith('-') ? 'fell' : 'rose'
  return `From ${base} to ${part} it ${went} by ${about}${text.replace('-', '')} %.`
}

/** `, and the other 8 are 40 %`; nothing where there is no rest. */
function restOf(value: number, percentage: number): string {
  const whole = parseDecimal(value)
  const rest = addDecimals(whole, negative(parseDecimal(percentage)))
  if (percentage < 0 || rest.units <= 0n) return ''
  const { text, exact } = printDecimal(inPercent(rest, whole, ''))
  const left = printDecimal(rest).text
  return `, and the other ${left} ${left === '1' ? 'is' : 'are'} ${exact ? '' : 'about '}${text} %`
}

function inPercent(part: Decimal, whole: Decimal, nothing: string): Decimal {
  if (whole.units === 0n) throw new ToolFailure('division_by_zero', nothing)
  return divideDecimals(multiplyDecimals(part, HUNDRED), whole)
}

/** `share`: what the value is now, in percent of what it was. */
function valueBefore(value: Decimal, share: Decimal): Decimal {
  if (share.units <= 0n)
    throw new ToolFailure(
      'division_by_zero',
      'Of what was taken off whole nothing is left to tell what it was; a decrease must be below 100 %.',
    )
  return divideDecimals(multiplyDecimals(value, HUNDRED), share)
}

function negative(number: Decimal): Decimal {
  return { ...number, units: -number.units }
}
