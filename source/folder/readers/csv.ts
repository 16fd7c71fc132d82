// CSV, TSV and what spreadsheets and banks make of them. A file is one table; its bytes outside of a change stay.
// Tokens: csv-records.ts. What the file's manner is: csv-dialect.ts. Columns and rows: csv-table.ts. Changes: csv-change.ts.
import type { FolderFile, FolderReader, ReadTable } from '../../contracts/folder.ts'
import { UnreadableFile } from '../../contracts/folder.ts'
import { changeCsv } from './csv-change.ts'
import { findDialect } from './csv-dialect.ts'
import { type CsvTable, readCsvTable } from './csv-table.ts'

/** Reads separated text. */
export const csvReader: FolderReader = {
  kind: 'csv',
  claims: ({ path, text }) => {
    if (/\.(?:csv|tsv|tab)$/i.test(path)) return 3
    return /\.txt$/i.test(path) && text !== undefined && isSeparated(text) ? 2 : 0
  },
  read: (file) => {
    const { text, readOnly } = textOf(file)
    const table = readCsvTable(text, findDialect(text, /\.(?:tsv|tab)$/i.test(file.path) ? '\t' : undefined))
    return table === undefined ? [] : [tableOf(table, readOnly ?? table.readOnly)]
  },
}

function tableOf(table: CsvTable, readOnly: string | undefined): ReadTable {
  const { columns, rows, notes, records } = table
  return {
    suffix: '',
    kind: 'csv',
    columns,
    rows,
    lines: records.map(({ line }) => line),
    notes,
    ...(readOnly === undefined
      ? { change: (changes) => ({ type: 'text', edits: changeCsv(table, changes) }) }
      : { readOnly }),
  }
}

/** Three lines and more, each with the same number of tabs or semicolons, two at least. */
function isSeparated(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  if (lines.length < 3) return false
  return ['\t', ';'].some((mark) => {
    const count = (lines[0]?.split(mark).length ?? 0) - 1
    return count >= 2 && lines.every((line) => line.split(mark).length - 1 === count)
  })
}

/** The file's text; one that is not UTF-8 is read as what spreadsheets write, and cannot be changed. */
function textOf({ path, bytes, text }: FolderFile): { readonly text: string; readonly readOnly?: string } {
  if (text !== undefined) return { text }
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isWide && bytes.includes(0))
    throw new UnreadableFile(`\`${path}\` is no text: it has zero bytes in it.`)
  return {
    text: new TextDecoder(isWide ? 'utf-16le' : 'windows-1252').decode(bytes),
    readOnly: `\`${path}\` is not UTF-8 text; save it as UTF-8 to change it.`,
  }
}
