// Workbooks of Excel from hand-written XML, and archives part by part.
import assert from 'node:assert/strict'
import { inflateRawSync } from 'node:zlib'
import { type ZipEntry, zip } from '../../source/lib/zip.ts'

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

/** Styles: 0 plain, 1 dd.mm.yyyy, 2 yyyy-mm-dd hh:mm, 3 0.00 %, 4 money in €, 5 hh:mm, 6 bold, 7 text. */
export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="#,##0.00\\ &quot;€&quot;"/><numFmt numFmtId="167" formatCode="hh:mm"/></numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="8"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="0" fontId="1"/><xf numFmtId="49"/></cellXfs></styleSheet>`

export interface SheetSource {
  readonly name: string
  /** The whole part, or what stands in `<sheetData>` (beginning with `<row`, or empty). */
  readonly xml: string
  readonly state?: string
  /** Relations of the sheet by id. */
  readonly relations?: Readonly<Record<string, readonly [type: string, target: string]>>
}

export interface BookSource {
  readonly sheets: readonly SheetSource[]
  readonly strings?: readonly string[]
  /** Further parts, and parts that stand for those made here. */
  readonly parts?: Readonly<Record<string, string>>
  /** Further relations of the workbook. */
  readonly relations?: Readonly<Record<string, readonly [type: string, target: string]>>
  /** What stands in the workbook behind its sheets. */
  readonly behind?: string
  readonly is1904?: boolean
}

/** The bytes of a workbook. */
export function xlsxFile({
  sheets,
  strings,
  parts = {},
  relations = {},
  behind = '',
  is1904,
}: BookSource): Buffer {
  const sheetTags = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  )
  const book = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${TYPES}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheetTags.join('')}</sheets>${behind}</workbook>`
  const own = Object.fromEntries(
    sheets.map((_, index) => [`rId${index + 1}`, ['worksheet', `worksheets/sheet${index + 1}.xml`] as const]),
  )
  const all = { ...own, rStyles: ['styles', 'styles.xml'], ...relations } as const
  const made: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/calcChain.xml" ContentType="application/x"/></Types>`,
    '_rels/.rels': relationsXml({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': book,
    'xl/_rels/workbook.xml.rels': relationsXml(
      strings === undefined ? all : { ...all, rStrings: ['sharedStrings', 'sharedStrings.xml'] },
    ),
    'xl/styles.xml': STYLES,
  }
  for (const [index, sheet] of sheets.entries()) {
    made[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet.xml)
    if (sheet.relations !== undefined)
      made[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] = relationsXml(sheet.relations)
  }
  if (strings !== undefined)
    made['xl/sharedStrings.xml'] =
      `${HEAD}<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`
  return zip(Object.entries({ ...made, ...parts }).map(([name, text]): ZipEntry => ({ name, text })))
}

/** A worksheet around its rows. */
export function sheetXml(xml: string): string {
  if (xml.startsWith('<?xml') || xml.includes('<sheetData') || xml.includes('sheetData>')) return xml
  return `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${TYPES}"><sheetData>${xml}</sheetData></worksheet>`
}

function relationsXml(relations: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const tags = Object.entries(relations).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${tags.join('')}</Relationships>`
}

/** The parts of an archive by name: what they hold, and their bytes with their local header as they stand there. */
export function partsOf(
  bytes: Uint8Array,
): ReadonlyMap<string, { readonly text: string; readonly raw: string }> {
  const all = Buffer.from(bytes)
  const end = all.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const parts = new Map<string, { text: string; raw: string }>()
  let at = all.readUInt32LE(end + 16)
  for (let count = all.readUInt16LE(end + 10); count > 0; count--) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => all.readUInt16LE(at + offset))
    const name = all.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0))
    const start = all.readUInt32LE(at + 42)
    const data = start + 30 + all.readUInt16LE(start + 26) + all.readUInt16LE(start + 28)
    const packed = all.subarray(data, data + all.readUInt32LE(at + 20))
    const text = (all.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString()
    parts.set(name, { text, raw: all.toString('latin1', start, data + packed.length) })
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0)
  }
  return parts
}

/** Only these parts are others. */
export function assertOnly(
  before: Uint8Array,
  after: Uint8Array,
  changed: readonly string[],
  told = '',
): void {
  const [old, now] = [partsOf(before), partsOf(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  assert.deepEqual(
    names.filter((name) => old.get(name)?.raw !== now.get(name)?.raw),
    [...changed],
    told,
  )
}

/** The text of one part. */
export function partOf(bytes: Uint8Array, name: string): string {
  return partsOf(bytes).get(name)?.text ?? ''
}
