import type { Glyphs } from '../glyphs.ts'
import { wrapRows } from '../wrap-rows.ts'

/** Of a message so much is shown again: who sent more has it elsewhere, and laying out a megabyte would stop the screen for seconds. */
const MOST_CHARACTERS = 20_000
const MOST_ROWS = 200

/** Rows of a message that was sent; of a long one its beginning, and how long it is. */
export function echoRows(
  text: string,
  columns: number,
  { ellipsis }: Pick<Glyphs, 'ellipsis'>,
): readonly string[] {
  const rows = wrapRows(text.slice(0, MOST_CHARACTERS), columns)
  if (text.length <= MOST_CHARACTERS && rows.length <= MOST_ROWS) return rows
  const lines = text.split('\n').length
  const size =
    lines > 1 ? `${lines.toLocaleString('en')} lines` : `${text.length.toLocaleString('en')} characters`
  return [...rows.slice(0, MOST_ROWS), ...wrapRows(`${ellipsis} (${size} in all)`, columns)]
}
