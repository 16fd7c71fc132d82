// A worksheet's XML as rows and cells, each with where it stands (ECMA-376 part 1, 18.3). Reading and changing share this one walk. Pure.

import type { XmlTag, XmlVisitor } from '../package/xml-walk.ts'
import { type CellRange, columnOf, MOST_CELLS, parseRange } from '../sheet/grid.ts'
import { isTrue, StringReader, unescapeString, type XlsxBook } from './workbook.ts'

/** Offsets in UTF-16 units of the sheet's text. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface ScannedFormula extends Span {
  /** `normal`, `shared`, `array`, `dataTable`. */
  readonly type: string
  text: string
  /** Number of a shared formula. */
  readonly shared: string | undefined
  readonly ref: CellRange | undefined
}

export interface ScannedCell extends Span {
  readonly row: number
  readonly column: number
  /** Behind its start tag. */
  readonly tagEnd: number
  /** Index of its style. */
  readonly style: number
  /** As the attribute `t` has it; `n` without. */
  readonly type: string
  /** The text of `<v>`, where that stands, and the words of `<is>`. */
  value: string | undefined
  inline: string | undefined
  formula: ScannedFormula | undefined
  end: number
}

export interface ScannedRow extends Span {
  readonly row: number
  readonly tagEnd: number
  readonly cells: ScannedCell[]
  end: number
}

/** A tag with an attribute that speaks of cells. */
export interface CellsTag extends Span {
  readonly local: string
  readonly attribute: 'ref' | 'sqref'
  readonly value: string
}

export interface ScannedSheet {
  readonly text: string
  /** What stands before the names of tags: `x:` or nothing. */
  prefix: string
  readonly rows: ScannedRow[]
  /** Its start tag, and where its closing tag begins; the same as `tagEnd` where it closes itself. */
  data: { readonly start: number; readonly tagEnd: number; closeStart: number } | undefined
  readonly merges: CellRange[]
  isProtected: boolean
  /** Names of the elements directly below the sheet. */
  readonly elements: Set<string>
  readonly cellsTags: CellsTag[]
  /** Formulas outside of cells: of conditional formats and validations; `of`: the cells, from whose first relative references count. */
  readonly rules: (Span & { text: string; readonly of: CellRange | undefined })[]
}

const CELLS_TAGS: ReadonlySet<string> = new Set([
  'dimension',
  'mergeCell',
  'conditionalFormatting',
  'dataValidation',
  'hyperlink',
  'autoFilter',
  'sortState',
  'sortCondition',
  'ignoredError',
  'protectedRange',
])
const RULES: ReadonlySet<string> = new Set(['formula', 'formula1', 'formula2'])

/** Walks through a sheet. Throws `UnreadableFile` where it is damaged, or has too many cells. */
export function scanSheet(text: string, { walk, zip }: Pick<XlsxBook, 'walk' | 'zip'>): ScannedSheet {
  const scan = new SheetScan(text, (what) => zip.damaged(what))
  walk(text, scan)
  return scan.sheet
}

class SheetScan implements XmlVisitor {
  readonly sheet: ScannedSheet
  readonly #damaged: (what: string) => Error
  readonly #strings = new StringReader()
  readonly #path: string[] = []
  #row: ScannedRow | undefined
  #cell: ScannedCell | undefined
  #nextRow = 0
  #nextColumn = 0
  #count = 0
  /** The element whose text is being read, and its text. */
  #reading: 'v' | 'f' | 'rule' | undefined
  #words = ''
  #open: XmlTag | undefined
  #ruled: CellRange | undefined

  constructor(text: string, damaged: (what: string) => Error) {
    this.#damaged = damaged
    this.sheet = {
      text,
      prefix: '',
      rows: [],
      data: undefined,
      merges: [],
      isProtected: false,
      elements: new Set(),
      cellsTags: [],
      rules: [],
    }
  }

  open(tag: XmlTag): void {
    const { local } = tag
    const depth = this.#path.length
    this.#path.push(local)
    if (depth === 1) this.#openPart(tag)
    if (this.#path[1] === 'sheetData') this.#openData(tag, depth)
    else if (this.#path[1] !== 'extLst') this.#openOther(tag)
  }

  text(run: string): void {
    if (this.#reading !== undefined) this.#words += run
    else this.#strings.text(run)
  }

  close(local: string, start: number, end: number): void {
    this.#path.pop()
    if (this.#reading !== undefined && local === this.#open?.local) this.#closeText(start, end)
    this.#strings.close(local)
    const depth = this.#path.length
    if (depth === 1 && local === 'sheetData' && this.sheet.data !== undefined)
      this.sheet.data.closeStart = Math.max(start, this.sheet.data.tagEnd)
    if (this.#path[1] !== 'sheetData') return
    if (depth === 3 && this.#cell !== undefined) {
      this.#cell.end = end
      this.#cell = undefined
    } else if (depth === 2 && this.#row !== undefined) {
      this.#row.end = end
      this.#row = undefined
    } else if (local === 'is' && this.#cell !== undefined) this.#cell.inline = this.#strings.end()
  }

  #openPart({ local, name, start, end, attributes }: XmlTag): void {
    this.sheet.elements.add(local)
    if (local === 'sheetData') {
      this.sheet.prefix = name.slice(0, name.length - local.length)
      this.sheet.data = { start, tagEnd: end, closeStart: end }
    }
    if (local === 'sheetProtection') this.sheet.isProtected = isTrue(attributes.sheet)
  }

  #openData(tag: XmlTag, depth: number): void {
    const { local, start, end } = tag
    if (depth === 2 && local === 'row') {
      const row = tag.attributes.r === undefined ? this.#nextRow : Number(tag.attributes.r) - 1
      if (!(row >= this.#nextRow)) throw this.#damaged('the rows of a sheet are out of order')
      this.#nextRow = row + 1
      this.#nextColumn = 0
      this.#row = { row, start, end, tagEnd: end, cells: [] }
      this.sheet.rows.push(this.#row)
    } else if (depth === 3 && local === 'c') this.#openCell(tag)
    else if (depth >= 4 && this.#cell !== undefined) this.#openContent(tag)
  }

  #openCell({ start, end, attributes: { r, s, t } }: XmlTag): void {
    if (this.#row === undefined) return
    if (++this.#count > MOST_CELLS) throw this.#damaged(`a sheet has more than ${MOST_CELLS} cells`)
    const column = r === undefined ? this.#nextColumn : columnOf(/^[A-Za-z]+/.exec(r)?.[0] ?? '')
    if (column < this.#nextColumn || column >= 16_384)
      throw this.#damaged('the cells of a sheet are out of order')
    this.#nextColumn = column + 1
    this.#cell = {
      row: this.#row.row,
      column,
      start,
      end,
      tagEnd: end,
      style: Number(s ?? 0),
      type: t ?? 'n',
      value: undefined,
      inline: undefined,
      formula: undefined,
    }
    this.#row.cells.push(this.#cell)
  }

  #openContent(tag: XmlTag): void {
    const { local, start, end, attributes } = tag
    if (this.#cell === undefined) return
    if (local === 'is') this.#strings.begin()
    this.#strings.open(tag)
    if (local !== 'v' && local !== 'f') return
    if (local === 'f') {
      const { t = 'normal', si, ref = '' } = attributes
      this.#cell.formula = { start, end, type: t, text: '', shared: si, ref: parseRange(ref) }
    }
    this.#begin(local, tag)
  }

  #openOther(tag: XmlTag): void {
    const { local, start, end, attributes } = tag
    if (RULES.has(local)) this.#begin('rule', tag)
    if (!CELLS_TAGS.has(local)) return
    const attribute = attributes.ref === undefined ? 'sqref' : 'ref'
    const value = attributes[attribute]
    if (value === undefined) return
    this.sheet.cellsTags.push({ local, attribute, value, start, end })
    if (attribute === 'sqref') this.#ruled = parseRange(value.trim().split(/\s+/)[0] ?? '')
    const range = local === 'mergeCell' ? parseRange(value) : undefined
    if (range !== undefined) this.sheet.merges.push(range)
  }

  #begin(what: 'v' | 'f' | 'rule', tag: XmlTag): void {
    this.#reading = what
    this.#words = ''
    this.#open = tag
  }

  #closeText(start: number, end: number): void {
    if (this.#reading === 'rule' && this.#open?.isSelfClosing === false)
      this.sheet.rules.push({ start: this.#open.end, end: start, text: this.#words, of: this.#ruled })
    const cell = this.#cell
    if (this.#reading === 'v' && cell !== undefined) cell.value = unescapeString(this.#words)
    if (this.#reading === 'f' && cell?.formula !== undefined)
      cell.formula = { ...cell.formula, text: this.#words, end }
    this.#reading = undefined
  }
}
