// Percentages, exact: 41.993 and never 41.99300000000001.
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { parseDecimal, printDecimal } from '../../source/toolkit/decimal.ts'
import { CUES, PERCENT } from './cues.ts'
import { OPERATIONS, type Operation, reckon, sentenceOf } from './reckon.ts'

type Arguments = {
  /** The base; for a share the whole, for `change` the old number, for the others what was changed or came of it. */
  readonly value: number
  /** The percentage; for a share the part, for `change` the new number. */
  readonly percentage: number
  readonly operation: Operation
}

type Calculated = Arguments & {
  /** The nearest double; for a share and a change a percentage, below zero where it fell. */
  readonly result: number
  /** Up to 15 digits. */
  readonly text: string
  /** False when `text` is rounded. */
  readonly exact: boolean
}

export default defineTool<Arguments, Calculated>({
  name: 'percentage_calculate',
  description:
    'Percent of a number, increase or decrease by percent, the value before it, or what percent one number is of another',
  parameters: {
    type: 'object',
    properties: {
      value: {
        type: 'number',
        'x-from': 'message',
        'x-ask': 'Of which number?',
        description: 'the base number; for is_what_percent: the whole; for change: the old one',
      },
      percentage: {
        type: 'number',
        'x-from': 'message',
        'x-unit': PERCENT,
        'x-ask': 'How many percent?',
        description: 'the percentage; for is_what_percent: the part; for change: the new one',
      },
      operation: {
        type: 'string',
        description:
          'of: part of value, increase: value plus percent, decrease: value minus percent, is_what_percent, before_increase and before_decrease: what value was before it, change: from value to percentage',
        enum: [...OPERATIONS],
        'x-cues': CUES,
      },
    },
    required: ['value', 'percentage', 'operation'],
  },
  risk: 'read',
  run({ value, percentage, operation }) {
    verifyFinite('value', value)
    verifyFinite('percentage', percentage)
    const exact = reckon(parseDecimal(value), parseDecimal(percentage), operation)
    const printed = printDecimal(exact)
    const result = Number(printDecimal(exact, 20).text)
    if (!Number.isFinite(result)) {
      throw new ToolFailure('too_large', `The result is beyond 1e308; use numbers smaller than ${value}.`)
    }
    return { value, percentage, operation, result, text: printed.text, exact: printed.exact }
  },
  say({ value, percentage, operation, text, exact }) {
    const sentence = sentenceOf(value, percentage, operation, { text, exact })
    return { sentence, key: [operation === 'change' ? text.replace('-', '') : text] }
  },
})

function verifyFinite(name: string, value: number): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ToolFailure('not_a_number', `${name} must be a number, not \`${value}\`.`)
  }
}
