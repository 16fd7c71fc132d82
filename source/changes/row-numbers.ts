// Which of a message's numbers is of which column of a table. Pure.
import { isKind, sampleOf, tellingWords } from './column-kinds.ts'
import type { Cell } from './items.ts'
import type { Filled, Rest } from './row-values.ts'
import { isLike, type Typed, typedIn, writtenLike } from './typed.ts'
import { baseOf, isSame, wordsIn } from './words.ts'

/** A number fits a column that well, at least. */
const LEAST_FIT = 1
/** It is plainly meant. */
const PLAIN_FIT = 2.5

const MONEY = /^(?:price|amount|cost|fee|costs|value|total|in|out|paid|due|rent|budget|sum)(?!\p{L})/iu
const COUNT =
  /^(?:qty|quantity|count|number|amount|copies|pieces|people|pax|heads|seats|tickets|stock|have|places|packets|portions|units?|size|no\.?|how many)(?!\p{L})/iu

/** Each number goes to the column that it fits best. */
export function fillNumbers(cells: readonly Cell[], rest: Rest, filled: Filled): void {
  const columns = cells.filter((cell) => !filled.has(cell) && isKind(cell.column.values, 'number'))
  const numbers = typedIn(rest.text).filter(
    ({ kind, to }) => kind === 'number' && !/^\p{Lu}/u.test(rest.text.slice(to)),
  )
  const pairs = numbers
    .flatMap((value) => columns.map((cell) => ({ value, cell, fit: fitOf(value, cell, cells, rest.text) })))
    .filter(({ fit }) => fit >= LEAST_FIT)
    .sort((a, b) => b.fit - a.fit || a.value.from - b.value.from)
  const taken = new Set<Typed>()
  for (const { value, cell, fit } of pairs) {
    if (taken.has(value) || filled.has(cell)) continue
    const there = sampleOf(cell, 'number')
    const shown = cell.column.values.toReversed().find((one) => one !== '') ?? ''
    const text = writtenLike(value, there ?? value)
    const around = cell.column.values.filter((one) => one !== '').map((one) => one.replace(/[\d.,]+/, '#'))
    const isAlike = there !== undefined && around.every((one) => one === around[0])
    filled.set(cell, isAlike ? shown.replace(there.text, () => text) : text)
    taken.add(value)
    if (fit >= PLAIN_FIT) filled.plain.add(cell)
    const unit = /^\s?[£$€%]/u.exec(rest.text.slice(value.to))?.[0].length ?? 0
    const sign = /[£$€]\s?$/u.exec(rest.text.slice(0, value.from))?.[0].length ?? 0
    rest.take(value.from - sign, value.to + unit)
    const named = nameBeside(cell, rest.text, value)
    if (named !== undefined) rest.take(...named)
  }
}

const YEAR = /^(?:19|20)\d\d$/

/** How well a number fits a column: its name or its unit stands beside it, it is money, it is as great. */
function fitOf(value: Typed, cell: Cell, cells: readonly Cell[], text: string): number {
  const { name, values } = cell.column
  const plain = name.replace(/_/g, ' ').trim()
  const [before, behind] = [text.slice(0, value.from), text.slice(value.to)]
  const isMoney =
    /[£$€]\s?$/u.test(before) || /^\s?(?:[£$€]|euros?|pounds?|dollars?|quid|bucks)/iu.test(behind)
  const takesMoney = MONEY.test(plain) || values.some((one) => /[£$€]|\d[.,]\d\d$/u.test(one))
  let fit = nameBeside(cell, text, value) === undefined ? 0 : 3
  if (isMoney) fit += takesMoney ? 2.5 : -3
  else if (takesMoney)
    fit += /(?:\b(?:at|for|costs?|of)|=)\s*$/iu.test(before) || /[.,]\d\d$/.test(value.text) ? 1.5 : -0.5
  const next = cells[cells.indexOf(cell) + 1]
  const [unit = ''] = wordsIn(behind)
  if (unit !== '' && next?.column.values.some((one) => isSame(baseOf(one), baseOf(unit)))) fit += 2.5
  if (COUNT.test(plain) && !isMoney) fit += 1
  const sample = sampleOf(cell, 'number')
  if (sample !== undefined && isLike(value, sample)) fit += 0.6
  if (cells.filter(({ column }) => isKind(column.values, 'number')).length === 1) fit += 0.5
  if (YEAR.test(value.text)) fit += values.every((one) => YEAR.test(one) || one === '') ? 3 : -2
  return fit
}

/** Where the column's name stands before or behind a value. */
function nameBeside(
  { column }: Cell,
  text: string,
  { from, to }: Typed,
): readonly [number, number] | undefined {
  const stems = tellingWords(column.name)
  const behind = /^\s*(?<word>\p{L}+)/u.exec(text.slice(to))
  if (behind?.groups && stems.some((stem) => isSame(baseOf(behind.groups?.word ?? ''), stem)))
    return [to + behind[0].length - (behind.groups.word?.length ?? 0), to + behind[0].length]
  const before = /(?<words>\p{L}+(?:\s+(?:at|is|of|no|number))?)\s*[:=#]?\s*[£$€]?\s*$/iu.exec(
    text.slice(0, from),
  )
  const [word = ''] = wordsIn(before?.groups?.words ?? '')
  if (before && stems.some((stem) => isSame(baseOf(word), stem))) return [before.index, from]
  return undefined
}
