// Spreadsheets of OpenDocument (LibreOffice). A sheet is a table; changed cells are written into its XML, everything else of the file
// stays as it is. Reading: ods/scan-content.ts, sheet/sheet-table.ts. Writing: ods/write-ods.ts.
import { type FolderFile, type FolderReader, type ReadTable, UnreadableFile } from '../../contracts/folder.ts'
import { withUnknown } from './formula/unknown-values.ts'
import { odsResult, odsWorkbook } from './ods/formula-workbook.ts'
import { readOdsGrid } from './ods/read-content.ts'
import { type OdsContent, scanContent } from './ods/scan-content.ts'
import { writeOds } from './ods/write-ods.ts'
import { isZip } from './package/magic.ts'
import { partText } from './package/xml-part.ts'
import { xmlWalker } from './package/xml-walk.ts'
import { ZipFile } from './package/zip-file.ts'
import { sheetTables } from './sheet/sheet-tables.ts'

/** Reads `.ods` and its templates. */
export const odsReader: FolderReader = {
  kind: 'ods',
  claims: ({ path, bytes }) => (/\.(?:ods|ots)$/i.test(path) && isZip(bytes) ? 3 : 0),
  read: readOds,
}

async function readOds({ path, bytes }: FolderFile): Promise<readonly ReadTable[]> {
  const zip = new ZipFile(path, bytes)
  const walk = await xmlWalker(zip)
  // What is encrypted is stored as any part, and said in the list of parts.
  if (partText(zip, 'META-INF/manifest.xml')?.includes('encryption-data'))
    throw new UnreadableFile(`\`${path}\` is protected by a password, so it cannot be read.`)
  const text = partText(zip, 'content.xml')
  if (text === undefined) throw zip.damaged('it holds no spreadsheet')
  const content = scanContent(text, walk, zip)
  const readOnly = whyReadOnly(content, zip)
  const grids = content.tables.map((table) => readOdsGrid(content, table, { zip, readOnly }))
  const known = withUnknown(
    grids,
    () => odsWorkbook(content),
    (_, result) => ({ content: odsResult(result, undefined) }),
  )
  return sheetTables(known, (index, edits) => writeOds({ path, bytes }, index, edits))
}

function whyReadOnly({ features }: OdsContent, { path, parts }: ZipFile): string | undefined {
  if (parts.some(({ name }) => /^META-INF\/\w*signatures\.xml$/i.test(name)))
    return `\`${path}\` is signed, and a change would break its signature: take the signature off to change it.`
  return features.has('table:tracked-changes')
    ? `\`${path}\` records all changes, which cannot be done here: accept them and end the recording in a spreadsheet program first.`
    : undefined
}
