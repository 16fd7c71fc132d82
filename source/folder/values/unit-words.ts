// Which words behind a column's numbers are units, and whether they agree. Pure.
import type { CellValue } from '../../contracts/folder.ts'
import type { UnitForm } from './column-form.ts'
import type { NumberCell } from './number-cell.ts'

/** Letters that stand behind the number of a flat, a seat, a class or a format, and hardly ever for amperes, bytes, kelvins or ares. */
const NAMES = /^[ABKa]$/
/** Letters that no list has and that mean the same wherever all of a column have them: `5k` and `10k`, `2x`. */
const TIMES = /^[kx]$/i
/** A word with a capital letter is a unit only if so many cells have no other: `12 Broadway` is an address. */
const FEW = 3

/** Words behind numbers that no list knows: units where the column repeats them, else words like those of `12 Broadway`. */
export class UnitWords {
  readonly #apart = new Map<string, number[]>()
  readonly #joined = new Map<string, number[]>()
  readonly #letters = new Map<string, number[]>()

  add({ unit, isUnitKnown }: NumberCell, index: number): void {
    if (unit === undefined || unit.side === 'before') return
    const isJoined = unit.gap === ''
    if (isJoined && NAMES.test(unit.text)) put(this.#joined, unit.text, index)
    else if (!isUnitKnown) put(isJoined ? this.#joined : this.#apart, unit.text, index)
    else if (isJoined && /^\p{Lu}$/u.test(unit.text)) put(this.#letters, unit.text, index)
  }

  /** Indices of cells whose word is no unit; `numbers`: how many cells are numbers. */
  distrusted(numbers: number): readonly number[] {
    const apart = [...this.#apart.values()].flat()
    const joined = [...this.#joined.values()].flat()
    const isName = [...this.#apart.keys()].some((word) => /^\p{Lu}/u.test(word))
    const isShared = this.#joined.size === 1 && joined.length === numbers && numbers > 1
    return [
      ...new Set([
        ...(this.#apart.size > (isName ? 1 : Math.max(1, apart.length / 2)) ? apart : []),
        ...(isName && apart.length < FEW ? apart : []),
        // `1st`, `2nd` and `12a`, `14c` are no numbers.
        ...(isShared && [...this.#joined.keys()].every((word) => TIMES.test(word)) ? [] : joined),
        // Seats `3C` and `4F` are no degrees; `5V`, `12V` are volts.
        ...(this.#letters.size > 1 ? [...this.#letters.values()].flat() : []),
      ]),
    ]
  }
}

function put(words: Map<string, number[]>, text: string, index: number): void {
  const found = words.get(text)
  if (found === undefined) words.set(text, [index])
  else found.push(index)
}

/** The unit of all numbers, or those of each where they differ; neither: there are none. As many as values. */
export function unitsOf(
  forms: readonly (UnitForm | undefined)[],
  values: readonly CellValue[],
): { readonly unit?: UnitForm; readonly units?: readonly (string | null)[] } {
  const counts = new Map<string, { readonly form: UnitForm; count: number }>()
  let bare = 0
  forms.forEach((form, index) => {
    if (form === undefined) {
      // Zero has no unit to be without.
      if (values[index] !== null && values[index] !== 0) bare++
      return
    }
    const key = `${form.side}${form.gap}${form.text}`
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { form, count: 1 })
    else known.count++
  })
  if (counts.size === 0) return {}
  const known = [...counts.values()]
  if (new Set(known.map(({ form }) => form.text)).size === 1 && bare === 0) {
    return { unit: known.reduce((best, form) => (form.count > best.count ? form : best)).form }
  }
  return { units: forms.map((form) => form?.text ?? null) }
}
