// The rows of a question in words: one value with what it is of, one row, a list, or a small table. Every value stands as it does in the file.
// Pure; `SaidRows.conditions` come from conditions.ts.
import type { CellValue, FolderColumn, FolderTable } from '../../contracts/folder.ts'
import type { SqlAnswer } from '../../contracts/folder-access.ts'
import type { Said } from '../../contracts/tool.ts'
import { cellText } from './cell-text.ts'
import type { Condition } from './conditions.ts'

export interface SaidRows {
  readonly answer: SqlAnswer
  /** The tables that the program names, in its order. */
  readonly tables: readonly FolderTable[]
  /** Its conditions where they are plain. */
  readonly conditions: readonly Condition[]
}

/** Rows that are shown of a longer list. */
const MOST_ROWS = 30
/** Rows whose values may be spoken of in the next message. */
const MOST_KEYS = 8
/** Of a cell in a table of several columns. */
const LONGEST_CELL = 80

/** Names of the aggregates as they are told. */
const AGGREGATES: { readonly [name: string]: string } = {
  sum: 'total',
  total: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
  count: 'number',
}

/** Says the rows; there is at least one. */
export function sayRows(said: SaidRows): Said {
  const { rows, columns, count } = said.answer
  const heads = columns.map((column) => headOf(column.name, said.tables))
  const place = placesOf(said.tables)
  const [first = []] = rows
  if (count === 1 && columns.length === 1) {
    const value = cellText(first[0] ?? null, heads[0]?.column)
    const what = heads[0]?.column !== undefined && heads[0].how === '' ? '' : `${heads[0]?.title ?? ''} `
    const about = conditionText(said)
    return {
      sentence: sentenceOf(
        value,
        [what.trim(), about].filter((one) => one !== ''),
        place,
      ),
      key: [value],
    }
  }
  if (count === 1) {
    const cells = first.map((cell, at) => `${heads[at]?.title}: ${cellText(cell, heads[at]?.column)}`)
    return {
      sentence: `${cells.join(', ')} (${place}).`,
      key: first.map((cell, at) => cellText(cell, heads[at]?.column)),
    }
  }
  const many = said.answer.isCountWhole ? String(count) : `more than ${count}`
  const about = conditionText(said)
  const sentence = `${many} in ${place}${about === '' ? '' : ` (${about})`}:`
  const shown = rows.slice(0, MOST_ROWS)
  const key = shown.slice(0, MOST_KEYS).flatMap((row) => row.map((cell) => cellText(cell, undefined)))
  return { sentence, detail: listText(shown, heads, count), key }
}

function sentenceOf(value: string, about: readonly string[], place: string): string {
  const what = about.length === 0 ? '' : `: ${about.join(', ')}`
  return `${value}${what} (${place}).`
}

interface Head {
  readonly title: string
  readonly column: FolderColumn | undefined
  /** The aggregate, in words; empty: it is the column itself. */
  readonly how: string
}

/** Two columns that are reckoned with. */
const TWO = /^([\w.]+) ?([-+*/]) ?([\w.]+)$/
/** Days from one to another; hours, where all of it is multiplied. */
const DAYS_BETWEEN = String.raw`julianday\([^()]*\) ?- ?julianday\([^()]*\)`
const BETWEEN = new RegExp(
  String.raw`^(?:${DAYS_BETWEEN}|\(${DAYS_BETWEEN}\)(?<hours> ?\* ?24(?:\.0)?)?)$`,
  'i',
)
const SIGNS: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '+': '+', '-': '−' }

/** What a column of the result is of: `avg(seconds)` is the average of `seconds`, with its unit. */
function headOf(name: string, tables: readonly FolderTable[]): Head {
  const all = tables.flatMap(({ columns }) => columns)
  const find = (text: string) => {
    const own = text
      .slice(text.lastIndexOf('.') + 1)
      .trim()
      .toLowerCase()
    return all.find((column) => column.name.toLowerCase() === own)
  }
  const direct = find(name)
  if (direct !== undefined) return { title: direct.title, column: direct, how: '' }
  const between = BETWEEN.exec(name)
  if (between !== null) return timeBetween(between.groups?.hours === undefined ? 'days' : 'hours')
  const open = name.indexOf('(')
  const how = open === -1 ? undefined : AGGREGATES[name.slice(0, open).trim().toLowerCase()]
  const inner = how === undefined ? undefined : find(name.slice(open + 1, -1))
  const [, left = '', sign = '', right = ''] = TWO.exec(name) ?? []
  const [one, other] = [find(left), find(right)]
  if (one !== undefined && other !== undefined)
    return { title: `${one.title} ${SIGNS[sign]} ${other.title}`, column: undefined, how: '' }
  if (how === undefined)
    return {
      title: all.length > 0 && open === -1 && !/[-+*/]/.test(name) ? name : 'result',
      column: undefined,
      how: '',
    }
  if (how === 'number') return { title: 'number', column: undefined, how }
  return { title: inner === undefined ? how : `${how} ${inner.title}`, column: inner, how }
}

function timeBetween(unit: string): Head {
  return { title: 'time', column: { name: '', title: 'time', type: 'number', unit }, how: '' }
}

/** The files, or what the program keeps itself. */
export function placesOf(tables: readonly FolderTable[]): string {
  return [...new Set(tables.map(({ path, name }) => (path === '' ? name : path)))].join(', ')
}

/** `client Kessler & Sohn, date 2026-11-23 to 2026-11-29` */
export function conditionText({ conditions, tables }: Pick<SaidRows, 'conditions' | 'tables'>): string {
  const all = tables.flatMap(({ columns }) => columns)
  return conditions
    .flatMap((condition) => {
      const column = all.find(({ name }) => name === condition.column)
      const text = oneCondition(condition, column)
      return text === '' ? [] : [text]
    })
    .join(', ')
}

function oneCondition(
  { operator, values, column: name }: Condition,
  column: FolderColumn | undefined,
): string {
  const title = column?.title ?? name
  const [value = '', other = ''] = values
  if (column?.type === 'yes/no') return (value === '1') === (operator === '=') ? title : `not ${title}`
  const plain = value.replaceAll('%', '').replace(/-$/, '')
  switch (operator) {
    case '=':
    case 'like':
      return `${title} ${plain}`
    case '!=':
    case '<>':
    case 'not like':
      return `${title} not ${plain}`
    case 'between':
      return `${title} ${value} to ${other}`
    case 'in':
      return `${title} ${values.join(' or ')}`
    case 'is null':
      return `no ${title}`
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${title} ${operator} ${value}`
    default:
      return ''
  }
}

function listText(rows: readonly (readonly CellValue[])[], heads: readonly Head[], count: number): string {
  const more = count > rows.length ? [`… and ${count - rows.length} more`] : []
  if (heads.length === 1)
    return [...rows.map(([cell = null]) => `- ${cellText(cell, heads[0]?.column)}`), ...more].join('\n')
  const cells = rows.map((row) => heads.map(({ column }, at) => cut(cellText(row[at] ?? null, column))))
  const titles = heads.map(({ title }) => title)
  const widths = heads.map((_, at) => Math.max(...[titles, ...cells].map((row) => (row[at] ?? '').length)))
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ')
  return [line(titles), ...cells.map(line), ...more].join('\n')
}

function cut(text: string): string {
  const line = text.replace(/\s*\n\s*/g, ' ')
  return line.length > LONGEST_CELL ? `${line.slice(0, LONGEST_CELL - 1)}…` : line
}
