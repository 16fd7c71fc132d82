// PDF, read only: a row a paragraph, or a line of what stands in columns. By PDF.js in the form that unpdf packs for servers.
import {
  type CellValue,
  type FolderFile,
  type FolderReader,
  type ReadTable,
  UnreadableFile,
} from '../../contracts/folder.ts'
import { paragraphsOf } from './pdf/paragraphs.ts'
import { type TextLine, textLines } from './pdf/text-lines.ts'

/** Further pages are left out: each takes some hundredths of a second. */
const MOST_PAGES = 200
/** The mark stands somewhere at the beginning (ISO 32000-1, annex H, note 13). */
const MARK_WITHIN = 1024

/** Reads `.pdf`. */
export const pdfReader: FolderReader = {
  kind: 'pdf',
  claims: ({ path, bytes }) =>
    /\.pdf$/i.test(path) && Buffer.from(bytes.subarray(0, MARK_WITHIN)).includes('%PDF-') ? 3 : 0,
  read: async (file) => [tableOf(file, await readPages(file))],
}

interface Pages {
  readonly lines: readonly TextLine[]
  readonly count: number
  /** Pages without text, from 1. */
  readonly empty: readonly number[]
}

async function readPages({ path, bytes }: FolderFile): Promise<Pages> {
  const { getDocumentProxy } = await import('unpdf')
  // PDF.js keeps what it is given.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  try {
    const lines: TextLine[] = []
    const empty: number[] = []
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const own = textLines(
        items.flatMap((item) => ('str' in item ? [item] : [])),
        number,
      )
      if (own.length === 0) empty.push(number)
      lines.push(...own)
      page.cleanup()
    }
    return { lines, count: document.numPages, empty }
  } catch (error) {
    throw unreadable(path, error)
  } finally {
    await document.destroy()
  }
}

function unreadable(path: string, error: unknown): UnreadableFile {
  const isLocked = error instanceof Error && error.name === 'PasswordException'
  return new UnreadableFile(
    isLocked
      ? `\`${path}\` is protected by a password, so it cannot be read.`
      : `\`${path}\` is damaged and cannot be read as PDF; open it in the program that made it and save it anew.`,
    { cause: error },
  )
}

function tableOf({ path }: FolderFile, { lines, count, empty }: Pages): ReadTable {
  if (lines.length === 0) {
    throw new UnreadableFile(
      `\`${path}\` has no text in it, only pictures of pages (a scan); have its text recognised (OCR) to ask for it.`,
    )
  }
  const rows = paragraphsOf(lines).map(({ page, heading, text }): readonly CellValue[] => [
    page,
    heading,
    text,
  ])
  return {
    suffix: '',
    kind: 'text',
    columns: [
      { name: 'page', type: 'number', title: 'page' },
      { name: 'heading', type: 'text', title: 'heading' },
      { name: 'text', type: 'text', title: 'text' },
    ],
    rows,
    notes: [
      ...(count > MOST_PAGES ? [`The first ${MOST_PAGES} of ${count} pages are read.`] : []),
      ...(empty.length === 0 ? [] : [emptyNote(empty)]),
    ],
    readOnly: `\`${path}\` is a PDF, which is read but not changed: change what it was made from.`,
  }
}

function emptyNote([first, ...more]: readonly number[]): string {
  if (more.length === 0) return `Page ${first} has no text in it, only pictures or nothing.`
  return `${more.length + 1} pages have no text in them, only pictures or nothing, the first is page ${first}.`
}
