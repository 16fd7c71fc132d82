// A value of a table as the content of a cell. Pure.
import type { CellValue } from '../../../contracts/folder.ts'
import { ChangeRefused } from '../../../contracts/folder.ts'
import { type DateForm, isNothing, type NumberForm } from '../../values/column-form.ts'
import { numberValue, parseNumber } from '../../values/number-cell.ts'
import { writeValue } from '../../values/write-value.ts'
import { cleanNumber } from './cell-text.ts'
import type { CellContent, SheetCell } from './grid.ts'
import type { SheetColumn } from './sheet-columns.ts'

const TIME = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/
const DATE = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?$/
/** What a cell can hold in every spreadsheet program. */
const MOST_CHARACTERS = 32_767

/**
 * What a cell of the column holds for a value; undefined: nothing. `old` is the cell that it replaces.
 * Throws `ChangeRefused` where the value is not of the column's kind.
 */
export function writeContent(
  value: CellValue,
  column: SheetColumn,
  old: SheetCell | undefined,
): CellContent | undefined {
  if (value === null || value === '') return undefined
  const { kind, textForm } = column
  const isText = old?.content?.type === 'text' || (kind === 'text' && old?.content === undefined)
  if (isText && textForm !== undefined && !isOtherForm(kind, old)) {
    return text(writeValue(value, textForm, old?.content?.type === 'text' ? old.content.value : ''))
  }
  switch (kind) {
    case 'number':
      return { type: 'number', value: numberOf(value, column) }
    case 'date':
      return { type: 'date', value: writeValue(value, dateForm(column.title)) }
    case 'yes/no': {
      const answer = writeValue(value, { type: 'yes/no', title: column.title, yes: 'true', no: 'false' })
      return { type: 'yes/no', value: answer === 'true' }
    }
    case 'any':
      return typeof value === 'string' ? text(value) : { type: 'number', value: finite(value, column.title) }
    case 'time':
    case 'text':
      return asBefore(value, kind, old) ?? text(writeValue(value, { type: 'text', title: column.title }))
    default:
      return kind satisfies never
  }
}

/** A mark for nothing (`-`) in a column of numbers or dates makes way for one. */
function isOtherForm(kind: SheetColumn['kind'], old: SheetCell | undefined): boolean {
  if (kind === 'text' || old?.content?.type !== 'text') return false
  const words = old.content.value.trim()
  return isNothing(words) || (kind === 'number' && parseNumber(words) === undefined)
}

/** In a column of text: a number, a time or a date where the cell, or the column, has one. */
function asBefore(
  value: string | number | bigint,
  kind: 'time' | 'text',
  old: SheetCell | undefined,
): CellContent | undefined {
  const words = String(value).trim()
  const type = old?.content?.type ?? (kind === 'time' ? 'time' : undefined)
  if (type === 'time' && TIME.test(words)) {
    const [, hours = '', minutes = '', seconds] = TIME.exec(words) ?? []
    return {
      type: 'time',
      value: `${hours.padStart(2, '0')}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`,
    }
  }
  if (type === 'date' && DATE.test(words)) return { type: 'date', value: words }
  if (type === 'number' && old?.form?.isPercent === undefined && String(Number(words)) === words)
    return { type: 'number', value: Number(words) }
  return undefined
}

/** A form may have nothing for no. */
function text(value: string): CellContent | undefined {
  if (value === '') return undefined
  if (value.length > MOST_CHARACTERS)
    throw new ChangeRefused(
      `A cell holds at most ${MOST_CHARACTERS} characters, and the new text has ${value.length}; shorten it.`,
    )
  return { type: 'text', value }
}

/** Throws `ChangeRefused` for what is no number, or one of another unit. */
export function numberOf(value: string | number | bigint, { title, unit, isPercent }: SheetColumn): number {
  const side = /^\p{Sc}/u.test(unit ?? '') ? 'before' : 'behind'
  const form: NumberForm = {
    type: 'number',
    title,
    decimal: '.',
    group: '',
    groupFrom: 4,
    isIndian: false,
    decimals: 0,
    minus: '-',
    negative: 'before',
    hasPlus: false,
    isMixed: false,
    ...(unit === undefined ? {} : { unit: { text: unit, side, gap: ' ' } }),
  }
  if (typeof value !== 'string') return scaled(finite(value, title), isPercent)
  const read = parseNumber(writeValue(value, form))
  return scaled(finite(read === undefined ? Number.NaN : numberValue(read, '.'), title), isPercent)
}

function scaled(value: number, isPercent: boolean): number {
  return isPercent ? cleanNumber(value / 100) : value
}

function finite(value: number | bigint, title: string): number {
  const number = Number(value)
  if (!Number.isFinite(number) || (typeof value === 'bigint' && BigInt(cleanNumber(number)) !== value)) {
    throw new ChangeRefused(
      `\`${value}\` cannot be written into the column \`${title}\`: a cell keeps 15 digits of a number.`,
    )
  }
  return cleanNumber(number)
}

function dateForm(title: string): DateForm {
  return {
    type: 'date',
    title,
    order: 'dmy',
    layouts: ['{Y}-{M}-{D}', '{Y}-{M}-{D} {H}:{m}'],
    isDayPadded: true,
    isMonthPadded: true,
    isHourPadded: true,
    monthWays: 0,
    weekdayWays: 0,
    nameCase: 'title',
  }
}
