// The text of a part, and text for one. Pure.
import type { ZipFile } from './zip-file.ts'

/** A part's text without a byte order mark; undefined: there is no such part. Throws `UnreadableFile`: it is not in UTF-8. */
export function partText(zip: ZipFile, name: string): string | undefined {
  const bytes = zip.unpack(name)
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw zip.damaged(`\`${name}\` in it is not in UTF-8`)
  }
}

/** The bytes of a part's new text, with the byte order mark that the part has. */
export function partBytes(zip: ZipFile, name: string, text: string): Uint8Array {
  const hasMark =
    zip
      .unpack(name)
      ?.subarray(0, 3)
      .equals(Buffer.from([0xef, 0xbb, 0xbf])) === true
  return Buffer.from(hasMark ? `\uFEFF${text}` : text)
}

/** Text as it stands between tags, or in an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

/** Characters that XML 1.0 cannot have at all, lone halves of pairs among them. */
export const NO_XML_CHARACTER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A start tag with an attribute set, or taken away (undefined); all else of it stays. `name` with its prefix. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const found = new RegExp(`(\\s+)${name.replace('.', '\\.')}(\\s*=\\s*)("[^"]*"|'[^']*')`).exec(tag)
  if (found !== null) {
    const before = tag.slice(0, found.index)
    const after = tag.slice(found.index + found[0].length)
    if (value === undefined) return before + after
    return `${before}${found[1]}${name}${found[2]}"${escapeXml(value)}"${after}`
  }
  if (value === undefined) return tag
  const end = tag.endsWith('/>') ? tag.length - 2 : tag.length - 1
  return `${tag.slice(0, end).trimEnd()} ${name}="${escapeXml(value)}"${tag.slice(end)}`
}

/** A start tag that opens, whether it closed itself or not. */
export function openTag(tag: string): string {
  return tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag
}

/** A start tag that closes itself, whether it opened or not. */
export function closedTag(tag: string): string {
  return tag.endsWith('/>') ? tag : `${tag.slice(0, -1).trimEnd()}/>`
}
