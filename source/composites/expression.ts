/**
 * The language of conditions in a composite: paths (`read.lines[0]`), literals, `== != < > <= >=`, `and or not` and brackets. It is
 * parsed here and looked up here: nothing of it is ever run as code. Pure.
 */
import type { JsonObject, JsonValue } from '../contracts/json.ts'

export type Expression =
  | { readonly type: 'literal'; readonly value: JsonValue }
  | { readonly type: 'path'; readonly path: Path }
  | { readonly type: 'not'; readonly of: Expression }
  | { readonly type: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'compare'; readonly by: string; readonly left: Expression; readonly right: Expression }

/** Names and places in lists; the first is a name. */
export type Path = readonly [string, ...(string | number)[]]

/** What is wrong with it, as a clause; `at` counts characters from 0. */
export class ExpressionFault extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.name = 'ExpressionFault'
    this.at = at
  }
}

const MOST_CHARACTERS = 500
const DEEPEST = 20
const TOKEN = /\s*(?:([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?)|"([^"]*)"|'([^']*)'|(==|!=|<=|>=|[<>().[\]]))/y
const COMPARISONS = ['==', '!=', '<', '>', '<=', '>=']

type Token =
  | { readonly type: 'name' | 'text' | 'sign'; readonly at: number; readonly text: string }
  | { readonly type: 'number'; readonly at: number; readonly text: string }

/** Reads an expression; throws `ExpressionFault`. */
export function parseExpression(text: string): Expression {
  if (text.length > MOST_CHARACTERS)
    throw new ExpressionFault(0, `it has ${text.length} characters, more than ${MOST_CHARACTERS}`)
  const reader = new Reader(tokensOf(text), text.length)
  const read = reader.or(0)
  reader.end()
  return read
}

/** Reads a path alone, as it stands in `${…}`; throws `ExpressionFault`. */
export function parsePath(text: string): Path {
  const read = parseExpression(text)
  if (read.type === 'path') return read.path
  throw new ExpressionFault(0, `\`${text}\` is no path such as \`step.field\``)
}

/** Its value; undefined: a path leads nowhere. Throws `ExpressionFault` for what cannot be compared. */
export function evaluate(expression: Expression, scope: JsonObject): JsonValue | undefined {
  switch (expression.type) {
    case 'literal':
      return expression.value
    case 'path':
      return lookUp(expression.path, scope)
    case 'not':
      return !isTrue(evaluate(expression.of, scope))
    case 'and':
      return isTrue(evaluate(expression.left, scope)) && isTrue(evaluate(expression.right, scope))
    case 'or':
      return isTrue(evaluate(expression.left, scope)) || isTrue(evaluate(expression.right, scope))
    case 'compare':
      return compare(
        expression.by,
        evaluate(expression.left, scope) ?? null,
        evaluate(expression.right, scope) ?? null,
      )
    default:
      return expression satisfies never
  }
}

/** No value, `null`, `false`, `0`, an empty text and an empty list are not. */
export function isTrue(value: JsonValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** What stands there; only what a value has of its own is found. */
export function lookUp([first, ...rest]: Path, scope: JsonObject): JsonValue | undefined {
  let value: JsonValue | undefined = Object.hasOwn(scope, first) ? scope[first] : undefined
  for (const step of rest) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as { readonly [name: string | number]: JsonValue })[step]
  }
  return value
}

/** Every path in it. */
export function pathsIn(expression: Expression): readonly Path[] {
  switch (expression.type) {
    case 'literal':
      return []
    case 'path':
      return [expression.path]
    case 'not':
      return pathsIn(expression.of)
    default:
      return [...pathsIn(expression.left), ...pathsIn(expression.right)]
  }
}

/** A path as it is written. */
export function formatPath([first, ...rest]: Path): string {
  return [first, ...rest.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))].join('')
}

function compare(by: string, left: JsonValue, right: JsonValue): boolean {
  if (by === '==' || by === '!=') return (JSON.stringify(left) === JSON.stringify(right)) === (by === '==')
  const isAlike = typeof left === typeof right && ['number', 'string'].includes(typeof left)
  if (!isAlike)
    throw new ExpressionFault(
      0,
      `\`${by}\` compares two numbers or two texts, not ${shown(left)} and ${shown(right)}`,
    )
  const [a, b] = [left as string | number, right as string | number]
  if (by === '<') return a < b
  if (by === '>') return a > b
  return by === '<=' ? a <= b : a >= b
}

function shown(value: JsonValue): string {
  const text = JSON.stringify(value)
  return `\`${text.length > 40 ? `${text.slice(0, 39)}…` : text}\``
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const found = TOKEN.exec(text)
    if (found === null) {
      const from = at + text.slice(at).search(/\S/)
      throw new ExpressionFault(from, `\`${text.slice(from, from + 10)}\` cannot be read`)
    }
    const [whole, name, number, double, single, sign = ''] = found
    const start = at + whole.search(/\S/)
    if (name !== undefined) tokens.push({ type: 'name', at: start, text: name })
    else if (number !== undefined) tokens.push({ type: 'number', at: start, text: number })
    else if (double !== undefined || single !== undefined)
      tokens.push({ type: 'text', at: start, text: double ?? single ?? '' })
    else tokens.push({ type: 'sign', at: start, text: sign })
    at = TOKEN.lastIndex
  }
  return tokens
}

/** Reads tokens from left to right, a method for each strength of binding. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #length: number
  #next = 0

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens
    this.#length = length
  }

  or(depth: number): Expression {
    if (depth > DEEPEST)
      throw new ExpressionFault(this.#at, `it has more than ${DEEPEST} brackets in brackets`)
    let left = this.#and(depth)
    while (this.#takes('name', 'or')) left = { type: 'or', left, right: this.#and(depth) }
    return left
  }

  end(): void {
    const rest = this.#tokens[this.#next]
    if (rest !== undefined) throw new ExpressionFault(rest.at, `\`${rest.text}\` is too much`)
  }

  #and(depth: number): Expression {
    let left = this.#not(depth)
    while (this.#takes('name', 'and')) left = { type: 'and', left, right: this.#not(depth) }
    return left
  }

  #not(depth: number): Expression {
    if (depth > DEEPEST) throw new ExpressionFault(this.#at, `it has more than ${DEEPEST} \`not\` in a row`)
    if (this.#takes('name', 'not')) return { type: 'not', of: this.#not(depth + 1) }
    const left = this.#term(depth)
    const by = COMPARISONS.find((sign) => this.#takes('sign', sign))
    return by === undefined ? left : { type: 'compare', by, left, right: this.#term(depth) }
  }

  #term(depth: number): Expression {
    if (this.#takes('sign', '(')) {
      const inner = this.or(depth + 1)
      this.#needs(')')
      return inner
    }
    const token = this.#tokens[this.#next]
    if (token === undefined || token.type === 'sign')
      throw new ExpressionFault(this.#at, 'a value is missing')
    this.#next++
    if (token.type === 'text') return { type: 'literal', value: token.text }
    if (token.type === 'number') return { type: 'literal', value: Number(token.text) }
    if (token.text === 'true' || token.text === 'false')
      return { type: 'literal', value: token.text === 'true' }
    if (token.text === 'null') return { type: 'literal', value: null }
    if (['and', 'or', 'not'].includes(token.text)) throw new ExpressionFault(token.at, 'a value is missing')
    return { type: 'path', path: [token.text, ...this.#rest()] }
  }

  #rest(): readonly (string | number)[] {
    const rest: (string | number)[] = []
    for (;;) {
      if (this.#takes('sign', '.')) {
        const token = this.#tokens[this.#next++]
        if (token?.type !== 'name') throw new ExpressionFault(token?.at ?? this.#length, 'a field is missing')
        rest.push(token.text)
      } else if (this.#takes('sign', '[')) {
        const token = this.#tokens[this.#next++]
        if (token?.type !== 'number' || !/^\d+$/.test(token.text))
          throw new ExpressionFault(token?.at ?? this.#length, 'a place in a list is missing')
        rest.push(Number(token.text))
        this.#needs(']')
      } else return rest
    }
  }

  get #at(): number {
    return this.#tokens[this.#next]?.at ?? this.#length
  }

  #takes(type: Token['type'], text: string): boolean {
    const token = this.#tokens[this.#next]
    if (token?.type !== type || token.text !== text) return false
    this.#next++
    return true
  }

  #needs(sign: string): void {
    if (!this.#takes('sign', sign)) throw new ExpressionFault(this.#at, `\`${sign}\` is missing`)
  }
}
