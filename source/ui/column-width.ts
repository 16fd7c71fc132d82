// How many columns a text takes: as Ink lays it out, by the same library. Most text is measured without it: cutting
// into grapheme clusters is a hundred times slower than looking at code units.
import stringWidth from 'string-width'

const ASCII = /^[\x20-\x7e]*$/
// One cluster per code unit, and wide from hiragana on: Latin, Greek, Cyrillic, dashes and quotes, kana, Han, Hangul.
// Most text is this, and the segmenter is a hundred times slower.
const SIMPLE =
  /^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u203b\u3001-\u3020\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/
/** Of the simple ones. */
const FIRST_WIDE = 0x3001
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Grapheme clusters, in order; joined they are the text again. */
export function graphemes(text: string): readonly string[] {
  return SIMPLE.test(text) ? text.split('') : Array.from(segmenter.segment(text), (one) => one.segment)
}

/** No cluster that a person types has so many UTF-16 units. */
const LONGEST_CLUSTER = 200

/** Where the cluster begins in which an offset stands; of a long text only its surroundings are looked at. */
export function clusterStart(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return Math.max(0, Math.min(offset, text.length))
  const from = Math.max(0, offset - LONGEST_CLUSTER)
  const near = text.slice(from, offset + LONGEST_CLUSTER)
  return from + (segmenter.segment(near).containing(offset - from)?.index ?? offset - from)
}

/** The cluster that ends at an offset; undefined at the beginning. */
export function clusterBefore(text: string, offset: number): string | undefined {
  return offset <= 0 ? undefined : text.slice(clusterStart(text, offset - 1), offset)
}

/** The cluster that begins at an offset; undefined at the end. */
export function clusterBehind(text: string, offset: number): string | undefined {
  return graphemes(text.slice(offset, offset + LONGEST_CLUSTER)).at(0)
}

/** Columns that a text of one line takes in the terminal. */
export function columnWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  if (!SIMPLE.test(text)) return stringWidth(text, { countAnsiEscapeCodes: true })
  let width = 0
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) < FIRST_WIDE ? 1 : 2
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
    width += columnWidth(cluster)
    if (width > room) break
    kept += cluster
  }
  return kept + ellipsis
}
