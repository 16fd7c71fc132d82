// Arithmetic with 64 digits: clean-expression reads what was written, evaluate computes it, amount keeps it exact.
import { defineTool } from '../../source/contracts/tool.ts'
import { parseDecimal, printDecimal } from '../../source/toolkit/decimal.ts'
import { loadMath, type MathLibrary } from '../../source/toolkit/math-library.ts'
import { cleanExpression } from './clean-expression.ts'
import { evaluate, type MathParser } from './evaluate.ts'
import { CONSTANTS, FUNCTIONS } from './functions.ts'

type Arguments = { readonly expression: string }

type Calculated = {
  /** What was computed, in plain signs. */
  readonly expression: string
  /** The nearest double. */
  readonly result: number
  /** Up to 15 digits, whole numbers up to 30. */
  readonly text: string
  /** False when `text` is rounded. */
  readonly exact: boolean
}

/** What one is given back of what one paid. */
const BACK_CUE = String.raw`\b(?:get|gets|got|getting|have|give|given|be|owed?)\s+(?:\S+\s+){0,3}back\b|\bhow much (?:\S+\s+){0,2}change\b|\bwhat(?:'?s| is| will be) (?:my|the) change\b|\bmy change\b|\bchange (?:do|should|would|will|from|for|out of)\b`

export default defineTool<Arguments, Calculated>({
  name: 'calculator_compute',
  description: 'Evaluate a math expression with numbers, + - * / ^, brackets and functions such as sqrt',
  parameters: {
    type: 'object',
    properties: {
      expression: {
        'x-names': [...FUNCTIONS.keys(), ...CONSTANTS.keys()],
        'x-difference': BACK_CUE,
        type: 'string',
        'x-ask': 'What should I calculate?',
        description: 'e.g. 15 * (3 + 2)',
      },
    },
    required: ['expression'],
  },
  risk: 'read',
  async run({ expression }) {
    const cleaned = cleanExpression(expression)
    const value = evaluate(cleaned, mathParser(await loadMath()))
    const printed = printDecimal(parseDecimal(value.toString()))
    return { expression: cleaned, result: value.toNumber(), text: printed.text, exact: printed.exact }
  },
  say({ expression, text, exact }) {
    return { sentence: `${expression} ${exact ? '=' : '≈'} ${text}.`, key: [text] }
  },
})

function mathParser(math: MathLibrary): MathParser {
  return {
    parse: (expression) => math.parse(expression),
    bignumber: (source) => math.bignumber(source),
  }
}
