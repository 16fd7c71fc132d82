// The body of a document as paragraphs and tables in their order (ECMA-376 part 1, 17.2 to 17.4). Pure.
import type { XmlTag, XmlVisitor, XmlWalk } from '../package/xml-walk.ts'
import type { HeadingLevels } from './styles.ts'

export type DocxBlock =
  | { readonly type: 'paragraph'; readonly text: string; readonly isHeading: boolean }
  /** Rows of cells; one that goes over several columns stands in the first, one that goes down in each row. */
  | { readonly type: 'table'; readonly rows: readonly (readonly string[])[] }

/** The blocks of a document's main part. Text that was deleted while changes were recorded is left out. */
export function readBody(text: string, walk: XmlWalk, levels: HeadingLevels): readonly DocxBlock[] {
  const reader = new BodyReader(levels)
  walk(text, reader)
  return reader.blocks
}

interface Cell {
  text: string
  columns: number
  /** The cell above goes on. */
  isContinued: boolean
}

interface Table {
  readonly rows: Cell[][]
}

/** Text in them is another's: what was deleted, the words of a field, the same drawing once more for older programs. */
const SKIPPED: ReadonlySet<string> = new Set([
  'del',
  'moveFrom',
  'instrText',
  'delText',
  'Fallback',
  'pPrChange',
  'rPrChange',
])

class BodyReader implements XmlVisitor {
  readonly blocks: DocxBlock[] = []
  readonly #levels: HeadingLevels
  /** Open tables; one within a cell is part of that cell's text. */
  readonly #tables: Table[] = []
  #skipped = 0
  #isText = false
  #paragraphs: { text: string; isHeading: boolean }[] = []

  constructor(levels: HeadingLevels) {
    this.#levels = levels
  }

  open(tag: XmlTag): void {
    const { local, attributes } = tag
    if (SKIPPED.has(local)) this.#skipped++
    if (this.#skipped > 0) return
    const value = attributes['w:val']
    const paragraph = this.#paragraphs.at(-1)
    const cell = this.#tables.at(-1)?.rows.at(-1)?.at(-1)
    switch (local) {
      case 'p':
        this.#paragraphs.push({ text: '', isHeading: false })
        break
      case 'pStyle':
        if (paragraph !== undefined) paragraph.isHeading = this.#levels.has(value ?? '')
        break
      case 'outlineLvl':
        if (paragraph !== undefined) paragraph.isHeading = Number(value) < 9
        break
      case 't':
        this.#isText = true
        break
      case 'tbl':
        this.#tables.push({ rows: [] })
        break
      case 'tr':
        this.#tables.at(-1)?.rows.push([])
        break
      case 'tc':
        this.#tables.at(-1)?.rows.at(-1)?.push({ text: '', columns: 1, isContinued: false })
        break
      case 'gridSpan':
        if (cell !== undefined) cell.columns = Math.min(64, Math.max(1, Number(value) || 1))
        break
      case 'vMerge':
        if (cell !== undefined) cell.isContinued = value === undefined || value === 'continue'
        break
      default:
        if (paragraph !== undefined) paragraph.text += signOf(local)
    }
  }

  text(run: string): void {
    const paragraph = this.#paragraphs.at(-1)
    if (this.#isText && this.#skipped === 0 && paragraph !== undefined) paragraph.text += run
  }

  close(local: string): void {
    if (SKIPPED.has(local)) this.#skipped--
    if (this.#skipped > 0) return
    if (local === 't') this.#isText = false
    if (local === 'p') this.#closeParagraph()
    if (local === 'tbl') this.#closeTable()
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop()
    if (paragraph === undefined) return
    const text = paragraph.text.trim()
    if (text === '') return
    const outer = this.#paragraphs.at(-1)
    const cell = this.#tables.at(-1)?.rows.at(-1)?.at(-1)
    // A box of text that hangs on a paragraph is a paragraph by itself, before it.
    if (outer === undefined && cell !== undefined) cell.text += (cell.text === '' ? '' : '\n') + text
    else this.blocks.push({ type: 'paragraph', text, isHeading: paragraph.isHeading })
  }

  #closeTable(): void {
    const table = this.#tables.pop()
    if (table === undefined) return
    const rows = gridOf(table)
    const cell = this.#tables.at(-1)?.rows.at(-1)?.at(-1)
    if (cell === undefined) {
      if (rows.length > 0) this.blocks.push({ type: 'table', rows })
      return
    }
    const text = rows.map((row) => row.filter((one) => one !== '').join('  ')).join('\n')
    if (text !== '') cell.text += (cell.text === '' ? '' : '\n') + text
  }
}

/** What stands in a run beside text. */
function signOf(local: string): string {
  switch (local) {
    case 'tab':
      return '\t'
    case 'br':
    case 'cr':
      return '\n'
    case 'noBreakHyphen':
      return '-'
    default:
      return ''
  }
}

function gridOf({ rows }: Table): readonly (readonly string[])[] {
  const grid: string[][] = []
  for (const cells of rows) {
    const above = grid.at(-1)
    const row: string[] = []
    for (const { text, columns, isContinued } of cells) {
      row.push(isContinued ? (above?.[row.length] ?? '') : text)
      for (let more = 1; more < columns; more++) row.push('')
    }
    if (row.some((text) => text !== '')) grid.push(row)
  }
  return grid
}
