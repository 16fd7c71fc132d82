// How many columns a cell takes in a font of one width: what the padding of a table is counted in. Coarser than the screen's own
// measure (`ui/column-width.ts`), which another room may not import; a column off moves a bar in a text, nothing else.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const ASCII = /^[\x00-\x7f]*$/
const NONE = /^(?:\p{M}|[\u200b-\u200d])$/u
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]$/u

/** Columns: two for a wide character, none for a mark on another. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const one of text) width += NONE.test(one) ? 0 : WIDE.test(one) ? 2 : 1
  return width
}
