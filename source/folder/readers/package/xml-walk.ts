// XML with the place of every tag: one walk for reading and for finding what to change. By saxes (strict, expands no entities of the file).
import type { ZipFile } from './zip-file.ts'

/** A tag that opens; offsets in UTF-16 units of the text. */
export interface XmlTag {
  /** With its prefix: `x:row`. */
  readonly name: string
  /** Without: `row`. */
  readonly local: string
  /** By their names with prefix, entities resolved. */
  readonly attributes: { readonly [name: string]: string | undefined }
  readonly start: number
  /** Behind its `>`. */
  readonly end: number
  /** `<a/>`. It is closed in the next call. */
  readonly isSelfClosing: boolean
}

export interface XmlVisitor {
  open?(tag: XmlTag): void
  /** `start`, `end`: of the closing tag, or of the whole tag where it closes itself. */
  close?(local: string, start: number, end: number): void
  text?(text: string): void
}

/** A walk over a text of XML. Throws what saxes throws where it is not well-formed; `xmlWalker` turns that into `UnreadableFile`. */
export type XmlWalk = (text: string, visitor: XmlVisitor) => void

/** Loads the parser and gives the walk for parts of this archive; the walk throws `UnreadableFile` where a part is damaged. */
export async function xmlWalker(zip: Pick<ZipFile, 'damaged'>): Promise<XmlWalk> {
  // Bundled, what is no ES module has only a default.
  const { default: saxes } = await import('saxes')
  return (text, visitor) => {
    const parser = new saxes.SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true })
    let start = 0
    parser.on('error', () => {
      throw new NotWellFormed()
    })
    parser.on('opentagstart', () => {
      start = text.lastIndexOf('<', parser.position - 1)
    })
    parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
      const end = parser.position
      visitor.open?.({ name, local: localName(name), attributes, start, end, isSelfClosing })
    })
    parser.on('closetag', ({ name }) => {
      const end = parser.position
      visitor.close?.(localName(name), text.lastIndexOf('<', end - 1), end)
    })
    parser.on('text', (run) => visitor.text?.(run))
    parser.on('cdata', (run) => visitor.text?.(run))
    try {
      parser.write(text).close()
    } catch (error) {
      if (error instanceof NotWellFormed) throw zip.damaged('a part of it is no well-formed XML')
      throw error
    }
  }
}

class NotWellFormed extends Error {}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
