// Parses with mathjs and computes the tree itself: only the nodes and names below exist, and every size is checked
// before the work is done, so that neither `9**9**9` nor a clever name costs time, memory or safety.

import { ToolFailure } from '../../source/contracts/tool.ts'
import type {
  BigNumber,
  ConstantNode,
  FunctionNode,
  MathNode,
  OperatorNode,
  ParenthesisNode,
  SymbolNode,
} from '../../source/toolkit/math-library.ts'
import {
  type Amount,
  add,
  amount,
  divide,
  factorial,
  modulo,
  multiply,
  negate,
  power,
  settle,
  subtract,
} from './amount.ts'
import { CONSTANTS, FUNCTIONS } from './functions.ts'
import { bracketPercentages, twoMeanings } from './percentages.ts'

/** What the evaluation needs of mathjs. */
export interface MathParser {
  parse(expression: string): MathNode
  bignumber(source: string): BigNumber
}

type AnyOperator = OperatorNode<never, never, MathNode[]> & { readonly fn: string; readonly op: string }

interface Work {
  readonly expression: string
  readonly math: MathParser
  /** The parser uses what a percentage is of twice: with ten of them in one another all would be computed a thousand times. */
  readonly known: Map<MathNode, Amount>
  costlySteps: number
}

// A power or function takes up to 2 ms at 64 digits; with 40 of them an evaluation stays below 100 ms.
const MAX_COSTLY_STEPS = 40
const SIGNS = new Map<string, (operand: Amount) => Amount>([
  ['unaryMinus', negate],
  ['unaryPlus', (operand) => operand],
  ['factorial', factorial],
])
const OPERATORS = new Map<string, (left: Amount, right: Amount) => Amount>([
  ['add', add],
  ['subtract', subtract],
  ['multiply', multiply],
  ['divide', divide],
  ['mod', modulo],
  ['pow', power],
])

/** The value of a cleaned expression without rounding noise. Throws `ToolFailure` for everything that has none. */
export function evaluate(expression: string, math: MathParser): BigNumber {
  const work: Work = { expression, math, known: new Map(), costlySteps: 0 }
  return settle(compute(parse(expression, math), work))
}

function compute(node: MathNode, work: Work): Amount {
  if (isConstant(node)) return constant(node, work)
  if (isSymbol(node)) return symbol(node.name, work.math)
  if (isParenthesis(node)) return compute(node.content, work)
  if (isOperator(node)) return node.args.length === 1 ? computeSign(node, work) : computeOperator(node, work)
  if (isFunction(node)) return computeCall(node, work)
  throw notAnExpression(work.expression)
}

/** `-x`, `+x`, `x!`. */
function computeSign(node: AnyOperator, work: Work): Amount {
  const [operand] = node.args
  if (operand === undefined) throw notAnExpression(work.expression)
  if (node.fn === 'factorial') countCostly(work)
  const apply = SIGNS.get(node.fn)
  if (apply === undefined) throw notAnExpression(work.expression)
  return apply(compute(operand, work))
}

function computeOperator(node: AnyOperator, work: Work): Amount {
  const [left, right] = node.args
  const apply = OPERATORS.get(node.fn)
  if (apply === undefined || left === undefined || right === undefined || node.args.length !== 2) {
    throw notAnExpression(work.expression)
  }
  const known = work.known.get(node)
  if (known !== undefined) return known
  if (node.fn === 'pow') countCostly(work)
  if (node.op === '%') verifyRest(right)
  const result = apply(compute(left, work), compute(right, work))
  work.known.set(node, result)
  return result
}

function computeCall(node: FunctionNode, work: Work): Amount {
  const name = isSymbol(node.fn) ? node.fn.name : ''
  const known = FUNCTIONS.get(name.toLowerCase())
  if (known === undefined) throw unknownName(name)
  const [first, ...rest] = node.args
  if (first === undefined || node.args.length < known.min || node.args.length > known.max) {
    const wanted = known.min === known.max ? `${known.min}` : `${known.min} to ${known.max}`
    throw new ToolFailure(
      'bad_expression',
      `${name} takes ${wanted} ${known.max === 1 ? 'value' : 'values'}, not ${node.args.length}; part values by a comma and write a number without one, like 1500 or 12.5.`,
    )
  }
  countCostly(work)
  return known.apply([compute(first, work), ...rest.map((argument) => compute(argument, work))])
}

function countCostly(work: Work): void {
  work.costlySteps += 1
  if (work.costlySteps > MAX_COSTLY_STEPS) {
    throw new ToolFailure(
      'too_large',
      `The expression has more than ${MAX_COSTLY_STEPS} functions and powers; compute it in parts.`,
    )
  }
}

function parse(expression: string, math: MathParser): MathNode {
  try {
    return math.parse(bracketPercentages(expression))
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ToolFailure) throw error
    const end = /end of expression|expected \(char/i.test(error.message)
    const reason = end ? 'something is missing in it' : 'it is not written as one expression'
    throw new ToolFailure(
      'bad_expression',
      `\`${expression}\` cannot be computed: ${reason}; write it like 15 * (3 + 2).`,
      { cause: error },
    )
  }
}

function constant(node: ConstantNode, { expression, math }: Work): Amount {
  const value: unknown = node.value
  // The parser itself puts a plain 100 behind a percent sign.
  const isNumber = typeof value === 'number' || (typeof value === 'object' && value !== null)
  if (!isNumber) throw notAnExpression(expression)
  return amount(math.bignumber(String(value)), true)
}

function symbol(name: string, math: MathParser): Amount {
  const digits = CONSTANTS.get(name.toLowerCase())
  if (digits === undefined) throw unknownName(name)
  // Adding zero rounds to the precision in use.
  return { number: math.bignumber(digits).plus(0), exact: false }
}

// `10% (3)` parses as the rest of 10 by 3, which nobody means.
function verifyRest(divisor: MathNode): void {
  if (isParenthesis(divisor) || (isOperator(divisor) && divisor.args.length === 1)) throw twoMeanings()
}

function unknownName(name: string): ToolFailure {
  const known = FUNCTIONS.has(name.toLowerCase()) ? `${name} needs brackets, like ${name}(4)` : undefined
  return new ToolFailure(
    'bad_expression',
    known === undefined
      ? `\`${name}\` is not known here; use numbers, + - * / ^, brackets, pi, e and functions such as sqrt, round or log10.`
      : `${known}.`,
  )
}

function notAnExpression(expression: string): ToolFailure {
  return new ToolFailure(
    'bad_expression',
    `\`${expression}\` is not an arithmetic expression; give one side only, without equations, lists, units or text.`,
  )
}

function isConstant(node: MathNode): node is ConstantNode {
  return node.type === 'ConstantNode'
}

function isSymbol(node: MathNode): node is SymbolNode {
  return node.type === 'SymbolNode'
}

function isParenthesis(node: MathNode): node is ParenthesisNode {
  return node.type === 'ParenthesisNode'
}

function isOperator(node: MathNode): node is AnyOperator {
  return node.type === 'OperatorNode'
}

function isFunction(node: MathNode): node is FunctionNode {
  return node.type === 'FunctionNode'
}
