// Workbooks of Excel. A sheet is a table; changed cells are written into its XML, everything else of the file stays as it is.
// Reading: xlsx/workbook.ts, xlsx/scan-sheet.ts, sheet/sheet-table.ts. Writing: xlsx/write-xlsx.ts.
import { type FolderFile, type FolderReader, type ReadTable, UnreadableFile } from '../../contracts/folder.ts'
import { isCompoundFile, isZip } from './package/magic.ts'
import { sheetTables } from './sheet/sheet-tables.ts'
import { readGrids } from './xlsx/read-grids.ts'
import { openWorkbook } from './xlsx/workbook.ts'
import { writeXlsx } from './xlsx/write-xlsx.ts'

/** Reads `.xlsx`, and those with macros and templates. */
export const xlsxReader: FolderReader = {
  kind: 'xlsx',
  claims: ({ path, bytes }) =>
    /\.(?:xlsx|xlsm|xltx|xltm)$/i.test(path) && (isZip(bytes) || isCompoundFile(bytes)) ? 3 : 0,
  read: readXlsx,
}

async function readXlsx(file: FolderFile): Promise<readonly ReadTable[]> {
  const { path, bytes } = file
  // An encrypted workbook stands inside of the older kind of file.
  if (isCompoundFile(bytes))
    throw new UnreadableFile(`\`${path}\` is protected by a password, so it cannot be read.`)
  const book = await openWorkbook(path, bytes)
  const isSigned = book.zip.parts.some(({ name }) => name.toLowerCase().startsWith('_xmlsignatures/'))
  const signed = `\`${path}\` is signed, and a change would break its signature: take the signature off to change it.`
  const grids = readGrids(book).map((grid) => (grid && isSigned ? { ...grid, readOnly: signed } : grid))
  return sheetTables(grids, (index, edits) => writeXlsx({ path, bytes }, index, edits))
}
