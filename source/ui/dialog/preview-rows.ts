// What a call would do, as rows: a diff has the colours of one. Pure.
import type { PendingApproval } from '../../contracts/session.ts'
import { cutToWidth } from '../column-width.ts'
import type { Glyphs } from '../glyphs.ts'
import { cutRow } from '../markdown/wrap-row.ts'
import { safeText } from '../safe-text.ts'
import type { Tint } from '../theme/colours.ts'
import { type Palette, paintRow } from '../theme/paint.ts'

/** The beginning of the preview in at most `most` rows; the last one counts what does not fit. */
export function previewRows(
  pending: PendingApproval | undefined,
  columns: number,
  most: number,
  look: { readonly glyphs: Glyphs; readonly palette: Palette },
): readonly string[] {
  const text = pending?.preview?.text
  // Fewer rows say less than the call itself.
  if (text === undefined || text.trim() === '' || most < 3) return []
  const all = diffRows(text.trimEnd(), columns, look.palette)
  if (all.length <= most) return all
  const { ellipsis } = look.glyphs
  const count = cutToWidth(`${ellipsis} ${all.length - most + 1} more rows: v shows all`, columns, ellipsis)
  return [...all.slice(0, most - 1), count]
}

/** Every line of a text, as of a diff where it begins like one. */
export function diffRows(text: string, columns: number, palette: Palette): readonly string[] {
  const lines = safeText(text).split('\n')
  const isDiff = lines.some((line) => line.startsWith('@@'))
  return lines
    .flatMap((line) => cutRow([{ text: line, tint: isDiff ? tintOf(line) : undefined }], columns))
    .map((row) => paintRow(row, palette))
}

function tintOf(line: string): Tint | undefined {
  if (/^(?:\+\+\+|---|===)/.test(line)) return 'quiet'
  if (line.startsWith('@@')) return 'place'
  if (line.startsWith('+')) return 'added'
  return line.startsWith('-') ? 'removed' : undefined
}
