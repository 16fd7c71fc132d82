// Which words behind a column's numbers are units, and whether they agree. Pure.
import type { CellValue } from '../../contracts/folder.ts'
import type { UnitForm } from './column-form.ts'
import type { NumberCell } from './number-cell.ts'

/** Words behind numbers that no list knows: units where the column repeats them, else words like those of `12 Broadway`. */
export class UnitWords {
  readonly #apart = new Map<string, number[]>()
  readonly #joined = new Map<string, number[]>()
  readonly #letters = new Map<string, number[]>()
  #areNames = false

  add({ unit, isUnitKnown }: NumberCell, index: number): void {
    if (unit === undefined) return
    const isLetter = unit.gap === '' && /^\p{L}$/u.test(unit.text)
    if (isLetter && (!isUnitKnown || /^\p{Lu}$/u.test(unit.text))) this.#areNames = true
    if (isLetter) this.#put(this.#letters, unit.text, index)
    if (!isUnitKnown) this.#put(unit.gap === '' ? this.#joined : this.#apart, unit.text, index)
  }

  #put(words: Map<string, number[]>, text: string, index: number): void {
    const found = words.get(text)
    if (found === undefined) words.set(text, [index])
    else found.push(index)
  }

  /** Indices of cells whose word is no unit. */
  distrusted(): readonly number[] {
    const apart = [...this.#apart.values()].flat()
    const joined = [...this.#joined.values()].flat()
    // Flats `1A` and `2B` are neither amperes nor bytes, classes `5a` and `5b` no areas; `5V`, `12V` are volts, `5h` and `30m` times.
    const letters = this.#areNames && this.#letters.size > 1 ? [...this.#letters.values()].flat() : []
    return [
      ...new Set([
        ...(this.#apart.size > Math.max(1, apart.length / 2) ? apart : []),
        // `1st`, `2nd` and `12a`, `14c` are no numbers; `5k`, `10k` may be.
        ...(this.#joined.size > 1 || joined.length === 1 ? joined : []),
        ...letters,
      ]),
    ]
  }
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
