// What a program asks for, read back from its parts: the conditions of its WHERE, as far as they are plain. Pure.
import type { SqlPart } from '../../lib/sql/scan.ts'

/** One condition on a column. */
export interface Condition {
  /** As the program names it, without a table. */
  readonly column: string
  /** `=`, `<`, `like`, `between`, `is null` …, with `not ` before it where it is denied. */
  readonly operator: string
  /** As they stand there, without quotes; two for BETWEEN. */
  readonly values: readonly string[]
  /** As SQL, to be tried alone. */
  readonly sql: string
}

/** The conditions that all have to hold; undefined: they are joined by OR, or one of them is no plain one. */
export function plainConditions(parts: readonly SqlPart[]): readonly Condition[] | undefined {
  const where = parts.filter(({ clause, depth }) => clause === 'where' && depth === 0)
  const groups: SqlPart[][] = [[]]
  for (const part of where) {
    if (part.kind === 'word' && part.text === 'or') return undefined
    if (part.kind === 'word' && part.text === 'and') groups.push([])
    else groups.at(-1)?.push(part)
  }
  if (parts.some(({ clause, depth }) => depth > 0 && clause === 'where')) return undefined
  const found = groups.filter((group) => group.length > 0).map(conditionOf)
  return found.every((one) => one !== undefined) ? found : undefined
}

function conditionOf(parts: readonly SqlPart[]): Condition | undefined {
  const [first, ...rest] = parts
  if (first?.kind !== 'column') return undefined
  const column = first.text.slice(first.text.lastIndexOf('.') + 1)
  const isNot = rest[0]?.kind === 'word' && rest[0].text === 'not'
  const [operator, ...values] = isNot ? rest.slice(1) : rest
  if (operator === undefined || (operator.kind !== 'sign' && operator.kind !== 'word')) return undefined
  const plain = values.filter(({ kind }) => kind !== 'sign' && kind !== 'word')
  const isPlain = plain.every(({ kind }) => kind === 'text' || kind === 'number' || kind === 'pattern')
  if (!isPlain || (plain.length === 0) !== operator.text.startsWith('is')) return undefined
  const name = `${isNot ? 'not ' : ''}${operator.text}`
  return { column, operator: name, values: plain.map(({ text }) => text), sql: sqlOf(column, name, plain) }
}

function sqlOf(column: string, operator: string, values: readonly SqlPart[]): string {
  const literals = values.map(({ kind, text }) =>
    kind === 'number' ? text : `'${text.replaceAll("'", "''")}'`,
  )
  const word = operator.toUpperCase()
  if (word.endsWith('BETWEEN')) return `${column} ${word} ${literals.join(' AND ')}`
  if (word.endsWith('IN')) return `${column} ${word} (${literals.join(', ')})`
  return [column, word, ...literals].join(' ')
}
