// What of a message is plainly of a column: dates, times, numbers of rows, names of two parts, what the column's name stands before. Pure.
import { isKind, isText, sampleOf } from './column-kinds.ts'
import type { Cell } from './items.ts'
import { writesDayFirst } from './row-identity.ts'
import { isFlag } from './state-change.ts'
import { type Typed, typedIn, writtenLike } from './typed.ts'

/** What is said and not yet in a column: letters that are in one are blank. */
export class Rest {
  text: string
  constructor(text: string) {
    this.text = text
  }
  take(from: number, to: number): void {
    this.text = this.text.slice(0, from) + '\uE000'.repeat(to - from) + this.text.slice(to)
  }
}

/** What is in the columns so far. */
export class Filled extends Map<Cell, string> {
  /** Those that are plainly of their column. */
  readonly plain = new Set<Cell>()
  setPlain(cell: Cell, text: string): void {
    this.set(cell, text)
    this.plain.add(cell)
  }
}

/** The rows are numbered, `D107`: the next one, where no other is said. */
export function fillNumber([first]: readonly Cell[], rest: Rest, filled: Filled): void {
  if (first === undefined) return
  const { values } = first.column
  const parts = values.map((value) => /^(?<lead>\D*)(?<figures>\d+)$/u.exec(value)?.groups)
  const counted = parts.map((one) => Number(one?.figures))
  const isCounted = values.length > 2 && counted.every((one, at) => at === 0 || one > (counted[at - 1] ?? 0))
  const lead = parts[0]?.lead ?? ''
  const [from = 0, to = 0] = [counted[0], counted.at(-1)]
  // Amounts that happen to grow are no numbers of rows.
  if (!isCounted || parts.some((one) => one?.lead !== lead) || to - from > values.length * 2) return
  const next = String(to + 1).padStart(parts.at(-1)?.figures?.length ?? 0, '0')
  if (typedIn(rest.text).some(({ kind, number }) => kind === 'number' && number === to + 1)) return
  filled.set(first, `${lead}${next}`)
}

const TODAY = /(?<!\p{L})(?:today|tonight|this (?:morning|afternoon|evening)|just now)(?!\p{L})/iu

/** In their order; where none is said, today's is that of a first column. */
export function fillDates(cells: readonly Cell[], rest: Rest, filled: Filled, today: Typed): void {
  const dates = cells.filter(({ column }) => isKind(column.values, 'date'))
  const dayFirst = dates.every(({ column }) => writesDayFirst(column.values))
  const said = typedIn(rest.text, dayFirst).filter(({ kind }) => kind === 'date')
  const now = TODAY.exec(rest.text)
  const open = cells.find((cell) => !filled.has(cell))
  dates.forEach((cell, at) => {
    const sample = sampleOf(cell, 'date')
    const isOfToday = cell === open || (dates.length === 1 && now !== null)
    const value = said[at] ?? (isOfToday && said.length === 0 ? today : undefined)
    if (value === undefined || sample === undefined) return
    filled.set(cell, writtenLike(completed(value, today), sample))
    if (value === today) return
    filled.plain.add(cell)
    rest.take(value.from, value.to)
  })
  if (now !== null) rest.take(now.index, now.index + now[0].length)
}

/** "The 31st" is of this month, or of the next one. */
function completed(value: Typed, today: Typed): Typed {
  const { year } = today
  if (value.month !== undefined) return { ...value, year: value.year ?? year }
  const isPast = (value.day ?? 0) < (today.day ?? 0)
  const month = isPast ? ((today.month ?? 1) % 12) + 1 : (today.month ?? 1)
  return { ...value, month, year }
}

/** Times, phone numbers, weekdays and codes. */
export function fillOthers(cells: readonly Cell[], rest: Rest, filled: Filled): void {
  for (const kind of ['phone', 'time', 'weekday', 'code'] as const) {
    const said = typedIn(rest.text).filter((one) => one.kind === kind)
    cells
      .filter((cell) => !filled.has(cell) && isKind(cell.column.values, kind))
      .forEach((cell, at) => {
        const [value, sample] = [said[at], sampleOf(cell, kind)]
        if (value === undefined || sample === undefined) return
        filled.setPlain(cell, writtenLike(value, sample))
        rest.take(value.from, value.to)
      })
  }
}

const SURNAME = /^(?:surname|last ?name|family ?name|last)$/iu
const FORENAME = /^(?:forename|first ?name|given ?name|christian ?name|first)$/iu

/** "Harriet Meade", where each of the two names has a column. */
export function fillPerson(cells: readonly Cell[], rest: Rest, filled: Filled): void {
  const [last, first] = [SURNAME, FORENAME].map((form) =>
    cells.find(({ column }) => form.test(column.name.replace(/_/g, ' '))),
  )
  const said = /(?<![\p{L}])(?<first>\p{Lu}[\p{L}'-]+) (?<last>\p{Lu}[\p{L}'-]+)(?!\p{L})/u.exec(
    rest.text.replace(/^\P{L}*(?:Add|New|Put)(?= )/u, (lead) => ' '.repeat(lead.length)),
  )
  if (last === undefined || first === undefined || said?.groups === undefined) return
  filled.setPlain(last, said.groups.last ?? '')
  filled.setPlain(first, said.groups.first ?? '')
  rest.take(said.index, said.index + said[0].length)
}

/** "4-5", "4T": what looks as the values of a column do, where those have figures and no kind. */
export function fillShapes(cells: readonly Cell[], rest: Rest, filled: Filled): void {
  const shapeOf = (text: string) => text.replace(/\d+/g, '0').replace(/\p{L}/gu, 'a')
  for (const cell of cells) {
    const { values } = cell.column
    if (filled.has(cell) || isText(values) || isFlag(values) || isKind(values, 'number')) continue
    const shapes = new Set(values.filter((value) => /\d/.test(value)).map(shapeOf))
    const token = [...rest.text.matchAll(/[^\s\uE000,;:!?()]+/gu)].find(([text]) => shapes.has(shapeOf(text)))
    if (token === undefined) continue
    filled.setPlain(cell, token[0])
    rest.take(token.index, token.index + token[0].length)
  }
}

/** "Batch J08", "team quizteama aguilera": the column's name stands before what is in it. */
export function fillNamed(cells: readonly Cell[], rest: Rest, filled: Filled): void {
  for (const cell of cells) {
    if (filled.has(cell) || isFlag(cell.column.values)) continue
    const name = cell.column.name.replace(/_/g, ' ').trim()
    if (name.length < 2) continue
    const escaped = RegExp.escape(name)
    const found = new RegExp(
      `(?<![\\p{L}]|\\bno )${escaped}s?(?!\\p{L})(?:\\s+(?:is|are|name|number))?\\s*[:=]?\\s+(?<value>[^,;.!\uE000]+|\\d[\\d/.]*)`,
      'iu',
    ).exec(rest.text)
    const value = found?.groups?.value?.trim()
    if (!found || value === undefined || !/[\p{L}\d]/u.test(value)) continue
    if (isKind(cell.column.values, 'number') && !/^\d/.test(value)) continue
    filled.setPlain(cell, value)
    rest.take(found.index, found.index + found[0].length)
  }
}
