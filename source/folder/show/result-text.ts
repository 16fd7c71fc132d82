// What came of a program, in a few words for the model that goes on from it. Pure.
import type { CellValue, RowChanges } from '../../contracts/folder.ts'
import { cellText } from '../answer/cell-text.ts'

const MOST_ROWS = 4

/** The first rows of an answer: `Kessler & Sohn, 18.5; Brannock Legal, 4`. */
export function rowsResult(rows: readonly (readonly CellValue[])[]): string {
  const shown = rows.slice(0, MOST_ROWS).map((row) => row.map((cell) => cellText(cell, undefined)).join(', '))
  return rows.length === 0 ? 'nothing' : `${shown.join('; ')}${rows.length > MOST_ROWS ? '; …' : ''}`
}

/** `1 row added, 2 changed` */
export function changesResult(changes: Iterable<RowChanges>): string {
  let [added, changed, removed] = [0, 0, 0]
  for (const one of changes) {
    added += one.added.length
    changed += new Set(one.updated.map(({ row }) => row)).size
    removed += one.removed.length
  }
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const
  const said = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  return said.length === 0 ? 'nothing changed' : `rows: ${said.join(', ')}`
}
