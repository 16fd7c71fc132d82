// Cells of an OpenDocument spreadsheet as XML. Pure.
import { ChangeRefused } from '../../../contracts/folder.ts'
import { closedTag, escapeXml, NO_XML_CHARACTER, openTag, withAttribute } from '../package/xml-part.ts'
import { inPercent, numberText } from '../sheet/cell-text.ts'
import type { CellContent } from '../sheet/grid.ts'
import type { OdsCell } from './scan-content.ts'

/** What a value is said by; all of them go when the value does. */
const VALUES = [
  'office:value-type',
  'calcext:value-type',
  'office:value',
  'office:currency',
  'office:date-value',
  'office:time-value',
  'office:boolean-value',
  'office:string-value',
] as const

/** How numbers are told in a column: per cents and currencies are types of their own. */
export interface NumberType {
  readonly type: 'float' | 'percentage' | 'currency'
  readonly currency?: string
}

/** The number's type of a cell; undefined: it holds no number. */
export function numberTypeOf({ attributes }: OdsCell): NumberType | undefined {
  const type = attributes['office:value-type']
  if (type === 'float' || type === 'percentage') return { type }
  const currency = attributes['office:currency']
  return type === 'currency' ? { type, ...(currency === undefined ? {} : { currency }) } : undefined
}

/**
 * A cell that holds another content: what its tag says besides stays, and so do notes in it (`others`). `tag` is its start tag;
 * it stands for so many cells then (`repeated`).
 */
export function odsCell(
  tag: string,
  content: CellContent | undefined,
  {
    number,
    others,
    style,
    repeated = 1,
  }: {
    readonly number: NumberType
    readonly others: string
    readonly style?: string
    readonly repeated?: number
  },
): string {
  let own = withAttribute(tag, 'table:number-columns-repeated', repeated === 1 ? undefined : String(repeated))
  for (const name of VALUES) own = withAttribute(own, name, undefined)
  if (style !== undefined) own = withAttribute(own, 'table:style-name', style)
  for (const [name, value] of valueAttributes(content, number)) own = withAttribute(own, name, value)
  const inner = paragraphs(shownText(content, number)) + others
  return inner === '' ? closedTag(own) : `${openTag(own)}${inner}</${nameOf(own)}>`
}

function nameOf(tag: string): string {
  return /^<([^\s/>]+)/.exec(tag)?.[1] ?? 'table:table-cell'
}

function valueAttributes(
  content: CellContent | undefined,
  number: NumberType,
): readonly (readonly [string, string])[] {
  switch (content?.type) {
    case undefined:
      return []
    case 'number':
      return [
        ['office:value-type', number.type],
        ...(number.currency === undefined ? [] : [['office:currency', number.currency] as const]),
        ['office:value', String(content.value)],
      ]
    case 'yes/no':
      return [
        ['office:value-type', 'boolean'],
        ['office:boolean-value', String(content.value)],
      ]
    case 'date':
      return [
        ['office:value-type', 'date'],
        ['office:date-value', dateValue(content.value)],
      ]
    case 'time': {
      const [hours = '0', minutes = '0', seconds = '00'] = content.value.split(':')
      return [
        ['office:value-type', 'time'],
        ['office:time-value', `PT${hours}H${minutes}M${seconds}S`],
      ]
    }
    case 'text':
    case 'error':
      return [['office:value-type', 'string']]
    default:
      return content satisfies never
  }
}

function dateValue(text: string): string {
  const [day = '', time] = text.split(' ')
  return time === undefined ? day : `${day}T${time}${time.length === 5 ? ':00' : ''}`
}

function shownText(content: CellContent | undefined, { type }: NumberType): string {
  if (content === undefined) return ''
  if (content.type === 'number')
    return type === 'percentage' ? `${numberText(inPercent(content.value))}%` : numberText(content.value)
  return content.type === 'yes/no' ? String(content.value).toUpperCase() : content.value
}

/** A line a paragraph; what XML takes for one blank is written out. */
function paragraphs(text: string): string {
  if (text === '') return ''
  const bad = text.match(NO_XML_CHARACTER)?.[0]
  if (bad !== undefined) {
    const code = bad.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw new ChangeRefused(
      `The text has the character \`U+${code}\` in it, which the file cannot hold; leave it out.`,
    )
  }
  return text
    .split('\n')
    .map(
      (line) =>
        `<text:p>${escapeXml(line)
          .replace(/^ | {2,}| $/g, blanks)
          .replaceAll('\t', '<text:tab/>')}</text:p>`,
    )
    .join('')
}

function blanks(run: string): string {
  return run.length === 1 ? '<text:s/>' : `<text:s text:c="${run.length}"/>`
}
