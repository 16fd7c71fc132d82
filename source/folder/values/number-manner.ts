// How the numbers of a column are written, gathered cell by cell. Pure.
import type { DecimalMark, NegativeForm, NumberForm } from './column-form.ts'
import type { NumberCell } from './number-cell.ts'

/** Fewer digits parted by blanks are an amount. */
const PHONE_DIGITS = 9

/** Gathers how decimals, thousands and signs are written. */
export class NumberManner {
  #decimals = -1
  #isShared = true
  #hasPlus: boolean | undefined
  #minus = '-'
  #negative: NegativeForm = 'before'
  #group = ''
  #grouped = 0
  #bare = 0
  #isIndian = false
  #isFourBare = false
  #parsed = 0
  #phones = 0
  #phoneDigits = 0

  /** A number of digits and at most a point. */
  addPlain(value: number, decimals: number): void {
    this.#addDecimals(decimals)
    if (value > 0) this.#hasPlus = false
    const size = Math.abs(value)
    if (size >= 10_000) this.#bare++
    else if (size >= 1000) this.#isFourBare = true
  }

  /** A cell in any form; `decimal` is the column's mark. */
  add(cell: NumberCell, decimal: DecimalMark): void {
    const isGroup = cell.ambiguous !== undefined && cell.ambiguous !== decimal
    this.#addDecimals(isGroup ? 0 : cell.fraction.length)
    this.#addGroups(cell, isGroup ? (cell.ambiguous ?? '') : cell.group)
    this.#addPhone(cell)
    if (!cell.isNegative) {
      this.#hasPlus = this.#hasPlus !== false && cell.sign === '+'
      return
    }
    if (cell.sign !== '') this.#minus = cell.sign
    this.#negative = cell.negative
  }

  /** `555 123 456`: all of the same length, with three groups and more and nothing beside them, in most of `count` cells. */
  looksLikePhones(count: number): boolean {
    return this.#phones > 1 && this.#phones === this.#parsed && this.#parsed >= count / 2
  }

  /** `least`: digits behind the decimal mark where cells differ in how many they have. */
  form(least: number): Omit<NumberForm, 'type' | 'title' | 'decimal' | 'unit' | 'isMixed'> {
    return {
      group: this.#grouped > this.#bare ? this.#group : '',
      groupFrom: this.#isFourBare ? 5 : 4,
      isIndian: this.#isIndian,
      decimals: this.#isShared && this.#decimals > 0 ? this.#decimals : least,
      minus: this.#minus,
      negative: this.#negative,
      hasPlus: this.#hasPlus === true,
    }
  }

  #addDecimals(count: number): void {
    if (this.#decimals === -1) this.#decimals = count
    else if (count !== this.#decimals) this.#isShared = false
  }

  #addGroups({ whole, isIndian }: NumberCell, mark: string): void {
    if (mark !== '') {
      this.#grouped++
      this.#group = mark
      this.#isIndian ||= isIndian
    } else if (whole.length > 4) this.#bare++
    else if (whole.length === 4) this.#isFourBare = true
  }

  #addPhone({ whole, group, fraction, unit }: NumberCell): void {
    this.#parsed++
    if (group === '' || /[.,'’]/.test(group) || fraction !== '' || unit !== undefined) return
    if (this.#phoneDigits === 0) this.#phoneDigits = whole.length
    if (whole.length === this.#phoneDigits && whole.length >= PHONE_DIGITS) this.#phones++
  }
}
