// Changes of workbooks in tests: the file with a change of its first sheet.
import assert from 'node:assert/strict'
import { ChangeRefused, type ReadTable, type RowChanges } from '../../source/contracts/folder.ts'
import { xlsxReader } from '../../source/folder/readers/xlsx.ts'
import { changed, readText } from './round-trip.ts'
import { partOf } from './xlsx-file.ts'

export const SHEET = 'xl/worksheets/sheet1.xml'
/** A cell of text. */
export const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
/** The first row with these words. */
export const head = (...words: readonly string[]) => `<row r="1">${words.map(text).join('')}</row>`

/** A table of a workbook. */
export async function tableOf(bytes: Uint8Array, index = 0): Promise<ReadTable> {
  const table = (await readText(xlsxReader, 'a.xlsx', bytes))[index]
  assert.ok(table)
  return table
}

/** The file with a change of its first sheet, and that sheet read again. */
export async function change(
  bytes: Uint8Array,
  changes: Partial<RowChanges>,
): Promise<{ readonly bytes: Uint8Array; readonly xml: string; readonly table: ReadTable }> {
  const after = await changed(bytes, await tableOf(bytes), changes)
  assert.ok(typeof after !== 'string')
  return { bytes: after, xml: partOf(after, SHEET), table: await tableOf(after) }
}

/** Whether a change was refused in such words. */
export const refused = (message: RegExp) => (error: unknown) =>
  error instanceof ChangeRefused && message.test(error.message)
