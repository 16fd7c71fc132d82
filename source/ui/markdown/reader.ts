// Markdown pieces as rows for the terminal. The lexer and the grammars are loaded when the first answer needs them, so that
// the prompt does not wait for them; until they are there, rows are undefined and what is finished waits.
import type { Glyphs } from '../glyphs.ts'
import { safeText } from '../safe-text.ts'
import { type Palette, paintRow, type StyledRow } from '../theme/paint.ts'
import { wrapRows } from '../wrap-rows.ts'
import type { Layout } from './layout.ts'
import type { MarkdownPiece } from './pieces.ts'

type LayoutModule = typeof import('./layout.ts')
type HighlightModule = typeof import('./highlight.ts')

/** A block of code whose language may be known: the names of all grammars begin with a letter. */
const HAS_CODE = /(?:`{3}|~{3})[^\S\n]*[a-z]/i

/** Lists and quotes that a line opens in each other. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))*/
const EMPHASIS = /\*+|_+|~+/g
/** Deeper ones have no room in a terminal anyway. */
const MOST_NESTED = 50
/** Of one paragraph; so many are read within 100 ms. */
const MOST_EMPHASIS = 800

interface Drawn {
  readonly columns: number
  readonly palette: Palette
  readonly rows: readonly string[]
}

/** Draws for one screen; `load` is called as soon as there is something to read, and tells what is to be drawn anew. */
export class MarkdownReader {
  /** How rows are painted from now on. */
  palette: Palette
  readonly #ascii: boolean
  readonly #spoken: boolean
  readonly #drawn = new WeakMap<MarkdownPiece, Drawn>()
  #layout: LayoutModule | undefined
  #highlight: HighlightModule | undefined
  #loading: Promise<void> | undefined
  #loadingColours: Promise<void> | undefined
  #onReady = (): void => {}
  /** Neither is missed when it cannot be loaded: text is shown as it was written. */
  #hasFailed = false
  #hasNoColours = false

  constructor(glyphs: Pick<Glyphs, 'unicode'>, palette: Palette, spoken = false) {
    this.palette = palette
    this.#ascii = !glyphs.unicode
    this.#spoken = spoken
    this.#hasNoColours = !palette.styled || palette.depth === 0
  }

  /** Loads what `text` needs; `onReady` is called once for each thing that came. */
  load(text: string, onReady: () => void): void {
    this.#onReady = onReady
    this.#loading ??= import('./layout.ts').then(
      (loaded) => {
        this.#layout = loaded
        this.#onReady()
      },
      () => {
        this.#hasFailed = true
        this.#onReady()
      },
    )
    if (this.#lacksColours(text)) this.#loadColours()
  }

  /** Resolves when everything that was asked for is there. */
  async settled(): Promise<void> {
    await this.#loading
    await this.#loadingColours
  }

  /** Whether `rows` has its final say on the piece. What it still lacks is loaded: nothing waits for what nobody asked for. */
  isReady({ source, code }: MarkdownPiece): boolean {
    if (this.#hasFailed) return true
    const text = code === undefined ? source : `\`\`\`${code.language}`
    this.load(text, this.#onReady)
    return this.#layout !== undefined && !this.#lacksColours(text)
  }

  /** Rows of a piece as text with its styles, without the empty row in front of it; plain before all is loaded. */
  rows(piece: MarkdownPiece, columns: number): readonly string[] {
    const before = this.#drawn.get(piece)
    if (before !== undefined && before.columns === columns && before.palette === this.palette)
      return before.rows
    const rows = this.#draw(piece, columns)
    if (this.isReady(piece)) this.#drawn.set(piece, { columns, palette: this.palette, rows })
    return rows
  }

  #lacksColours(text: string): boolean {
    return this.#highlight === undefined && !this.#hasNoColours && HAS_CODE.test(text)
  }

  #loadColours(): void {
    this.#loadingColours ??= import('./highlight.ts').then(
      (loaded) => {
        this.#highlight = loaded
        this.#onReady()
      },
      () => {
        this.#hasNoColours = true
        this.#onReady()
      },
    )
  }

  #draw(piece: MarkdownPiece, columns: number): readonly string[] {
    const loaded = this.#layout
    if (loaded === undefined || isUnruly(piece)) return rawRows(piece, columns)
    try {
      return this.#laidOut(piece, columns, loaded)
    } catch {
      // What a model wrote must not end the program, whatever the lexer or the grammars make of it.
      return rawRows(piece, columns)
    }
  }

  #laidOut(piece: MarkdownPiece, columns: number, loaded: LayoutModule): readonly string[] {
    const layout: Layout = {
      columns: Math.max(1, columns),
      signs: this.#ascii ? loaded.ASCII_SIGNS : loaded.UNICODE_SIGNS,
      styled: this.palette.styled,
      links: this.palette.links,
      spoken: this.#spoken,
      highlight: (code, language) => this.#coloured(code, language),
    }
    const { code } = piece
    const rows =
      code === undefined
        ? loaded.layoutMarkdown(safeText(piece.source), layout)
        : loaded.codeRows(this.#codeLines(code), layout)
    return rows.map((row) => paintRow(row, this.palette))
  }

  #codeLines({ body, before, language }: NonNullable<MarkdownPiece['code']>): readonly StyledRow[] {
    const own = safeText(body)
    if (own === '' && before !== '') return []
    const all = before === '' ? own : `${safeText(before)}\n${own}`
    return this.#coloured(all, language).slice(-own.split('\n').length)
  }

  #coloured(code: string, language: string): readonly StyledRow[] {
    const { highlightCode } = this.#highlight ?? {}
    if (highlightCode !== undefined && !this.#hasNoColours && language !== '')
      return highlightCode(code, language)
    return code.split('\n').map((text) => [{ text }])
  }
}

/**
 * What a model in a loop writes, and nobody else: blocks in blocks, where the lexer calls itself until its stack is full, or emphasis
 * that is opened and opened, where each opening reads all that follows.
 */
function isUnruly({ source, code }: MarkdownPiece): boolean {
  if (code !== undefined) return false
  let marks = 0
  for (const line of source.split('\n')) {
    const [blocks = ''] = NESTED.exec(line) ?? []
    const signs = blocks.match(/\S+?(?=[\s>]|$)/g)?.length ?? 0
    const indent = line.length - line.trimStart().length
    if (signs + indent / 2 > MOST_NESTED) return true
    // Each cell of a table is read for itself.
    if (!line.includes('|')) marks += line.match(EMPHASIS)?.length ?? 0
  }
  return marks > MOST_EMPHASIS
}

/** A piece as it was written. */
export function rawRows(piece: MarkdownPiece, columns: number): readonly string[] {
  return wrapRows(safeText(piece.source).trimEnd(), columns)
}
