// What a program about some tables may be made of: their columns and cells, the message's words and numbers, values of the last result. Pure.
import { type FolderColumn, type FolderTable, RECORD_COLUMN } from '../../contracts/folder.ts'
import type { SqlColumn, SqlTable, SqlVocabulary } from '../../contracts/sql.ts'
import { digitsForWords, inFull, withHalves } from '../../language/en/number-words.ts'
import { keptPerRows } from '../kept-per-rows.ts'
import type { NearValue } from './near-values.ts'

/** Cells of one column that may be named, besides those near the message. */
const MOST_CELLS = 400
/** They count, rank and share out: nobody says them. */
const SMALL_NUMBERS = '0 1 2 3 4 5 6 7 8 9 10 12 14 15 20 24 30 50 52 60 90 100 365 365.25 1000 3600'.split(
  ' ',
)

/** What a message is held to. */
export interface Holding {
  readonly message: string
  /** With the columns that are shown, the message's own tables. */
  readonly tables: readonly FolderTable[]
  readonly near: readonly NearValue[]
  /** Texts and numbers of the last result. */
  readonly results: readonly (string | number | bigint)[]
  readonly acts: SqlVocabulary['acts']
  /** What the message names, ISO dates, months as `2026-03-%`. */
  readonly days: readonly string[]
  /** ISO date. */
  readonly today: string
}

/** The vocabulary of one program. */
export function vocabularyOf({ message, tables, near, results, acts, days, today }: Holding): SqlVocabulary {
  const texts = results.flatMap((one) => (typeof one === 'string' ? [one] : []))
  const isScaled = !tables.some(hasKilometres) && tables.some(hasThousands)
  const said = numbersIn(message, isScaled)
  // "2k more" is no 2, nor a 20 that nobody says.
  const thousands = isScaled ? [...message.matchAll(THOUSANDS)].map(([, digits = '']) => digits) : []
  const known = results.flatMap((one) => (typeof one === 'string' ? [] : [String(one)]))
  const counters = tables.flatMap(countersOf)
  return {
    tables: tables.map((table) => tableOf(table, near)),
    message,
    texts: [...texts, today],
    numbers: [...new Set([...said, ...known, ...counters])],
    smallNumbers: [
      ...SMALL_NUMBERS.filter((one) => !thousands.some((digits) => one.startsWith(digits))),
      today.slice(0, 4),
    ],
    days,
    acts,
  }
}

function tableOf(table: FolderTable, near: readonly NearValue[]): SqlTable {
  const whole = wholeTable(table)
  const named = new Set(near.map(({ column }) => column))
  const columns = whole.columns.map((column): SqlColumn => {
    // A column of another table may be called the same.
    if (!named.has(column.name) || column.type !== 'text') return column
    const own = near.flatMap(({ column: name, value }) => (name === column.name ? [value] : []))
    return { ...column, values: [...new Set([...own, ...column.values])] }
  })
  return { ...whole, columns }
}

/** Without regard to a message. */
const wholeTable = keptPerRows((table): SqlTable => {
  const columns = [RECORD_COLUMN, ...table.columns].map((column, at): SqlColumn => {
    const values = at === 0 ? [] : cellsOf(table, column, at - 1)
    const hasEmpty = at > 0 && table.rows.some((row) => row[at - 1] === null || row[at - 1] === undefined)
    const { name, type, isFixed } = column
    return { name, type, values, ...(hasEmpty && { hasEmpty }), ...(isFixed && { isFixed }) }
  })
  return {
    name: table.name,
    columns,
    ...(table.readOnly !== undefined && { isFixed: true }),
    ...(table.kind === 'settings' && { isSingle: true }),
  }
})

function cellsOf(table: FolderTable, { type }: FolderColumn, at: number): readonly string[] {
  if (type === 'yes/no') return []
  const cells = new Set<string>()
  for (const row of table.rows) {
    if (cells.size >= MOST_CELLS) break
    const cell = row[at]
    if (cell !== null && cell !== undefined) cells.add(String(cell))
  }
  return [...cells]
}

/** The next number of columns that count their rows: 11 behind 1 to 10. */
function countersOf(table: FolderTable): readonly string[] {
  if (table.rows.length < 2) return []
  return table.columns.flatMap(({ type }, at) => {
    if (type !== 'number') return []
    const cells = table.rows.map((row) => row[at])
    const last = cells.at(-1)
    const counts = cells.every((cell, row) => row === 0 || Number(cell) === Number(cells[row - 1]) + 1)
    return counts && last != null ? [String(Number(last) + 1)] : []
  })
}

/** `38k`, `2 k` */
const THOUSANDS = /(?<![\p{L}\p{N}.,])(\d+)\s?k(?!\p{L})/giu
const NUMBER = /(?<![\p{L}\p{N}])\d[\d.,]*(?:\s?[kK](?!\p{L}))?|\d+(?:[.,]\d+)?/gu

/** `1 300`, and `4 euro 20`: figures with something between them that may be one number. */
const GROUPED = /(?<![\p{L}\p{N}])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\p{L}\p{N}])/gu
const PARTED = /(?<![\p{L}\p{N}.,])(\d+)\s?[\p{L}\p{Sc}]+\s?(\d{2})(?![\p{N}.,])/gu

function hasKilometres({ columns }: FolderTable): boolean {
  return columns.some(({ title, unit = '' }) =>
    /(?<!\p{L})k(?:m|ilomet\p{L}*)(?!\p{L})/iu.test(`${title} ${unit}`),
  )
}

function hasThousands({ columns, rows }: FolderTable): boolean {
  return columns.some(({ type }, at) => type === 'number' && rows.some((row) => Number(row[at]) >= 1000))
}

/**
 * The numbers of a message, as SQL writes them, in every way in which they can be read: `1,250` is 1250 and 1.25, `38k` 38000 and 38 (km); `isScaled`:
 * it is no 38.
 */
export function numbersIn(message: string, isScaled = false): readonly string[] {
  const found = new Set<string>()
  for (const text of [message, digitsForWords(message), inFull(digitsForWords(message))])
    for (const [said] of text.matchAll(NUMBER))
      if (!isScaled || !/\d\s?k$/i.test(said))
        for (const number of readingsOf(said.replace(/[.,]+$|\s?k$/i, ''))) found.add(number)
  for (const [said] of message.matchAll(GROUPED)) found.add(said.replace(/\D/g, ''))
  for (const [, whole, part] of message.matchAll(PARTED)) found.add(String(Number(`${whole}.${part}`)))
  for (const half of withHalves(message, [...found])) found.add(half)
  return [...found]
}

/** Whether a mark may stand between thousands: `1,250` and `1,00,000` have groups, `12,50` a fraction. */
function isGrouped(said: string, mark: ',' | '.'): boolean {
  const [whole = ''] = said.split(mark === ',' ? '.' : ',')
  const groups = whole.split(mark)
  if (groups.length === 1) return !said.includes(mark)
  return (
    (groups[0]?.length ?? 0) <= 3 &&
    groups.at(-1)?.length === 3 &&
    groups.slice(1).every(({ length }) => length >= 2)
  )
}

function readingsOf(said: string): readonly string[] {
  const plain = /^\d+$/.test(said) ? [said] : []
  const point = isGrouped(said, ',') ? said.replaceAll(',', '') : ''
  const comma = isGrouped(said, '.') ? said.replaceAll('.', '').replace(',', '.') : ''
  const candidates = [point, comma].filter((one) => /^\d+(?:\.\d+)?$/.test(one))
  // 20 % and 20 cents are 0.2, up by 20 % is times 1.2; nobody speaks so of thousands.
  const parts = plain
    .filter((one) => Number(one) < 1000)
    .flatMap((one) => [0, 1, -1].map((whole) => Math.abs(whole + Number(one) / 100)))
  return [...plain, ...candidates, ...parts]
    .map((one) => String(Number(Number(one).toFixed(6))))
    .filter((one) => !one.includes('e'))
}
