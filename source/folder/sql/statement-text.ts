// What is said of a statement by its text alone, before SQLite reads it, and the places in which the text is made to mean what people mean.
// Pure.
import { quoteName, readTokens, type SqlToken } from './sql-tokens.ts'

export type ReadStatement =
  | { readonly type: 'statement'; readonly sql: string; readonly tokens: readonly SqlToken[] }
  | { readonly type: 'failed'; readonly reason: string }

const LONGEST = 20_000
const BEGINNINGS = {
  ask: ['select', 'with', 'values'],
  change: ['insert', 'update', 'delete', 'with'],
} as const
/** See `isDivision`. */
const DIVIDE = '*1.0/'
/** See `isOther`. */
const IS_NOT = '\tIS NOT\t'
/** Words before `NOT` that are no column. */
const NO_NAMES: ReadonlySet<string> = new Set('and or where on is when having null end not'.split(' '))

/** One statement without what follows its end, or why it is none of that kind. */
export function readStatement(text: string, kind: keyof typeof BEGINNINGS): ReadStatement {
  if (text.length > LONGEST)
    return failed(
      `The statement has ${text.length} characters, and ${LONGEST} are the most; write a shorter one.`,
    )
  // SQLite would take what is before it for the whole.
  if (text.includes('\0')) return failed('The statement holds a zero character; leave it out.')
  const all = readTokens(text)
  const end = all.findIndex(isEnd)
  const tokens = end < 0 ? all : all.slice(0, end)
  const fault = faultOf(tokens, kind, all.slice(tokens.length))
  return fault === undefined ? { type: 'statement', sql: text, tokens } : failed(fault)
}

function faultOf(
  tokens: readonly SqlToken[],
  kind: keyof typeof BEGINNINGS,
  rest: readonly SqlToken[],
): string | undefined {
  const [first, second] = tokens
  if (first === undefined) return 'There is no statement.'
  const given = shown(first.text)
  if (!BEGINNINGS[kind].some((one) => one === first.name))
    return kind === 'ask'
      ? `A question is one \`SELECT\`; ${given} is not possible here.`
      : `A change is \`INSERT\`, \`UPDATE\` or \`DELETE\`; ${given} is not possible here.`
  if (!rest.every(isEnd))
    return 'There are several statements where one can stand; give them one by one, without `;`.'
  if (first.name === 'insert' && second?.name === 'or')
    return '`INSERT OR` is not possible, for no two rows exclude each other; write `UPDATE … WHERE` to change a row.'
  const parameter = tokens.find(({ kind }) => kind === 'parameter')
  return parameter && `${shown(parameter.text)} stands for no value here; write the value itself.`
}

/** The text that SQLite is given. */
export function sqlFor(statement: { readonly sql: string; readonly tokens: readonly SqlToken[] }): string {
  const { sql, tokens } = statement
  const [begin, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0]
  let text = ''
  let at = begin
  for (const edit of tokens.flatMap((_, index) => meantAt(tokens, index))) {
    text += `${sql.slice(at, edit.start)}${edit.text}`
    at = edit.end
  }
  return text + sql.slice(at, end)
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What stands at a token in place of it; nothing where it means what it says. */
function meantAt(tokens: readonly SqlToken[], at: number): readonly Edit[] {
  const { start, end, text } = tokens[at] as SqlToken
  if (isDivision(tokens, at)) return [{ start, end, text: DIVIDE }]
  const [next, value] = [tokens[at + 1], tokens[at + 2]]
  if (isOther(tokens, at) && value?.kind === 'text') return [{ start, end: next?.end ?? end, text: IS_NOT }]
  const last = endOfLeftOut(tokens, at)
  if (last === undefined) return []
  const table = tokens[at - 1]?.text === '.' ? tokens[at - 2] : undefined
  const [from, name] = table === undefined ? [start, text] : [table.start, `${table.text}.${text}`]
  return [
    { start: from, end: from, text: '(' },
    { start: last.end, end: last.end, text: `\tOR\t${name} IS NULL)` },
  ]
}

/** `<>` and `!=` before a text: an empty cell is no `'bad'` either. */
function isOther(tokens: readonly SqlToken[], at: number): boolean {
  const mark = `${tokens[at]?.text}${tokens[at + 1]?.text}`
  return (mark === '<>' || mark === '!=') && tokens[at]?.end === tokens[at + 1]?.start
}

/** Of the name of a column before `NOT LIKE '…'` or `NOT IN ('…', …)`, where that ends: an empty cell is not like it either. */
function endOfLeftOut(tokens: readonly SqlToken[], at: number): SqlToken | undefined {
  const column = tokens[at]
  const [not, how, first, second] = tokens.slice(at + 1)
  const isName = column?.kind === 'quoted' || (column?.kind === 'word' && !NO_NAMES.has(column.name))
  const isCollation = tokens[at - 1]?.name === 'collate'
  if (!isName || isCollation || not?.name !== 'not' || not.kind !== 'word' || first === undefined)
    return undefined
  if (how?.name === 'like') return first.kind === 'text' && isWhole(tokens[at + 4]) ? first : undefined
  if (how?.name !== 'in' || first.text !== '(' || second?.kind !== 'text') return undefined
  return tokens.slice(at + 4).find(({ text, kind }) => kind === 'mark' && text === ')')
}

/** Nothing of the pattern follows: no `|| …`, no `ESCAPE`. */
function isWhole(next: SqlToken | undefined): boolean {
  return next?.text !== '|' && next?.name !== 'escape'
}

/** A column's name as it was written. */
export function nameAsWritten(name: string): string {
  return name
    .replaceAll(DIVIDE, '/')
    .replaceAll(IS_NOT, '<>')
    .replace(/\(([^\t]*)\tOR\t[^\t]*? IS NULL\)/g, '$1')
}

/** An `INSERT` that names no columns means those of the file: `n` is the program's. */
export function withColumns(
  statement: { readonly sql: string; readonly tokens: readonly SqlToken[] },
  columnsOf: (table: string) => readonly string[] | undefined,
): { readonly sql: string; readonly tokens: readonly SqlToken[] } {
  const [insert, into, table, next] = statement.tokens
  if (insert?.name !== 'insert' || into?.name !== 'into' || table === undefined) return statement
  if (next?.name !== 'values' && next?.name !== 'select' && next?.name !== 'with') return statement
  const columns = columnsOf(table.name)
  if (columns === undefined || columns.length === 0) return statement
  const { sql } = statement
  const list = ` (${columns.map(quoteName).join(', ')}) `
  const text = `${sql.slice(insert.start, table.end)}${list}${sql.slice(next.start, statement.tokens.at(-1)?.end)}`
  return { sql: text, tokens: readTokens(text) }
}

/** Names in the list of columns of an `INSERT`; empty where there is none. */
export function insertedNames(tokens: readonly SqlToken[]): readonly string[] {
  const into = tokens.findIndex(({ name, kind }, at) => {
    return kind === 'word' && name === 'into' && tokens[at - 1]?.name === 'insert'
  })
  if (into < 0) return []
  const open = tokens.findIndex(({ text }, at) => at > into && text === '(')
  const before = tokens.slice(into + 1, open)
  if (open < 0 || before.some(({ name }) => ['values', 'select', 'default'].includes(name))) return []
  const close = tokens.findIndex(({ text }, at) => at > open && text === ')')
  return tokens.slice(open + 1, close < 0 ? undefined : close).map(({ name }) => name.toLowerCase())
}

/** Of `known`, those that the statement may touch: it names them, if only in a text. */
export function namedIn(tokens: readonly SqlToken[], known: Iterable<string>): readonly string[] {
  const names = new Set(tokens.map(({ name }) => name.toLowerCase()))
  return [...known].filter((one) => names.has(one.toLowerCase()))
}

/** `` `ATTACH` ``, cut where it is long. */
export function shown(text: string): string {
  const line = text.replace(/[\s`\p{Cc}]+/gu, ' ').trim()
  return `\`${line.length > 60 ? `${line.slice(0, 59)}…` : line}\``
}

/**
 * Two thirds are 0.67 and not 0, as SQLite has it where both are whole: `sum(price) / count(*)` is meant so by everybody. What was made whole
 * on purpose stays so: `(CAST(strftime('%m', day) AS INTEGER) + 2) / 3` is a quarter of the year.
 */
function isDivision(tokens: readonly SqlToken[], at: number): boolean {
  if (tokens[at]?.kind !== 'mark' || tokens[at]?.text !== '/') return false
  const before = tokens[at - 1]
  if (before?.text !== ')') return true
  const left = tokens.slice(openOf(tokens, at - 1), at)
  return !left.some(({ name }, index) => name === 'as' && left[index + 1]?.name.startsWith('int'))
}

/** Where the parenthesis that closes at `at` opens. */
function openOf(tokens: readonly SqlToken[], at: number): number {
  let depth = 0
  for (let index = at; index >= 0; index--) {
    if (tokens[index]?.kind !== 'mark') continue
    if (tokens[index]?.text === ')') depth++
    if (tokens[index]?.text === '(' && --depth === 0) return index
  }
  return 0
}

function isEnd({ kind, text }: SqlToken): boolean {
  return kind === 'mark' && text === ';'
}

function failed(reason: string): ReadStatement {
  return { type: 'failed', reason }
}
