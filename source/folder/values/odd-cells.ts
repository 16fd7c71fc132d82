// Cells that are not what the rest of their column is. Pure.
import { isNothing } from './column-form.ts'

/** How many cells of a column may be something else: a tenth of those that are not empty. */
export function failuresAllowed(cells: readonly string[]): number {
  let filled = 0
  for (const cell of cells) if (!isNothing(cell)) filled++
  return Math.floor(filled / 10)
}

/** What to tell of the cells at `odd`, no sentence where there are none. */
export function oddCells(
  cells: readonly string[],
  odd: readonly number[],
  title: string,
  kind: 'number' | 'date',
): readonly string[] {
  const first = odd[0]
  if (first === undefined) return []
  const text = cells[first] ?? ''
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text
  return [
    odd.length === 1
      ? `In the column \`${title}\` one cell is no ${kind} and is read as empty: \`${shown}\`.`
      : `In the column \`${title}\` ${odd.length} cells are no ${kind}s and are read as empty, the first is \`${shown}\`.`,
  ]
}
