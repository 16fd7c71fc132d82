// Percentages, exact: 41.993 and never 41.99300000000001.
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  printDecimal,
  printNumber,
} from '../../source/toolkit/decimal.ts'
import { CUES, PERCENT } from './cues.ts'

type Operation = 'of' | 'increase' | 'decrease' | 'is_what_percent'

type Arguments = {
  /** The base; for `is_what_percent` the whole. */
  readonly value: number
  /** The percentage; for `is_what_percent` the part. */
  readonly percentage: number
  readonly operation: Operation
}

type Calculated = Arguments & {
  /** The nearest double; for `is_what_percent` a percentage. */
  readonly result: number
  /** Up to 15 digits. */
  readonly text: string
  /** False when `text` is rounded. */
  readonly exact: boolean
}

export default defineTool<Arguments, Calculated>({
  name: 'percentage_calculate',
  description:
    'Percent of a number, increase or decrease by percent, or what percent one number is of another',
  parameters: {
    type: 'object',
    properties: {
      value: {
        'x-value': true,
        type: 'number',
        'x-from': 'message',
        'x-ask': 'Of which number?',
        description: 'the base number; for is_what_percent: the whole',
      },
      percentage: {
        'x-value': true,
        type: 'number',
        'x-from': 'message',
        'x-unit': PERCENT,
        'x-ask': 'How many percent?',
        description: 'the percentage; for is_what_percent: the part',
      },
      operation: {
        type: 'string',
        description:
          'of: part of value, increase: value plus percent, decrease: value minus percent, is_what_percent',
        enum: ['of', 'increase', 'decrease', 'is_what_percent'],
        'x-cues': CUES,
      },
    },
    required: ['value', 'percentage', 'operation'],
  },
  risk: 'read',
  run({ value, percentage, operation }) {
    verifyFinite('value', value)
    verifyFinite('percentage', percentage)
    const exact = compute(parseDecimal(value), parseDecimal(percentage), operation)
    const printed = printDecimal(exact)
    const result = Number(printDecimal(exact, 20).text)
    if (!Number.isFinite(result)) {
      throw new ToolFailure('too_large', `The result is beyond 1e308; use numbers smaller than ${value}.`)
    }
    return { value, percentage, operation, result, text: printed.text, exact: printed.exact }
  },
  say({ value, percentage, operation, text, exact }) {
    const base = printNumber(value)
    const part = printNumber(percentage)
    const is = exact ? 'is' : 'is about'
    switch (operation) {
      case 'of':
        return { sentence: `${part} % of ${base} ${is} ${text}.`, key: [text] }
      case 'increase':
        return { sentence: `${base} increased by ${part} % ${is} ${text}.`, key: [text] }
      case 'decrease':
        return { sentence: `${base} decreased by ${part} % ${is} ${text}.`, key: [text] }
      case 'is_what_percent':
        return { sentence: `${part} ${is} ${text} % of ${base}.`, key: [text] }
      default:
        operation satisfies never
        throw new TypeError(`unknown operation ${operation}`)
    }
  },
})

function compute(value: Decimal, percentage: Decimal, operation: Operation): Decimal {
  const percent = { units: percentage.units, scale: percentage.scale + 2 }
  switch (operation) {
    case 'of':
      return multiplyDecimals(value, percent)
    case 'increase':
      return addDecimals(value, multiplyDecimals(value, percent))
    case 'decrease':
      return addDecimals(value, multiplyDecimals(value, { ...percent, units: -percent.units }))
    case 'is_what_percent':
      if (value.units === 0n) {
        throw new ToolFailure(
          'division_by_zero',
          'Nothing can be a percentage of 0; the whole must be another number.',
        )
      }
      return divideDecimals(multiplyDecimals(percentage, { units: 100n, scale: 0 }), value)
    default:
      operation satisfies never
      throw new ToolFailure(
        'bad_operation',
        `\`${operation}\` is no operation; use of, increase, decrease or is_what_percent.`,
      )
  }
}

function verifyFinite(name: string, value: number): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ToolFailure('not_a_number', `${name} must be a number, not \`${value}\`.`)
  }
}
