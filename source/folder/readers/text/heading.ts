// Headings by their form: `# A`, a line underlined, and in plain texts CAPITALS and `Name:` before what it names.
import { displayWidth } from './display-width.ts'
import { parseItem } from './item-form.ts'
import { indentOf, isBlank, type Line } from './line.ts'

/** How texts of a kind mark headings: Markdown, org (`* A`), reStructuredText, and anything else. */
export type TextManner = 'markdown' | 'org' | 'rst' | 'plain'

/** How a heading is written, so that another can be written like it. */
export type HeadingForm =
  | { readonly type: 'marks'; readonly opening: string; readonly closing: string }
  | { readonly type: 'underlined'; readonly mark: string }
  | { readonly type: 'capitals'; readonly ending: string }
  | { readonly type: 'colon'; readonly indent: string }

/** A heading of a text. */
export interface Heading {
  /** Index of its line. */
  readonly line: number
  /** Index of its last line: the next one where it is underlined. */
  readonly last: number
  readonly form: HeadingForm
  readonly text: string
}

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+(#+))?[ \t]*$/
const STARS = /^(\*+)[ \t]+(\S.*?)[ \t]*$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const RST_UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}[ \t]*$/
const RULE = /^[ \t]*([-=*_~#+])(?:[ \t]*\1){2,}[ \t]*$/
/** Longer lines are prose: no heading has more characters, or more words. */
const LONGEST = 80
const MOST_WORDS = 10

/** Whether a line only draws: `---`, `* * *`, `=====`. */
export function isRule(line: string): boolean {
  return RULE.test(line)
}

/** The heading that begins in a line; undefined: none does. */
export function headingAt(lines: readonly Line[], index: number, manner: TextManner): Heading | undefined {
  const line = lines[index]?.text ?? ''
  return (
    marked(line, index, manner) ??
    underlined(lines, index, manner) ??
    (manner === 'plain' ? (capitals(lines, index) ?? beforeColon(lines, index)) : undefined)
  )
}

function marked(line: string, index: number, manner: TextManner): Heading | undefined {
  if (manner === 'rst') return undefined
  if (manner === 'org') {
    const found = STARS.exec(line)
    if (!found) return undefined
    const form = { type: 'marks', opening: `${found[1]} `, closing: '' } as const
    return { line: index, last: index, form, text: found[2] ?? '' }
  }
  const found = line.includes('#') ? ATX.exec(line) : null
  const text = found?.[2]?.trim()
  if (!found || !text) return undefined
  const form = {
    type: 'marks',
    opening: `${found[1]} `,
    closing: found[3] === undefined ? '' : ` ${found[3]}`,
  } as const
  return { line: index, last: index, form, text }
}

function underlined(lines: readonly Line[], index: number, manner: TextManner): Heading | undefined {
  const below = lines[index + 1]?.text
  if (below === undefined || below.length < 3) return undefined
  const found = (manner === 'rst' ? RST_UNDERLINE : UNDERLINE).exec(below)
  const text = lines[index]?.text ?? ''
  if (!found || below.trim().length < 3 || !isShort(text) || indentOf(text) > 3) return undefined
  const above = lines[index - 1]?.text ?? ''
  // Behind another line of prose it is the prose's last line, and what is below it a rule.
  if (!isBlank(above) && !isRule(above) && !marked(above, index - 1, manner)) return undefined
  if (isRule(text) || text.includes('|') || parseItem(text)) return undefined
  const form = { type: 'underlined', mark: found[1]?.charAt(0) ?? '-' } as const
  return { line: index, last: index + 1, form, text: text.trim() }
}

function capitals(lines: readonly Line[], index: number): Heading | undefined {
  const line = lines[index]?.text ?? ''
  const above = lines[index - 1]?.text ?? ''
  if (!isInCapitals(line) || (!isBlank(above) && !isRule(above))) return undefined
  let below = index + 1
  while (below < lines.length && isBlank(lines[below]?.text ?? '')) below++
  const next = lines[below]?.text
  // Several such lines in a block are not headings of each other but a text in capitals.
  if (next === undefined || (below === index + 1 && isInCapitals(next))) return undefined
  const text = line.trim()
  const ending = text.endsWith(':') ? ':' : ''
  const name = text.slice(0, text.length - ending.length).trimEnd()
  return { line: index, last: index, form: { type: 'capitals', ending }, text: name }
}

function isInCapitals(line: string): boolean {
  const text = line.trim()
  if (!isShort(text) || /[a-z]/.test(text) || !/^[\p{L}\p{N}]/u.test(text)) return false
  if (/[.,;!?|]$|: /.test(text) || !/\p{Lu}.*\p{Lu}/u.test(text)) return false
  return text === text.toUpperCase()
}

function beforeColon(lines: readonly Line[], index: number): Heading | undefined {
  const line = lines[index]?.text ?? ''
  const text = line.trim()
  const below = lines[index + 1]?.text
  if (!text.endsWith(':') || text.length < 2 || below === undefined || isBlank(below) || !isShort(text))
    return undefined
  if (parseItem(line) || (!parseItem(below) && indentOf(below) <= indentOf(line))) return undefined
  const indent = line.slice(0, line.length - line.trimStart().length)
  return { line: index, last: index, form: { type: 'colon', indent }, text: text.slice(0, -1).trimEnd() }
}

function isShort(line: string): boolean {
  const text = line.trim()
  return text !== '' && text.length <= LONGEST && text.split(/\s+/).length <= MOST_WORDS
}

/** The lines of a new heading in the form of another. */
export function headingLines(text: string, form: HeadingForm): readonly string[] {
  switch (form.type) {
    case 'marks':
      return [form.opening + text + form.closing]
    case 'underlined':
      return [text, form.mark.repeat(Math.max(3, displayWidth(text)))]
    case 'capitals':
      return [text.toUpperCase() + form.ending]
    case 'colon':
      return [`${form.indent}${text}:`]
    default:
      return form satisfies never
  }
}
