// How many columns a text takes. Ink measures with string-width, which is not ours to import; the live region has to
// be laid out before Ink sees it (the cursor, the draft's rows), so the same rules stand here. A test holds the two together.

/** Wide and fullwidth ranges without emoji: Unicode 16, EastAsianWidth.txt, gaps of unassigned points closed. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2630, 0x2637],
  [0x268a, 0x268f],
  [0x2e80, 0x303e],
  [0x3041, 0x3247],
  [0x3250, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18df2],
  [0x1aff0, 0x1b2fb],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]
const ASCII = /^[\x20-\x7e]*$/
// One cluster per code unit, and wide from hiragana on: Latin, Greek, Cyrillic, dashes and quotes, kana, Han, Hangul.
// Most text is this, and the segmenter is a hundred times slower.
const SIMPLE =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u203b\u3001-\u3020\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/
/** Of the simple ones. */
const FIRST_WIDE = 0x3001
const INVISIBLE =
  /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]$/v
const EMOJI = /^\p{RGI_Emoji}$/v
const EMOJI_LOOK = /^(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u
const TRAILING = /[\p{Spacing_Mark}\uff00-\uffef]/v
const JAMO_TAIL = /^[\u1160-\u11ff\ud7b0-\ud7fb]$/

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Grapheme clusters, in order; joined they are the text again. */
export function graphemes(text: string): readonly string[] {
  return SIMPLE.test(text) ? text.split('') : Array.from(segmenter.segment(text), (one) => one.segment)
}

/** Columns that a text of one line takes in the terminal. */
export function columnWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  if (SIMPLE.test(text))
    for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) < FIRST_WIDE ? 1 : 2
  else for (const { segment } of segmenter.segment(text)) width += clusterWidth(segment)
  return width
}

/** Cuts a text of one line so that it fits, the ellipsis included. */
export function cutToWidth(text: string, columns: number, ellipsis: string): string {
  if (columns <= 0) return ''
  // A quick way for long texts: no character takes more than two columns per code unit, few take none.
  const near = text.length > columns * 16 + 64 ? text.slice(0, columns * 16 + 64) : text
  if (near.length === text.length && columnWidth(text) <= columns) return text
  const room = columns - columnWidth(ellipsis)
  if (room < 0) return ''
  let width = 0
  let kept = ''
  for (const cluster of graphemes(near)) {
    width += clusterWidth(cluster)
    if (width > room) break
    kept += cluster
  }
  return kept + ellipsis
}

function clusterWidth(cluster: string): number {
  const points = [...cluster]
  const first = points.findIndex((point) => !INVISIBLE.test(point))
  if (first < 0) return 0
  if (EMOJI.test(cluster) || EMOJI_LOOK.test(cluster)) return 2
  let width = isWide(points[first] ?? '') ? 2 : 1
  for (const point of points.slice(first + 1)) {
    if (TRAILING.test(point)) width += isWide(point) ? 2 : 1
    else if (isWide(point) && !JAMO_TAIL.test(point)) width += 2
  }
  return width
}

function isWide(point: string): boolean {
  const code = point.codePointAt(0) ?? 0
  return code >= 0x1100 && WIDE.some(([from, to]) => code >= from && code <= to)
}
