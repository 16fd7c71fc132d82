// A piece of Markdown as styled rows of a width, by the lexer of `marked`. This file and what it imports are loaded with the
// first answer, not at the start (reader.ts). Texts that come in are safe to draw already. Pure.
import { Lexer, type Token, type Tokens } from 'marked'
import { columnWidth } from '../column-width.ts'
import { rowWidth, type Stretch, type StyledRow } from '../theme/paint.ts'
import { inlineStretches } from './inline.ts'
import { tableRows } from './table.ts'
import { cutRow, wrapRow } from './wrap-row.ts'

export interface Layout {
  readonly columns: number
  readonly signs: Signs
  /** False: bold and its like cannot be seen, so the signs of Markdown stay where they say something. */
  readonly styled: boolean
  /** Addresses can stand behind their texts; else they are written out. */
  readonly links: boolean
  /** Nothing that only an eye understands: no tables side by side, no lines drawn, no indentation of quotes. */
  readonly spoken: boolean
  /** Lines of code with their colours. */
  highlight(code: string, language: string): readonly StyledRow[]
}

/** What is drawn besides text. */
export interface Signs {
  readonly bullet: string
  readonly done: string
  readonly open: string
  readonly quote: string
  readonly rule: string
  readonly bar: string
  readonly cross: string
}

export const UNICODE_SIGNS: Signs = {
  bullet: '•',
  done: '☑',
  open: '☐',
  quote: '│',
  rule: '─',
  bar: '│',
  cross: '┼',
}

export const ASCII_SIGNS: Signs = {
  bullet: '-',
  done: '[x]',
  open: '[ ]',
  quote: '|',
  rule: '-',
  bar: '|',
  cross: '+',
}

/** What an item is at least left, so that deep lists do not become a column of letters. */
const LEAST_COLUMNS = 8
const LONGEST_RULE = 40

/** Rows of a text that is one or a few blocks; none of them is wider than the layout, an empty text has none. */
export function layoutMarkdown(source: string, layout: Layout): readonly StyledRow[] {
  return blockRows(new Lexer({ gfm: true }).lex(source), layout)
}

/** Lines of code, indented; what is wider goes on in the next row. */
export function codeRows(lines: readonly StyledRow[], layout: Layout): readonly StyledRow[] {
  const indent = layout.columns > LEAST_COLUMNS && !layout.spoken ? '  ' : ''
  return lines.flatMap((line) => cutRow(line, layout.columns - indent.length)).map((row) => led(indent, row))
}

function blockRows(tokens: readonly Token[], layout: Layout): readonly StyledRow[] {
  const rows: StyledRow[] = []
  let isApart = false
  for (const token of tokens) {
    if (token.type === 'space') {
      isApart = true
      continue
    }
    const block = rowsOf(token, layout)
    if (block.length === 0) continue
    if (isApart && rows.length > 0) rows.push([])
    rows.push(...block)
    // A list takes the empty line behind it into its own text.
    isApart = /\n[ \t]*\n$/.test(token.raw)
  }
  return rows
}

function rowsOf(token: Token, layout: Layout): readonly StyledRow[] {
  const { columns, signs } = layout
  // The lexer's own types of tokens are an open union: each is what its `type` says.
  switch (token.type) {
    case 'heading':
      return headingRows(token as Tokens.Heading, layout)
    case 'list':
      return (token as Tokens.List).items.flatMap((item, at) =>
        itemRows(item, at, token as Tokens.List, layout),
      )
    case 'code':
      return codeRows(layout.highlight((token as Tokens.Code).text, languageOf(token as Tokens.Code)), layout)
    case 'blockquote':
      return quoteRows(token as Tokens.Blockquote, layout)
    case 'table':
      return tableRows(token as Tokens.Table, layout)
    case 'hr':
      return [[{ text: signs.rule.repeat(Math.min(columns, LONGEST_RULE)), tint: 'quiet' }]]
    case 'paragraph':
    case 'text':
      return wrapRow(inlineStretches(token.tokens ?? [token], layout), columns)
    case 'checkbox':
      return []
    default:
      // HTML, definitions of links, and what a newer lexer may find: as it was written.
      return wrapRow([{ text: token.raw.trimEnd() }], columns)
  }
}

function headingRows({ depth, tokens }: Tokens.Heading, layout: Layout): readonly StyledRow[] {
  const sign = layout.styled && !layout.spoken ? '' : `${'#'.repeat(depth)} `
  const text = inlineStretches(tokens, layout).map(
    (one): Stretch => ({ ...one, bold: true, underline: depth === 1, tint: one.tint ?? 'heading' }),
  )
  return wrapRow(sign === '' ? text : [{ text: sign }, ...text], layout.columns)
}

function itemRows(
  item: Tokens.ListItem,
  at: number,
  list: Tokens.List,
  layout: Layout,
): readonly StyledRow[] {
  const { signs, columns } = layout
  const number = list.ordered ? `${Number(list.start || 1) + at}. ` : undefined
  const box = item.checked ? signs.done : signs.open
  const mark = number ?? (item.task ? `${box} ` : `${signs.bullet} `)
  const width = columnWidth(mark)
  const inner = { ...layout, columns: Math.max(LEAST_COLUMNS, columns - width) }
  const isNarrow = columns - width < LEAST_COLUMNS
  const rows = blockRows(item.tokens, isNarrow ? layout : inner)
  const gap: readonly StyledRow[] = at > 0 && list.loose ? [[]] : []
  if (isNarrow) return [...gap, ...wrapRow([{ text: mark, tint: 'quiet' }], columns), ...rows]
  const [first = [], ...rest] = rows
  const indent = ' '.repeat(width)
  return [
    ...gap,
    [{ text: mark, tint: 'quiet' }, ...first],
    ...rest.map((row) => (row.length === 0 ? row : led(indent, row))),
  ]
}

function quoteRows({ tokens }: Tokens.Blockquote, layout: Layout): readonly StyledRow[] {
  const mark = layout.spoken ? '' : `${layout.signs.quote} `
  const width = columnWidth(mark)
  if (layout.columns - width < LEAST_COLUMNS) return blockRows(tokens, layout)
  const rows = blockRows(tokens, { ...layout, columns: layout.columns - width })
  const italic = rows.map((row) => row.map((one): Stretch => ({ ...one, italic: true })))
  if (layout.spoken) return [[{ text: 'Quote:' }], ...italic]
  return italic.map((row) => [{ text: row.length === 0 ? mark.trimEnd() : mark, tint: 'quiet' }, ...row])
}

function languageOf({ lang }: Tokens.Code): string {
  return (lang ?? '').split(/[\s{,]/)[0]?.toLowerCase() ?? ''
}

function led(indent: string, row: StyledRow): StyledRow {
  return indent === '' || rowWidth(row) === 0 ? row : [{ text: indent }, ...row]
}
