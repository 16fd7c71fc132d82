// Texts that people write and read: Markdown, notes, code. One walk says what each line is (text/outline.ts); each kind of table takes
// its own lines. Invariant: no line is in two tables. Read next: text/list.ts, text/pipe-table.ts, text/key-lines.ts, text/lines.ts.
import { type FolderFile, type FolderReader, type ReadTable, UnreadableFile } from '../../contracts/folder.ts'
import type { TextManner } from './text/heading.ts'
import { readKeys } from './text/key-lines.ts'
import { readCode, readProse } from './text/lines.ts'
import { readList } from './text/list.ts'
import { readOutline } from './text/outline.ts'
import { readPipes } from './text/pipe-table.ts'

const MANNERS: Readonly<Record<string, TextManner>> = {
  md: 'markdown',
  markdown: 'markdown',
  txt: 'plain',
  org: 'org',
  rst: 'rst',
}
const CODE = new Set(
  (
    'py pyi js mjs cjs ts mts cts tsx jsx go rs java kt kts c h cc cpp cxx hpp hh cs rb php sh bash zsh fish ps1 bat cmd sql css scss less ' +
    'html htm vue svelte lua swift scala r jl pl pm dart ex exs erl hs ml clj el lisp vim m mm zig nim asm s proto graphql tf groovy gradle ' +
    'cmake mk'
  ).split(' '),
)
/** Files of code that are called so without an ending. */
const CODE_NAMES = new Set(['makefile', 'dockerfile', 'rakefile', 'gemfile', 'justfile'])

/** Reads any text: its tables of pipes, its lists, its keys, and what is left, line by line; code by its lines only. */
export const textReader: FolderReader = {
  kind: 'text',
  claims(file) {
    if (file.text === undefined) return 0
    const ending = endingOf(file.path)
    return MANNERS[ending] || isCode(file) ? 3 : 1
  },
  read(file) {
    if (file.text === undefined)
      throw new UnreadableFile(`\`${file.path}\` is no text; it has lines only where it is saved as UTF-8.`)
    return isCode(file) ? [readCode(file.text, endingOf(file.path))] : tablesOf(file.path, file.text)
  },
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

function isCode(file: FolderFile): boolean {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).toLowerCase()
  const ending = endingOf(file.path)
  return CODE.has(ending) || CODE_NAMES.has(name) || (ending === '' && file.text?.startsWith('#!') === true)
}

function tablesOf(path: string, text: string): readonly ReadTable[] {
  const outline = readOutline(text, MANNERS[endingOf(path)] ?? 'plain')
  const { tables, headings, sections, kinds } = outline
  const pipes = tables.map((span) => {
    const heading = headings[sections[span.header] ?? -1]?.text ?? 'table'
    return readPipes(outline, span, tables.length === 1 ? '' : heading)
  })
  const list = readList(outline, pipes.length > 0 ? 'list' : '')
  const keys = readKeys(outline, pipes.length > 0 || list ? 'keys' : '')
  const found = [...pipes, ...(list ? [list] : []), ...(keys ? [keys] : [])]
  const hasProse = found.length === 0 || kinds.some((kind) => kind === 'text' || kind === 'code')
  return hasProse ? [...found, readProse(outline, found.length > 0 ? 'text' : '')] : found
}
