// The functions that are reckoned here: those of the sheets that people make by themselves. Pure.
import { cleanNumber } from '../sheet/cell-text.ts'
import {
  FormulaError,
  type FormulaValue,
  isMatrix,
  type Matrix,
  toNumber,
  UnknownValue,
} from './formula-value.ts'

/** A value, or the cells of a range. */
export type Operand = FormulaValue | Matrix

type Argument = () => Operand

/** Throws `UnknownValue` for a function that is not among them. */
export function callFunction(name: string, given: readonly Argument[]): Operand {
  const called = FUNCTIONS.get(name.toUpperCase())
  if (called === undefined) throw new UnknownValue()
  return called(given)
}

const FUNCTIONS: ReadonlyMap<string, (given: readonly Argument[]) => Operand> = new Map<
  string,
  (given: readonly Argument[]) => Operand
>([
  ['SUM', (given) => sum(numbers(given))],
  ['AVERAGE', (given) => average(numbers(given))],
  ['MIN', (given) => furthest(numbers(given), Math.min)],
  ['MAX', (given) => furthest(numbers(given), Math.max)],
  ['COUNT', (given) => values(given).filter((value) => typeof value === 'number').length],
  ['COUNTA', (given) => values(given).filter((value) => value !== null).length],
  ['PRODUCT', (given) => numbers(given).reduce((a, b) => a * b, 1)],
  ['SUMPRODUCT', (given) => sumProduct(given.map((one) => one()))],
  [
    'SUMIF',
    ([where, what, from]) =>
      sum(matching(where, what, from).map((value) => (typeof value === 'number' ? value : 0))),
  ],
  ['COUNTIF', ([where, what]) => matching(where, what, undefined).length],
  ['ROUND', ([value, digits]) => round(number(value), number(digits), Math.round)],
  ['ROUNDUP', ([value, digits]) => round(number(value), number(digits), Math.ceil)],
  ['ROUNDDOWN', ([value, digits]) => round(number(value), number(digits), Math.floor)],
  ['ABS', ([value]) => Math.abs(number(value))],
  ['INT', ([value]) => Math.floor(number(value))],
  ['IF', ([test, yes, no]) => (truth(test) ? one(yes) : no === undefined ? false : one(no))],
  ['AND', (given) => given.every((value) => truth(value))],
  ['OR', (given) => given.some((value) => truth(value))],
  ['NOT', ([value]) => !truth(value)],
  ['IFERROR', ([value, other]) => orElse(value, other)],
])

function one(argument: Argument | undefined): FormulaValue {
  if (argument === undefined) throw new UnknownValue()
  const value = argument()
  if (isMatrix(value)) throw new UnknownValue()
  return value
}

function number(argument: Argument | undefined): number {
  return toNumber(one(argument))
}

function truth(argument: Argument | undefined): boolean {
  const value = one(argument)
  if (typeof value === 'string') throw new UnknownValue()
  return Boolean(value)
}

function values(given: readonly Argument[]): readonly FormulaValue[] {
  return given.flatMap((argument) => {
    const value = argument()
    return isMatrix(value) ? value.rows.flat() : [value]
  })
}

/** In cells only numbers count. A single cell is given as its value, so an answer there is left to the program. */
function numbers(given: readonly Argument[]): readonly number[] {
  return given.flatMap((argument): readonly number[] => {
    const value = argument()
    if (isMatrix(value)) return value.rows.flat().filter((cell) => typeof cell === 'number')
    if (value === null) return []
    if (typeof value !== 'number') throw new UnknownValue()
    return [value]
  })
}

function sum(all: readonly number[]): number {
  return cleanNumber(all.reduce((a, b) => a + b, 0))
}

/** 0 where there are none, as spreadsheets have it. */
function furthest(all: readonly number[], pick: (a: number, b: number) => number): number {
  return all.length === 0 ? 0 : all.reduce((a, b) => pick(a, b))
}

function average(all: readonly number[]): number {
  if (all.length === 0) throw new FormulaError('#DIV/0!')
  return sum(all) / all.length
}

function sumProduct(given: readonly Operand[]): number {
  const columns = given.map((value) => {
    if (!isMatrix(value)) throw new UnknownValue()
    return value.rows.flat()
  })
  const [first = []] = columns
  if (columns.some((column) => column.length !== first.length)) throw new UnknownValue()
  return sum(
    first.map((_, at) => columns.reduce((product, column) => product * factor(column[at] ?? null), 1)),
  )
}

function factor(value: FormulaValue): number {
  return typeof value === 'number' ? value : 0
}

/** Cells of `from`, of `where` itself without it, beside which `where` fits. */
function matching(
  where: Argument | undefined,
  what: Argument | undefined,
  from: Argument | undefined,
): readonly FormulaValue[] {
  const range = where?.()
  const taken = from === undefined ? range : from()
  if (range === undefined || taken === undefined || !isMatrix(range) || !isMatrix(taken))
    throw new UnknownValue()
  const [cells, results] = [range.rows.flat(), taken.rows.flat()]
  if (cells.length !== results.length) throw new UnknownValue()
  const fits = fitting(one(what))
  return results.filter((_, at) => fits(cells[at] ?? null))
}

function fitting(what: FormulaValue): (cell: FormulaValue) => boolean {
  if (typeof what === 'number') return (cell) => cell === what
  // Wildcards, and what an empty criterion means, differ between programs.
  if (typeof what !== 'string' || what === '' || /[*?~]/.test(what)) throw new UnknownValue()
  const [, sign = '', rest = ''] = /^(<>|<=|>=|=|<|>)?(.*)$/s.exec(what) ?? []
  const limit = /^-?\d+(?:\.\d+)?$/.test(rest) ? Number(rest) : undefined
  if (limit === undefined) {
    if (sign !== '' && sign !== '=') throw new UnknownValue()
    return (cell) => typeof cell === 'string' && cell.toLowerCase() === rest.toLowerCase()
  }
  return (cell) => {
    if (typeof cell !== 'number') return sign === '<>'
    const order = cell - limit
    if (sign === '' || sign === '=') return order === 0
    if (sign === '<>') return order !== 0
    return sign.startsWith('<')
      ? order < 0 || (sign === '<=' && order === 0)
      : order > 0 || (sign === '>=' && order === 0)
  }
}

/** Away from zero or towards it, whatever the sign: -2.5 is rounded to -3. */
function round(value: number, digits: number, way: (value: number) => number): number {
  if (!Number.isInteger(digits) || Math.abs(digits) > 15) throw new UnknownValue()
  const size = cleanNumber(Math.abs(value) * 10 ** digits)
  return Math.sign(value) * cleanNumber(way(size) / 10 ** digits) || 0
}

function orElse(value: Argument | undefined, other: Argument | undefined): FormulaValue {
  try {
    return one(value)
  } catch (error) {
    if (error instanceof FormulaError) return one(other)
    throw error
  }
}
