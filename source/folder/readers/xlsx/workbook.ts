// The parts of a workbook and what its cells need of them: sheets, strings, number formats, names (ECMA-376 part 1, 18.2 to 18.8).
import { type Relation, relationsOf } from '../package/relations.ts'
import { partText } from '../package/xml-part.ts'
import { type XmlTag, type XmlWalk, xmlWalker } from '../package/xml-walk.ts'
import { ZipFile } from '../package/zip-file.ts'
import { builtInFormat, type NumberFormat, parseNumberFormat } from './number-format.ts'

export interface XlsxSheet {
  readonly name: string
  /** Of its part. */
  readonly part: string
  readonly state: 'visible' | 'hidden' | 'veryHidden'
}

export interface DefinedName {
  readonly name: string
  /** Index of the sheet that it is of; undefined: the workbook. */
  readonly sheet: number | undefined
  readonly text: string
}

export interface XlsxBook {
  readonly zip: ZipFile
  readonly walk: XmlWalk
  /** Name of the workbook's part. */
  readonly part: string
  readonly sheets: readonly XlsxSheet[]
  readonly strings: readonly string[]
  /** By the style of a cell. */
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
  readonly names: readonly DefinedName[]
  readonly relations: readonly Relation[]
}

/** Opens a workbook; throws `UnreadableFile` where it is none, or damaged. */
export async function openWorkbook(path: string, bytes: Uint8Array): Promise<XlsxBook> {
  const zip = new ZipFile(path, bytes)
  const walk = await xmlWalker(zip)
  const root = relationsOf(zip, walk, '').find(({ type }) => type === 'officeDocument')
  const part = root?.target ?? 'xl/workbook.xml'
  const text = partText(zip, part)
  if (text === undefined) throw zip.damaged('it holds no workbook')
  const relations = relationsOf(zip, walk, part)
  const { sheets, names, is1904 } = readBook(text, walk, relations)
  const target = (type: string) => relations.find((relation) => relation.type === type)?.target
  return {
    zip,
    walk,
    part,
    sheets,
    names,
    is1904,
    relations,
    strings: readStrings(partText(zip, target('sharedStrings') ?? ''), walk),
    formats: readFormats(partText(zip, target('styles') ?? ''), walk),
  }
}

/** Sheets and names of the workbook's part. */
export function readBook(
  text: string,
  walk: XmlWalk,
  relations: readonly Relation[],
): Pick<XlsxBook, 'sheets' | 'names' | 'is1904'> {
  const sheets: XlsxSheet[] = []
  const names: DefinedName[] = []
  let is1904 = false
  let name: { name: string; sheet: number | undefined; text: string } | undefined
  walk(text, {
    open({ local, attributes }) {
      if (local === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (local === 'sheet') {
        const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1]
        const relation = relations.find((one) => one.id === id)
        if (relation?.type !== 'worksheet') return
        const state =
          attributes.state === 'hidden' || attributes.state === 'veryHidden' ? attributes.state : 'visible'
        sheets.push({ name: attributes.name ?? '', part: relation.target, state })
      }
      if (local === 'definedName') {
        const sheet = attributes.localSheetId === undefined ? undefined : Number(attributes.localSheetId)
        name = { name: attributes.name ?? '', sheet, text: '' }
      }
    },
    text(run) {
      if (name !== undefined) name.text += run
    },
    close(local) {
      if (local !== 'definedName' || name === undefined) return
      names.push(name)
      name = undefined
    },
  })
  return { sheets, names, is1904 }
}

/** Whether an attribute of yes and no says yes. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

function readStrings(text: string | undefined, walk: XmlWalk): readonly string[] {
  const strings: string[] = []
  if (text === undefined) return strings
  const reader = new StringReader()
  walk(text, {
    open(tag) {
      if (tag.local === 'si') reader.begin()
      reader.open(tag)
    },
    text: (run) => reader.text(run),
    close(local) {
      reader.close(local)
      if (local === 'si') strings.push(reader.end())
    },
  })
  return strings
}

/** The words of a string: all of its runs, without what tells how to pronounce them. */
export class StringReader {
  #words = ''
  #isText = false
  #isPhonetic = false

  begin(): void {
    this.#words = ''
  }

  open({ local }: Pick<XmlTag, 'local'>): void {
    if (local === 'rPh') this.#isPhonetic = true
    if (local === 't') this.#isText = !this.#isPhonetic
  }

  text(run: string): void {
    if (this.#isText) this.#words += run
  }

  close(local: string): void {
    if (local === 't') this.#isText = false
    if (local === 'rPh') this.#isPhonetic = false
  }

  end(): string {
    return unescapeString(this.#words)
  }
}

/** `_x000D_` stands for a character that XML cannot have (ECMA-376 part 1, 22.9.2.19). */
export function unescapeString(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
    : text
}

function readFormats(text: string | undefined, walk: XmlWalk): readonly NumberFormat[] {
  const formats: NumberFormat[] = []
  if (text === undefined) return formats
  const codes = new Map<number, NumberFormat>()
  let isCells = false
  walk(text, {
    open({ local, attributes: { numFmtId, formatCode } }) {
      if (local === 'cellXfs') isCells = true
      if (local === 'numFmt' && formatCode !== undefined)
        codes.set(Number(numFmtId), parseNumberFormat(formatCode))
      if (local !== 'xf' || !isCells) return
      const id = Number(numFmtId ?? 0)
      formats.push(codes.get(id) ?? builtInFormat(id))
    },
    close(local) {
      if (local === 'cellXfs') isCells = false
    },
  })
  return formats
}
