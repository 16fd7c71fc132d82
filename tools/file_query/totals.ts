// Rows that are made of the others: `Subtotal`, `North total`, an `Average` at the end. Counted with the others they would double everything. A name
// may say "total", too (a fuel station): what is not called a sum alone has to be one. Pure.
import type { Table } from '../../source/toolkit/read-table.ts'
import { dayOf, numberOf } from './cells.ts'
import { type Column, isMeasure, numberIn } from './columns.ts'

type Row = Table['rows'][number]
/** How surely a row's name says that it is made of others: `Subtotal`, `Total`, `Total expenses`, `Average`. */
type Kind = 'surely' | 'bare' | 'maybe' | 'mean'

/** A table with the kinds of the rows that have one, and with the numbers of all. */
interface Read {
  readonly rows: readonly Row[]
  readonly kinds: ReadonlyMap<Row, Kind>
  readonly numbers: ReadonlyMap<Row, Numbers>
}

/** One for each column of numbers. */
type Numbers = readonly (number | undefined)[]

const MAY_SAY = /total|sum|gesamt|all|average|avg|mean|median|durchschnitt|mittelwert/iu
const SURELY = /^(?:grand|sub)[\s-]?totals?\b|^(?:zwischen|teil|gesamt|end)summen?\b|^insgesamt$/iu
const BARE = /^(?:totals?|sum|summe|gesamt)$/iu
const MAYBE =
  /^totals?\b|\btotals?$|^(?:summe|gesamt)\b|(?:summe|gesamt)$|^sum of\b|^(?:overall|all|alles)$/iu
const MEAN = /^(?:average|avg|mean|median|durchschnitt|mittelwert)$/iu

/** The rows without those, and what is told of it. */
export function withoutTotals(
  { rows }: Table,
  columns: readonly Column[],
): { readonly rows: readonly Row[]; readonly told: readonly string[] } {
  const kinds = new Map<Row, Kind>()
  for (const row of rows) {
    const kind = kindOf(row)
    if (kind !== undefined) kinds.set(row, kind)
  }
  const last = rows.at(-1)
  if (last !== undefined && isNameless(last) && !rows.slice(0, -1).some(isNameless)) kinds.set(last, 'maybe')
  if (kinds.size === 0 || kinds.size === rows.length) return { rows, told: [] }
  const measures = columns.filter(isMeasure)
  const numbers = new Map(rows.map((row) => [row, numbersOf(row, measures)]))
  const read = { rows, kinds, numbers }
  const left = leftOut(read)
  const final = finalRow(read)
  const kept = [...kinds].flatMap(([row, kind]) =>
    !left.has(row) && (kind === 'bare' || (kind === 'maybe' && row === final && !isNameless(row)))
      ? [row]
      : [],
  )
  return {
    rows: rows.filter((row) => !left.has(row)),
    told: [
      ...leftTold(rows, left),
      ...(kept.length === 0 ? [] : [`with ${named(kept)}, no sum of the others`]),
    ],
  }
}

function textsOf(row: Row): readonly string[] {
  return row.filter((cell) => cell !== '' && numberOf(cell) === undefined && dayOf(cell) === undefined)
}

/** `**Total (EUR):** ` as `Total`, `TOTAL 2026` as `TOTAL`. */
function bareName(cell: string): string {
  return cell
    .replace(/[*_`]|\([^)]*\)/gu, ' ')
    .replace(/(?:[\s:=.,–-]|[€$£]|\d|\b(?:in|eur|euros?|usd|gbp|chf)$)+$/iu, '')
    .trim()
}

function isNameless(row: Row): boolean {
  return row.every((cell) => cell === '' || numberOf(cell) !== undefined)
}

function kindOf(row: Row): Kind | undefined {
  if (!row.some((cell) => MAY_SAY.test(cell))) return undefined
  const [first, second] = textsOf(row).map(bareName)
  if (first === undefined) return undefined
  if (SURELY.test(first)) return 'surely'
  if (BARE.test(first)) return 'bare'
  if (MEAN.test(first)) return 'mean'
  const isSecond = second !== undefined && (SURELY.test(second) || BARE.test(second))
  return MAYBE.test(first) || isSecond ? 'maybe' : undefined
}

function leftOut(read: Read): ReadonlySet<Row> {
  const { rows, kinds, numbers } = read
  const final = finalRow(read)
  const means = meansOf(read)
  const isMean = (row: Row) => kinds.get(row) === 'mean' && isAlike(numbers.get(row) ?? [], means)
  const sums = withoutChance(read, new Set([...sumsAmong(read), ...rows.filter(isMean)]))
  const bare = [...kinds].filter(([row, kind]) => kind === 'bare' && !sums.has(row))
  const left = new Set<Row>(sums)
  for (const [row, kind] of kinds) {
    const own = numbers.get(row) ?? []
    // A last `Total` is one, whatever it comes to, but not where others are called so.
    const isLast = row === final && bare.length === 1
    const isBare = kind === 'bare' && (isLast || own.every((number) => number === undefined))
    if (kind === 'surely' || isBare) left.add(row)
  }
  if (final !== undefined && left.has(final))
    for (const row of rows.slice(rows.lastIndexOf(final)))
      if (kinds.get(row) === 'mean' || row.filter((cell) => cell !== '').length < 2) left.add(row)
  return left
}

/** Where most rows of a name are no sums, those that are are so by chance; but for one at the end. */
function withoutChance({ rows, kinds }: Read, sums: ReadonlySet<Row>): ReadonlySet<Row> {
  const [last] = rows.slice(-1)
  const named = Map.groupBy(kinds.keys(), (row) => textsOf(row)[0])
  const sure = [...named.values()].flatMap((alike) => {
    const some = alike.filter((row) => sums.has(row))
    return some.length * 2 >= alike.length ? some : some.filter((row) => row === last)
  })
  return new Set(sure)
}

/** The last row that has numbers and is no mean. */
function finalRow({ rows, kinds, numbers }: Read): Row | undefined {
  return rows.findLast(
    (row) => kinds.get(row) !== 'mean' && numbers.get(row)?.some((number) => number !== undefined),
  )
}

/** Good enough to tell a sum from what is none. */
function numbersOf(row: Row, columns: readonly Column[]): Numbers {
  return columns.map((column) => {
    const number = numberIn(column, row)
    return number && Number(number.units) / 10 ** number.scale
  })
}

/** Those of a row's numbers that have to be so; the rest may be a mean or a price. */
const SHARE = 0.5
/** Sums are rounded; a part of the number. */
const ROUNDED = 0.002

function isAlike(numbers: Numbers, others: readonly number[]): boolean {
  const own = numbers.flatMap((number, at) => (number === undefined ? [] : [{ number, at }]))
  const same = own.filter(
    ({ number, at }) => Math.abs(number - (others[at] ?? 0)) <= Math.abs(number) * ROUNDED + 1e-9,
  )
  return same.length > 0 && same.length >= own.length * SHARE
}

/** Rows that are the sum of those before or behind them, of all of these or back to another sum. */
function sumsAmong(read: Read): ReadonlySet<Row> {
  const turned = { ...read, rows: read.rows.toReversed() }
  return new Set(
    [read, turned].flatMap((order) => [false, true].flatMap((hasNames) => sumsInOrder(order, hasNames))),
  )
}

/** Sums back to farther ones are not looked for. */
const MOST_ENDS = 16

/** `hasNames`: rows that may be sums and are none count with the others. */
function sumsInOrder({ rows, kinds, numbers }: Read, hasNames: boolean): readonly Row[] {
  const width = numbers.values().next().value?.length ?? 0
  const running = { count: 0, sums: new Array<number>(width).fill(0) }
  const ends = [{ count: 0, sums: [...running.sums] }]
  const found: { row: Row; of: number }[] = []
  for (const row of rows) {
    const kind = kinds.get(row)
    if (kind === 'mean') continue
    const own = numbers.get(row) ?? []
    const start =
      kind === undefined
        ? undefined
        : ends.findLast(
            ({ count, sums }) =>
              count < running.count &&
              isAlike(
                own,
                running.sums.map((sum, at) => sum - (sums[at] ?? 0)),
              ),
          )
    if (start !== undefined) found.push({ row, of: running.count - start.count })
    if (start !== undefined || kind === 'surely') {
      ends.push({ count: running.count, sums: [...running.sums] })
      if (ends.length > MOST_ENDS) ends.splice(1, 1)
    } else if (kind === undefined || hasNames) {
      running.count += 1
      running.sums = running.sums.map((sum, at) => sum + (own[at] ?? 0))
    }
  }
  // One number is easily the same as another.
  return found.some(({ of }) => of > 1) ? found.map(({ row }) => row) : []
}

/** The means of the rows that are made of no others. */
function meansOf({ rows, kinds, numbers }: Read): readonly number[] {
  const own = rows.filter((row) => !kinds.has(row)).map((row) => numbers.get(row) ?? [])
  const [first = []] = own
  return first.map((_, at) => {
    const some = own.flatMap((one) => one[at] ?? [])
    return some.reduce((sum, number) => sum + number, 0) / Math.max(some.length, 1)
  })
}

function leftTold(rows: readonly Row[], left: ReadonlySet<Row>): readonly string[] {
  const all = rows.filter((row) => left.has(row))
  const [only] = all
  if (only === undefined) return []
  if (all.length > 1 || only !== rows.at(-1)) return [`without ${named(all)}`]
  const [name] = textsOf(only)
  return [name === undefined ? 'without its last row, the total' : `without its last row, \`${name}\``]
}

const MOST_NAMED = 4

/** ``its 3 rows `Subtotal`, `Total` ``. */
function named(rows: readonly Row[]): string {
  const names = [...new Set(rows.map((row) => textsOf(row)[0] ?? ''))]
  const some = names.slice(0, MOST_NAMED).map((name) => `\`${name}\``)
  const more = names.length > MOST_NAMED ? ' …' : ''
  return `its ${rows.length === 1 ? 'row' : `${rows.length} rows`} ${some.join(', ')}${more}`
}
