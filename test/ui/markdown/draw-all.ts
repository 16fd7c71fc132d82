// Whole documents as rows, as the transcript would hold them.
import { type Glyphs, glyphsFor } from '../../../source/ui/glyphs.ts'
import { piecesOf } from '../../../source/ui/markdown/pieces.ts'
import { MarkdownReader } from '../../../source/ui/markdown/reader.ts'
import { type Palette, UNSTYLED } from '../../../source/ui/theme/paint.ts'

export const UNICODE = glyphsFor({ LANG: 'C.UTF-8' }, 'linux')
export const ASCII = glyphsFor({ LANG: 'C' }, 'linux')
export const DARK: Palette = { styled: true, depth: 256, background: 'dark', links: false }

/** A reader that has everything loaded. */
export async function openReader(glyphs: Glyphs = UNICODE, palette: Palette = UNSTYLED, spoken = false) {
  const reader = new MarkdownReader(glyphs, palette, spoken)
  reader.load('```js', () => {})
  await reader.settled()
  return reader
}

export function drawAll(reader: MarkdownReader, text: string, columns: number): readonly string[] {
  return piecesOf(text).flatMap((piece) => [...(piece.gap ? [''] : []), ...reader.rows(piece, columns)])
}
