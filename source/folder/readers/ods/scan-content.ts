// The content of an OpenDocument spreadsheet as tables, rows and cells, each with where it stands (ODF 1.3 part 3, 9.1). What is repeated
// stays one row or cell here. Reading and changing share this one walk. Pure.
import type { XmlTag, XmlVisitor, XmlWalk } from '../package/xml-walk.ts'
import type { ZipFile } from '../package/zip-file.ts'

/** Offsets in UTF-16 units of the content's text. */
export interface OdsCell {
  /** The first of them, from 0. */
  readonly column: number
  readonly repeated: number
  readonly start: number
  readonly tagEnd: number
  end: number
  /** Hidden below a merged cell. */
  readonly isCovered: boolean
  readonly attributes: XmlTag['attributes']
  /** The text of its paragraphs. */
  text: string
  /** What stands in it besides paragraphs: notes, drawings. */
  readonly others: { readonly start: number; readonly end: number }[]
}

export interface OdsRow {
  /** The first of them, from 0. */
  readonly row: number
  readonly repeated: number
  readonly start: number
  readonly tagEnd: number
  end: number
  /** Where its closing tag begins. */
  closeStart: number
  readonly cells: OdsCell[]
}

export interface OdsTable {
  readonly name: string
  readonly style: string
  readonly isProtected: boolean
  readonly rows: OdsRow[]
  /** Where its closing tag begins. */
  closeStart: number
  /** Something is drawn on it: a chart, a picture. */
  hasShapes: boolean
}

/** An attribute that speaks of cells. */
export interface AddressTag {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly value: string
  /** Index of the table that it stands in; undefined: none. */
  readonly table: number | undefined
}

export interface OdsContent {
  readonly text: string
  readonly tables: OdsTable[]
  readonly addresses: AddressTag[]
  /** Names of table styles that hide their table. */
  readonly hiding: Set<string>
  /** Changes are recorded, or there are pivot tables. */
  readonly features: Set<string>
  /** Names that stand for cells, by their lower case, as an address. */
  readonly names: Map<string, string>
  /** The day that is number 0, where it is another than usual. */
  nullDate: string | undefined
}

const TABLE = 'table:table'
const ROW = 'table:table-row'
const GROUPS: ReadonlySet<string> = new Set([
  'table:table-header-rows',
  'table:table-rows',
  'table:table-row-group',
])
const CELLS: ReadonlySet<string> = new Set(['table:table-cell', 'table:covered-table-cell'])
const ADDRESSES = [
  'table:cell-range-address',
  'table:target-range-address',
  'calcext:target-range-address',
  'table:base-cell-address',
  'calcext:base-cell-address',
  'table:print-ranges',
  'table:expression',
  'calcext:value',
] as const
const FEATURES: ReadonlySet<string> = new Set([
  'table:tracked-changes',
  'table:data-pilot-tables',
  'table:consolidation',
])
const MOST_REPEATED = 1_048_576

/** Walks through `content.xml`. Throws `UnreadableFile` where it is damaged. */
export function scanContent(text: string, walk: XmlWalk, zip: Pick<ZipFile, 'damaged'>): OdsContent {
  const scan = new ContentScan(text, zip)
  walk(text, scan)
  return scan.content
}

class ContentScan implements XmlVisitor {
  readonly content: OdsContent
  readonly #zip: Pick<ZipFile, 'damaged'>
  readonly #path: string[] = []
  #style: string | undefined
  #table: OdsTable | undefined
  #row: OdsRow | undefined
  #cell: OdsCell | undefined
  /** Depth of the cell; its children are one deeper. */
  #cellDepth = 0
  /** Start of a child that is no paragraph. */
  #other: number | undefined
  #paragraphs = 0
  #nextRow = 0
  #nextColumn = 0

  constructor(text: string, zip: Pick<ZipFile, 'damaged'>) {
    this.#zip = zip
    this.content = {
      text,
      tables: [],
      addresses: [],
      hiding: new Set(),
      features: new Set(),
      names: new Map(),
      nullDate: undefined,
    }
  }

  open(tag: XmlTag): void {
    const { name } = tag
    const depth = this.#path.length
    const above = this.#path[depth - 1] ?? ''
    this.#path.push(name)
    if (this.#cell !== undefined) {
      this.#openInCell(tag, depth)
      return
    }
    if (FEATURES.has(name)) this.content.features.add(name)
    this.#openAddresses(tag)
    if (name === TABLE && above === 'office:spreadsheet') this.#openTable(tag)
    else if (name === ROW && this.#table !== undefined && (above === TABLE || GROUPS.has(above)))
      this.#openRow(tag)
    else if (CELLS.has(name) && this.#row !== undefined && above === ROW) this.#openCell(tag, depth)
    else if (name.startsWith('draw:') && this.#table !== undefined) this.#table.hasShapes = true
    else this.#openSettings(tag)
  }

  text(run: string): void {
    // A note's paragraphs are not the cell's.
    if (
      this.#cell !== undefined &&
      this.#other === undefined &&
      this.#path.includes('text:p', this.#cellDepth)
    )
      this.#cell.text += run
  }

  close(_local: string, start: number, end: number): void {
    const name = this.#path.pop() ?? ''
    const depth = this.#path.length
    if (this.#cell !== undefined) {
      if (depth === this.#cellDepth + 1 && this.#other !== undefined) {
        this.#cell.others.push({ start: this.#other, end })
        this.#other = undefined
      }
      if (depth !== this.#cellDepth) return
      this.#cell.end = end
      this.#cell = undefined
    } else if (name === ROW && this.#row !== undefined) {
      this.#row.end = end
      this.#row.closeStart = Math.max(start, this.#row.tagEnd)
      this.#row = undefined
    } else if (
      name === TABLE &&
      this.#table !== undefined &&
      depth === this.#path.indexOf('office:spreadsheet') + 1
    ) {
      this.#table.closeStart = start
      this.#table = undefined
    }
  }

  #openTable({ attributes }: XmlTag): void {
    this.#nextRow = 0
    this.#table = {
      name: attributes['table:name'] ?? '',
      style: attributes['table:style-name'] ?? '',
      isProtected: attributes['table:protected'] === 'true',
      rows: [],
      closeStart: 0,
      hasShapes: false,
    }
    this.content.tables.push(this.#table)
  }

  #openRow({ start, end, attributes }: XmlTag): void {
    const repeated = this.#countOf(attributes['table:number-rows-repeated'])
    this.#row = { row: this.#nextRow, repeated, start, tagEnd: end, end, closeStart: end, cells: [] }
    this.#nextRow += repeated
    this.#nextColumn = 0
    this.#table?.rows.push(this.#row)
  }

  #openCell(tag: XmlTag, depth: number): void {
    const { start, end, attributes, name } = tag
    const repeated = this.#countOf(attributes['table:number-columns-repeated'])
    this.#cell = {
      column: this.#nextColumn,
      repeated,
      start,
      tagEnd: end,
      end,
      isCovered: name === 'table:covered-table-cell',
      attributes,
      text: '',
      others: [],
    }
    this.#nextColumn += repeated
    this.#cellDepth = depth
    this.#paragraphs = 0
    this.#row?.cells.push(this.#cell)
  }

  #openInCell({ name, start, attributes }: XmlTag, depth: number): void {
    const cell = this.#cell
    if (cell === undefined) return
    if (depth === this.#cellDepth + 1) {
      if (name !== 'text:p') this.#other = start
      else if (this.#paragraphs++ > 0) cell.text += '\n'
    }
    if (name.startsWith('draw:') && this.#table !== undefined) this.#table.hasShapes = true
    if (this.#other !== undefined) return
    if (name === 'text:s') cell.text += ' '.repeat(Math.min(1000, Number(attributes['text:c'] ?? 1) || 1))
    if (name === 'text:tab') cell.text += '\t'
    if (name === 'text:line-break') cell.text += '\n'
  }

  #openAddresses({ start, end, attributes }: XmlTag): void {
    for (const name of ADDRESSES) {
      const value = attributes[name]
      if (value === undefined) continue
      const table = this.#table === undefined ? undefined : this.content.tables.length - 1
      this.content.addresses.push({ start, end, name, value, table })
    }
  }

  #openSettings({ name, attributes }: XmlTag): void {
    if (name === 'style:style') this.#style = attributes['style:name']
    if (name === 'style:table-properties' && attributes['table:display'] === 'false')
      this.content.hiding.add(this.#style ?? '')
    if (name === 'table:null-date') this.content.nullDate = attributes['table:date-value']
    const range = attributes['table:cell-range-address']
    if (name === 'table:named-range' && range !== undefined)
      this.content.names.set((attributes['table:name'] ?? '').toLowerCase(), range)
  }

  #countOf(text: string | undefined): number {
    const count = text === undefined ? 1 : Number(text)
    if (!Number.isInteger(count) || count < 1 || count > MOST_REPEATED)
      throw this.#zip.damaged('its rows or cells are repeated in a way that cannot be')
    return count
  }
}
