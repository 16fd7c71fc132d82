// The parts of a workbook beside its sheets that follow when cells move or formulas are others. Pure.
import type { TextEdit } from '../../../contracts/folder.ts'
import { ChangeRefused } from '../../../contracts/folder.ts'
import { applyEdits } from '../../apply-edits.ts'
import { ReferenceLost, type RowMap, shiftFormula } from '../formula/move-references.ts'
import { relationsPart } from '../package/relations.ts'
import { escapeXml, partText, withAttribute } from '../package/xml-part.ts'
import type { XlsxBook } from './workbook.ts'

/** Texts of parts that become others; undefined: the part goes. */
export type PartTexts = Map<string, string | undefined>

/** The text of the workbook's part with the names that speak of cells which move. */
export function patchNames(book: XlsxBook, map: RowMap, parts: PartTexts): void {
  const text = parts.get(book.part) ?? partText(book.zip, book.part) ?? ''
  const edits: TextEdit[] = []
  let from = -1
  let words = ''
  book.walk(text, {
    open({ local, end }) {
      if (local !== 'definedName') return
      from = end
      words = ''
    },
    text(run) {
      words += run
    },
    close(local, start) {
      if (local !== 'definedName' || start < from) return
      const then = shiftedName(words, map)
      if (then !== words) edits.push({ start: from, end: start, text: escapeXml(then) })
    },
  })
  if (edits.length > 0) parts.set(book.part, applyEdits(text, edits))
}

function shiftedName(text: string, map: RowMap): string {
  try {
    // A name always says of which sheet its cells are.
    return shiftFormula(text, 'excel', { own: '', map, grows: true })
  } catch (error) {
    if (!(error instanceof ReferenceLost)) throw error
    throw new ChangeRefused(
      `A name of the workbook stands for cells of a row that is to be removed (\`${text}\`): change that name in a spreadsheet program first.`,
    )
  }
}

/** Takes away the order in which formulas were worked out: a spreadsheet program makes it anew. */
export function dropCalculationOrder(book: XlsxBook, parts: PartTexts): void {
  const chain = book.relations.find(({ type }) => type === 'calcChain')
  const part = chain === undefined ? undefined : book.zip.find(chain.target)
  if (chain === undefined || part === undefined) return
  parts.set(part.name, undefined)
  dropTags(book, parts, relationsPart(book.part), ({ Id }) => Id === chain.id)
  const isChain = ({ PartName = '' }: Attributes) =>
    PartName.slice(1).toLowerCase() === part.name.toLowerCase()
  dropTags(book, parts, '[Content_Types].xml', isChain)
}

type Attributes = { readonly [name: string]: string | undefined }

function dropTags(
  { zip, walk }: XlsxBook,
  parts: PartTexts,
  name: string,
  goes: (attributes: Attributes) => boolean,
): void {
  const own = zip.find(name)?.name ?? name
  const text = parts.get(own) ?? partText(zip, own)
  if (text === undefined) return
  const edits: TextEdit[] = []
  walk(text, {
    open({ attributes, start, end, isSelfClosing }) {
      if (isSelfClosing && goes(attributes)) edits.push({ start, end, text: '' })
    },
  })
  if (edits.length > 0) parts.set(own, applyEdits(text, edits))
}

/** Has a spreadsheet program work out all formulas when it opens the file. */
export function askForCalculation(book: XlsxBook, parts: PartTexts): void {
  const text = parts.get(book.part) ?? partText(book.zip, book.part) ?? ''
  let edit: TextEdit | undefined
  let end: number | undefined
  let prefix = ''
  // What the schema has behind it (18.2.27).
  const behind = new Set([
    'oleSize',
    'customWorkbookViews',
    'pivotCaches',
    'smartTagPr',
    'smartTagTypes',
    'webPublishing',
    'fileRecoveryPr',
    'webPublishObjects',
    'extLst',
  ])
  let depth = 0
  book.walk(text, {
    open(tag) {
      depth++
      if (tag.local === 'workbook') prefix = tag.name.slice(0, -'workbook'.length)
      if (depth === 2 && behind.has(tag.local)) end ??= tag.start
      if (tag.local !== 'calcPr') return
      const own = withAttribute(text.slice(tag.start, tag.end), 'fullCalcOnLoad', '1')
      edit = { start: tag.start, end: tag.end, text: own }
    },
    close(local, start) {
      depth--
      if (local === 'workbook') end ??= start
    },
  })
  const at = end ?? text.length
  const made = edit ?? { start: at, end: at, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` }
  parts.set(book.part, applyEdits(text, [made]))
}
