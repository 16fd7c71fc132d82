// What a call would do, as rows: a diff has the colours of one. Pure.
import type { PendingApproval } from '../../contracts/session.ts'
import { cutToWidth } from '../column-width.ts'
import type { KeyMeaning } from '../draft/draft-keys.ts'
import type { Glyphs } from '../glyphs.ts'
import { cutRow } from '../markdown/wrap-row.ts'
import { safeText } from '../safe-text.ts'
import type { Tint } from '../theme/colours.ts'
import { type Palette, paintRow } from '../theme/paint.ts'

/** What of a preview is hidden, for the keys that scroll it; both 0: nothing. */
export interface Scroll {
  /** The furthest row that may stand first, from 0. */
  readonly end: number
  /** Rows that are shown at a time. */
  readonly page: number
}

export const NO_SCROLL: Scroll = { end: 0, page: 0 }

/** The preview in at most `most` rows, from row `from` on; where that is not all of it, the last one says where it stands. */
export function previewRows(
  pending: PendingApproval | undefined,
  columns: number,
  most: number,
  look: { readonly glyphs: Glyphs; readonly palette: Palette },
  from = 0,
): { readonly rows: readonly string[]; readonly scroll: Scroll } {
  const text = pending?.preview?.text
  // Fewer rows say less than the call itself.
  if (text === undefined || text.trim() === '' || most < 3) return { rows: [], scroll: NO_SCROLL }
  const all = diffRows(text.trimEnd(), columns, look.palette)
  if (all.length <= most) return { rows: all, scroll: NO_SCROLL }
  const page = most - 1
  const end = all.length - page
  const first = Math.min(from, end)
  const { ellipsis, dot } = look.glyphs
  const place = `${ellipsis} rows ${first + 1} to ${first + page} of ${all.length} ${dot} up, down, PgUp, PgDn ${dot} v shows all`
  return {
    rows: [...all.slice(first, first + page), cutToWidth(place, columns, ellipsis)],
    scroll: { end, page },
  }
}

/** The row that stands first after a key; undefined: the key does not scroll, or there is nothing to. */
export function scrolled(from: number, key: KeyMeaning, { end, page }: Scroll): number | undefined {
  if (end === 0) return undefined
  const at = Math.min(from, end)
  if (key.type === 'older') return Math.max(0, at - 1)
  if (key.type === 'newer') return Math.min(end, at + 1)
  return key.type === 'page' ? Math.max(0, Math.min(end, at + key.by * page)) : undefined
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
