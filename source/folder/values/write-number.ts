// A number as its column writes it. Pure.
import { ChangeRefused } from '../../contracts/folder.ts'
import type { NumberForm, UnitForm } from './column-form.ts'
import { type NumberCell, numberValue, parseNumber } from './number-cell.ts'

/** A number as SQL and JSON have it. */
const SQL_NUMBER = /^[-+]?\d+(?:\.\d+)?$/

/**
 * The text for a number: in the form of the cell `near` (the one that it replaces) where that differs from its column's.
 * A text is taken where it is a number in the column's form: its unit is kept where those differ in the column, and must
 * be the column's where they do not. Throws `ChangeRefused` for any other text.
 */
export function writeNumber(value: string | number | bigint, form: NumberForm, near: string): string {
  const old = parseNumber(near)
  if (typeof value !== 'string') return format(value, form, old, old?.unit ?? form.unit)
  const text = value.trim()
  if (SQL_NUMBER.test(text)) return format(plainNumber(text), form, old, old?.unit ?? form.unit)
  const given = parseNumber(text)
  if (given === undefined) {
    throw new ChangeRefused(
      `The column \`${form.title}\` holds numbers and \`${value}\` is none: give a number such as 12.5.`,
    )
  }
  const unit = given.unit ?? old?.unit ?? form.unit
  if (form.unit !== undefined && unit?.text !== form.unit.text) {
    throw new ChangeRefused(
      `The numbers of the column \`${form.title}\` are in \`${form.unit.text}\`, which \`${value}\` is not: ` +
        `give the number in \`${form.unit.text}\`.`,
    )
  }
  const unitForm = form.unit ?? (unit?.text === old?.unit?.text ? old?.unit : unit)
  return format(numberValue(given, form.decimal), form, old, unitForm)
}

function plainNumber(text: string): number | bigint {
  const value = Number(text)
  return /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text.replace('+', '')) : value
}

function format(
  value: number | bigint,
  form: NumberForm,
  old: NumberCell | undefined,
  unit: UnitForm | undefined,
): string {
  const digits = plainDigits(value, form.title)
  const isNegative = digits.startsWith('-')
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const shown = fraction.padEnd(form.decimals, '0')
  // Three digits behind another mark than the column's would be read as thousands.
  const mark = shown.length === 3 ? form.decimal : (old?.decimal ?? form.decimal)
  const group = form.group === mark ? '' : form.group
  const number = grouped(whole, { ...form, group }) + (shown === '' ? '' : mark + shown)
  if (!isNegative) {
    const hasPlus = digits !== '0' && (form.hasPlus || old?.sign === '+')
    return (hasPlus ? '+' : '') + withUnit(number, unit)
  }
  const negative = old?.isNegative ? old.negative : form.negative
  const minus = old?.isNegative && old.sign !== '' ? old.sign : form.minus
  switch (negative) {
    case 'before':
      return minus + withUnit(number, unit)
    case 'inside':
      return withUnit(minus + number, unit)
    case 'behind':
      // Only a hyphen is read behind a number.
      return withUnit(`${number}-`, unit)
    case 'around all':
      return `(${withUnit(number, unit)})`
    case 'around number':
      return withUnit(`(${number})`, unit)
    default:
      return negative satisfies never
  }
}

function withUnit(number: string, unit: UnitForm | undefined): string {
  if (unit === undefined) return number
  return unit.side === 'before' ? unit.text + unit.gap + number : number + unit.gap + unit.text
}

/** Digits with a point and without an exponent, without what reckoning in binary leaves behind (0.1 + 0.2). */
function plainDigits(value: number | bigint, title: string): string {
  if (typeof value === 'bigint') return String(value)
  if (!Number.isFinite(value)) {
    throw new ChangeRefused(`\`${value}\` cannot be written into the column \`${title}\`: give a number.`)
  }
  const clean = Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))
  const text = String(clean)
  if (!text.includes('e')) return text
  if (Math.abs(clean) >= 1) return String(BigInt(clean))
  const [, digits = '', exponent = '0'] = /^-?([\d.]+)e-(\d+)$/.exec(text) ?? []
  return `${clean < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`
}

function grouped(whole: string, { group, groupFrom, isIndian }: NumberForm): string {
  if (group === '' || whole.length < groupFrom) return whole
  const every = isIndian ? /\B(?=(?:\d\d)*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g
  return whole.replace(every, group)
}
