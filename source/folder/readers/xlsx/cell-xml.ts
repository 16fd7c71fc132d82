// Cells and rows of a worksheet as XML. Pure.
import { ChangeRefused } from '../../../contracts/folder.ts'
import { closedTag, escapeXml, NO_XML_CHARACTER, openTag, withAttribute } from '../package/xml-part.ts'
import { type CellContent, cellName } from '../sheet/grid.ts'
import { serialOf } from './serial-date.ts'

/** What stands in a cell: its type as the attribute `t` has it, and what is within. */
export interface CellBody {
  readonly type: string | undefined
  readonly inner: string
}

/** A content as XML. Throws `ChangeRefused` for a date that Excel has no number for. */
export function contentBody(content: CellContent | undefined, prefix: string, is1904: boolean): CellBody {
  const value = (text: string | number) => `<${prefix}v>${text}</${prefix}v>`
  switch (content?.type) {
    case undefined:
      return { type: undefined, inner: '' }
    case 'number':
      return { type: undefined, inner: value(content.value) }
    case 'yes/no':
      return { type: 'b', inner: value(Number(content.value)) }
    case 'error':
      return { type: 'e', inner: value(escapeXml(content.value)) }
    case 'text':
      return { type: 'inlineStr', inner: inlineString(content.value, prefix) }
    case 'date':
    case 'time': {
      const serial = serialOf(content.value, is1904)
      if (serial === undefined) {
        const first = is1904 ? '1904-01-01' : '1900-01-01'
        throw new ChangeRefused(
          `\`${content.value}\` is before ${first}, which is the first day that the file can hold; give a later one.`,
        )
      }
      return { type: undefined, inner: value(serial) }
    }
    default:
      return content satisfies never
  }
}

function inlineString(text: string, prefix: string): string {
  const safe = text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      NO_XML_CHARACTER,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
  const space = /^\s|\s$|\n| {2}/.test(safe) ? ' xml:space="preserve"' : ''
  return `<${prefix}is><${prefix}t${space}>${escapeXml(safe)}</${prefix}t></${prefix}is>`
}

/** What a formula comes to, as XML beside it; undefined: nothing. */
export function resultBody(content: CellContent | undefined, prefix: string): CellBody {
  if (content?.type === 'text')
    return { type: 'str', inner: `<${prefix}v>${escapeXml(content.value)}</${prefix}v>` }
  return contentBody(content, prefix, false)
}

/** A cell with another body; of its start tag all stays but what says the type of its old value. */
export function cellWithBody(tag: string, { type, inner }: CellBody, prefix: string): string {
  let own = tag
  // `vm` and `cm` speak of rich values and arrays that the old value was of.
  for (const name of ['t', 'vm', 'cm']) own = withAttribute(own, name, name === 't' ? type : undefined)
  return inner === '' ? closedTag(own) : `${openTag(own)}${inner}</${prefix}c>`
}

/** A new cell; `style` 0 is the plain one. */
export function newCell(
  row: number,
  column: number,
  style: number,
  { body, prefix }: { readonly body: CellBody; readonly prefix: string },
): string {
  const tag = `<${prefix}c r="${cellName(row, column)}"${style === 0 ? '' : ` s="${style}"`}>`
  return cellWithBody(tag, body, prefix)
}

/** The start tag of a new row in the manner of another: its height and style, not that it is hidden. */
export function rowTagLike(model: string | undefined, row: number, prefix: string): string {
  if (model === undefined) return `<${prefix}row r="${row + 1}">`
  let tag = withAttribute(openTag(model), 'r', String(row + 1))
  for (const name of ['hidden', 'collapsed', 'spans']) tag = withAttribute(tag, name, undefined)
  return tag
}
