// Where a growing Markdown text can be cut for good. A piece is a heading, a paragraph, a list item, a stretch of code, a
// table: what stands in it can no longer change once its last line is over. Pure, and a line is looked at once, so a long
// answer costs no more per token than a short one. Invariant: the pieces of every prefix begin the pieces of the whole.

export interface MarkdownPiece {
  /** The lines as they were written, without the empty ones in front. */
  readonly source: string
  /** Empty lines in front of it. */
  readonly blanks: number
  /** Rendered, an empty row stands in front of it. */
  readonly gap: boolean
  /** Lines of a fenced block; undefined for everything else. */
  readonly code?: CodeLines
}

export interface CodeLines {
  /** As the fence says it, in lower case; empty for none. */
  readonly language: string
  readonly body: string
  /** What stands in the same block before it: colours depend on that. */
  readonly before: string
}

/** What of a text has come and is not in a piece yet. */
export interface OpenMarkdown {
  readonly kind: 'none' | 'text' | 'item' | 'code'
  /** Whole lines. */
  readonly lines: readonly string[]
  /** The line that is being written. */
  readonly tail: string
  readonly blanks: number
  /** Empty lines that may still belong to the item. */
  readonly hanging: number
  /** Column in which an item's text begins. */
  readonly column: number
  readonly fence: Fence | undefined
  readonly previous: 'start' | 'heading' | 'text' | 'item' | 'code'
}

interface Fence {
  /** Its own kind of sign, at least as often, ends it. */
  readonly sign: string
  readonly language: string
  /** Lines of the block that are in pieces already; undefined before the first such piece. */
  readonly before: string | undefined
}

export const NOTHING_OPEN: OpenMarkdown = {
  kind: 'none',
  lines: [],
  tail: '',
  blanks: 0,
  hanging: 0,
  column: 0,
  fence: undefined,
  previous: 'start',
}

/** So much of a block of code is a piece, so that a long one need not end before its beginning can be read. */
const CODE_LINES = 16
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])(?:( {1,4})(?=\S)|\s*$)/
const QUOTE = /^ {0,3}>/

/** Takes what came; gives the pieces that it completes, and what is open then. */
export function takeMarkdown(
  open: OpenMarkdown,
  text: string,
): { readonly open: OpenMarkdown; readonly pieces: readonly MarkdownPiece[] } {
  const lines = (open.tail + text).split('\n')
  const tail = lines.pop() ?? ''
  if (lines.length === 0) return { open: { ...open, tail }, pieces: [] }
  const pieces: MarkdownPiece[] = []
  let state: OpenMarkdown = { ...open, tail: '' }
  for (const line of lines) state = step(state, line, pieces)
  return { open: { ...state, tail }, pieces }
}

/** All pieces of a text that is complete. */
export function piecesOf(text: string): readonly MarkdownPiece[] {
  const { open, pieces } = takeMarkdown(NOTHING_OPEN, text)
  return [...pieces, ...endPieces(open)]
}

/** The pieces of what is open, as if no more came. */
export function endPieces(open: OpenMarkdown): readonly MarkdownPiece[] {
  const pieces: MarkdownPiece[] = []
  const state = open.tail === '' ? open : step({ ...open, tail: '' }, open.tail, pieces)
  return state.lines.length === 0 ? pieces : [...pieces, pieceOf(state)]
}

function step(state: OpenMarkdown, line: string, out: MarkdownPiece[]): OpenMarkdown {
  switch (state.kind) {
    case 'none':
      return begin(state, line, out)
    case 'text':
      return inText(state, line, out)
    case 'item':
      return inItem(state, line, out)
    case 'code':
      return inCode(state, line, out)
    default:
      return state.kind satisfies never
  }
}

function begin(state: OpenMarkdown, line: string, out: MarkdownPiece[]): OpenMarkdown {
  if (line.trim() === '') return { ...state, blanks: state.blanks + 1 }
  const fence = findFence(line)
  if (fence !== undefined) return { ...state, kind: 'code', lines: [line], fence }
  if (HEADING.test(line)) return cut({ ...state, kind: 'text', lines: [line] }, out, 'heading')
  if (RULE.test(line)) return cut({ ...state, kind: 'text', lines: [line] }, out)
  const item = ITEM.exec(line)
  if (item === null) return { ...state, kind: 'text', lines: [line] }
  const [whole, indent = '', sign = '', , gap] = item
  const column = gap === undefined ? indent.length + sign.length + 1 : whole.length
  const inner = findFence(line.slice(column))
  return { ...state, kind: 'item', lines: [line], column, hanging: 0, fence: inner }
}

function inText(state: OpenMarkdown, line: string, out: MarkdownPiece[]): OpenMarkdown {
  if (line.trim() === '') return { ...cut(state, out), blanks: 1 }
  const number = ITEM.exec(line)?.[3]
  const isItem = ITEM.test(line) && line.trim().length > 2 && (number === undefined || number === '1')
  // A rule behind a line of text would be an underlined heading.
  const isEnd = HEADING.test(line) || findFence(line) !== undefined || (isItem && !RULE.test(line))
  return isEnd ? begin(cut(state, out), line, out) : { ...state, lines: [...state.lines, line] }
}

function inItem(state: OpenMarkdown, line: string, out: MarkdownPiece[]): OpenMarkdown {
  const { fence, hanging, column } = state
  const isBlank = line.trim() === ''
  const indent = line.length - line.trimStart().length
  if (fence !== undefined && (isBlank || indent >= column || hanging === 0)) {
    return { ...withLine(state, line), fence: endsFence(line.trimStart(), fence) ? undefined : fence }
  }
  if (isBlank) return { ...state, hanging: hanging + 1 }
  const startsBlock =
    ITEM.test(line) ||
    HEADING.test(line) ||
    QUOTE.test(line) ||
    RULE.test(line) ||
    findFence(line) !== undefined
  const belongs = indent >= column || (hanging === 0 && !startsBlock)
  if (!belongs) return begin({ ...cut(state, out), blanks: hanging }, line, out)
  return { ...withLine(state, line), fence: findFence(line.slice(column)) }
}

function inCode(state: OpenMarkdown, line: string, out: MarkdownPiece[]): OpenMarkdown {
  const next = { ...state, lines: [...state.lines, line] }
  const { fence } = state
  if (fence === undefined || endsFence(line, fence)) return cut(next, out)
  const own = bodyOf(next)
  if (own.length < CODE_LINES) return next
  const before = [...(fence.before === undefined ? [] : [fence.before]), ...own].join('\n')
  const after = cut(next, out)
  return { ...after, kind: 'code', fence: { ...fence, before } }
}

/** The open lines become a piece. */
function cut(
  state: OpenMarkdown,
  out: MarkdownPiece[],
  kind: OpenMarkdown['previous'] = state.kind === 'none' ? 'text' : state.kind,
): OpenMarkdown {
  out.push(pieceOf(state, kind))
  return { ...NOTHING_OPEN, previous: kind }
}

function pieceOf(state: OpenMarkdown, kind: OpenMarkdown['previous'] = 'text'): MarkdownPiece {
  const { lines, previous, blanks, fence } = state
  const isGoingOn = state.kind === 'code' && fence?.before !== undefined
  const stands = kind === 'heading' || state.kind === 'code' || previous === 'code'
  const gap = previous !== 'start' && !isGoingOn && (blanks > 0 || stands)
  const piece = { source: lines.join('\n'), blanks, gap }
  if (state.kind !== 'code' || fence === undefined) return piece
  const { language, before = '' } = fence
  return { ...piece, code: { language, body: bodyOf(state).join('\n'), before } }
}

/** Lines of code among the open ones: without the fences. */
function bodyOf({ lines, fence }: OpenMarkdown): readonly string[] {
  const own = fence?.before === undefined ? lines.slice(1) : lines
  const last = own.at(-1)
  return last !== undefined && fence !== undefined && endsFence(last, fence) ? own.slice(0, -1) : own
}

function withLine(state: OpenMarkdown, line: string): OpenMarkdown {
  const empty = Array.from({ length: state.hanging }, () => '')
  return { ...state, lines: [...state.lines, ...empty, line], hanging: 0 }
}

function findFence(line: string): Fence | undefined {
  const found = FENCE.exec(line)
  if (found === null) return undefined
  const [, sign = '', info = ''] = found
  const [language = ''] = info.trim().split(/[\s{,]/)
  return { sign, language: language.toLowerCase(), before: undefined }
}

function endsFence(line: string, { sign }: Fence): boolean {
  const bare = line.trim()
  return bare.length >= sign.length && bare === (sign[0] ?? '').repeat(bare.length)
}
