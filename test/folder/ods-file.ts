// Spreadsheets of OpenDocument from hand-written XML.
import { zip } from '../../source/lib/zip.ts'

const SPACES = ['office', 'table', 'text', 'style', 'draw', 'number']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')
export const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content ${SPACES} xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" office:version="1.3"><office:automatic-styles><style:style style:name="taHidden" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>`
export const FOOT = '</office:spreadsheet></office:body></office:document-content>'
/** Sheets of LibreOffice end with empty rows and cells that are repeated to the end. */
export const FILL = '<table:table-cell table:number-columns-repeated="16381"/>'
export const END =
  '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'

export interface OdsSheet {
  readonly name: string
  readonly rows: string
  readonly attributes?: string
}

/** The bytes of a spreadsheet. `behind`: what stands behind its sheets. */
export function odsFile(
  sheets: readonly OdsSheet[],
  {
    behind = '',
    parts = {},
  }: { readonly behind?: string; readonly parts?: Readonly<Record<string, string>> } = {},
): Buffer {
  const tables = sheets.map(
    ({ name, rows, attributes = '' }) =>
      `<table:table table:name="${name}"${attributes}><table:table-column table:number-columns-repeated="16384"/>${rows}</table:table>`,
  )
  const all = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': HEAD + tables.join('') + behind + FOOT,
    'styles.xml': '<office:document-styles/>',
    'META-INF/manifest.xml': '<manifest:manifest/>',
    ...parts,
  }
  return zip(Object.entries(all).map(([name, text]) => ({ name, text })))
}

/** A cell of text. */
export function words(text: string, more = ''): string {
  return `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`
}

/** A cell of a number; a formula with its mark. */
export function number(value: number, more = ''): string {
  return `<table:table-cell office:value-type="float" office:value="${value}"${more}><text:p>${value}</text:p></table:table-cell>`
}

export function row(cells: string, more = ''): string {
  return `<table:table-row${more}>${cells}</table:table-row>`
}
