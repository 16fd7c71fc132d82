// Documents of Word, read only: a row a paragraph below its heading, and each table of the document a table.
import {
  type CellValue,
  type FolderFile,
  type FolderReader,
  type ReadTable,
  UnreadableFile,
} from '../../contracts/folder.ts'
import { type DocxBlock, readBody } from './docx/read-body.ts'
import { headingLevels } from './docx/styles.ts'
import { docxTable } from './docx/table.ts'
import { isCompoundFile, isZip } from './package/magic.ts'
import { relationsOf } from './package/relations.ts'
import { partText } from './package/xml-part.ts'
import { xmlWalker } from './package/xml-walk.ts'
import { ZipFile } from './package/zip-file.ts'

/** Reads `.docx`, and those with macros and templates. */
export const docxReader: FolderReader = {
  kind: 'docx',
  claims: ({ path, bytes }) =>
    /\.(?:docx|docm|dotx|dotm)$/i.test(path) && (isZip(bytes) || isCompoundFile(bytes)) ? 3 : 0,
  read: readDocx,
}

async function readDocx({ path, bytes }: FolderFile): Promise<readonly ReadTable[]> {
  // An encrypted document stands inside of the older kind of file.
  if (isCompoundFile(bytes))
    throw new UnreadableFile(`\`${path}\` is protected by a password, so it cannot be read.`)
  const zip = new ZipFile(path, bytes)
  const walk = await xmlWalker(zip)
  const root = relationsOf(zip, walk, '').find(({ type }) => type === 'officeDocument')
  const part = root?.target ?? 'word/document.xml'
  const text = partText(zip, part)
  if (text === undefined) throw zip.damaged('it holds no document')
  const styles = relationsOf(zip, walk, part).find(({ type }) => type === 'styles')
  const levels = headingLevels(partText(zip, styles?.target ?? 'word/styles.xml'), walk)
  return tablesOf(path, readBody(text, walk, levels))
}

function tablesOf(path: string, blocks: readonly DocxBlock[]): readonly ReadTable[] {
  const readOnly = `\`${path}\` is a document of a word processor, which is read but not changed: change it there.`
  const rows: (readonly CellValue[])[] = []
  const tables: ReadTable[] = []
  let heading: string | null = null
  let isBare = false
  for (const block of blocks) {
    if (block.type === 'table') {
      const table = docxTable(block.rows, heading ?? 'table', readOnly)
      if (table !== undefined) tables.push(table)
      else for (const cell of block.rows.flat()) if (cell !== '') rows.push([heading, cell])
      isBare = false
    } else if (block.isHeading) {
      // Two headings behind one another: the first is what the document says.
      if (isBare) rows.push([null, heading])
      heading = block.text
      isBare = true
    } else {
      rows.push([heading, block.text])
      isBare = false
    }
  }
  if (isBare) rows.push([null, heading])
  const prose: ReadTable = {
    suffix: '',
    kind: 'text',
    columns: [
      { name: 'heading', type: 'text', title: 'heading' },
      { name: 'text', type: 'text', title: 'text' },
    ],
    rows,
    notes: [],
    readOnly,
  }
  return rows.length === 0 && tables.length > 0 ? tables : [prose, ...tables]
}
