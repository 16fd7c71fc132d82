// What came over the wire as text for a person: HTML without its tags, JSON with line breaks, other text as it is. Pure.
import { convert } from 'html-to-text'
import { ToolFailure } from '../../source/contracts/tool.ts'
import type { HttpAnswer } from '../../source/toolkit/http-get.ts'
import { indentJson } from './indent-json.ts'
import { formatTable } from './table-format.ts'

/** What is needed of an answer from the web. */
export type WebAnswer = Pick<HttpAnswer, 'url' | 'type' | 'charset' | 'body'>

export interface PageText {
  readonly kind: 'html' | 'json' | 'text'
  /** Of an HTML page; empty: it has none. */
  readonly title: string
  readonly text: string
}

const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-ndjson|x-sh|sql|rtf)$/
const SNIFFED_BYTES = 4_096
/** Of a page of 1 MB more is nothing but padding between columns. */
const MOST_TEXT = 8_000_000
const LONGEST_TITLE = 120
/** Of a title as it stands in the page, entities and all. */
const MOST_OF_TITLE = 2_000

/** Throws `ToolFailure` for what is no text. */
export function pageText(answer: WebAnswer): PageText {
  const { url, type, body } = answer
  const isText = type === '' || type === 'application/octet-stream' || TEXT_TYPE.test(type)
  const told = markedCharset(body) ?? answer.charset
  const isBinary = isUtf16(told) ? decode(headOf(body), told).includes('\0') : headOf(body).includes(0)
  if (!isText || isBinary)
    throw new ToolFailure(
      'binary',
      `\`${url}\` is no text (${type || 'a type that is not said'}), so it cannot be read here; open it in a browser.`,
    )
  const isHtml =
    /html/.test(type) ||
    (type === '' && /^\s*<(?:!doctype html|html)\b/i.test(decode(headOf(body), told || 'latin1')))
  const text = decode(body, told || (isHtml ? charsetOfHtml(body) : ''))
  if (isHtml) return ofHtml(text, url)
  if (/json$/.test(type)) return { kind: 'json', title: '', text: indentJson(text) }
  return { kind: 'text', title: '', text: text.trim() }
}

/** What is said of a page that asks too much of the converter. */
export function unreadable(url: string, cause?: Error): ToolFailure {
  return new ToolFailure(
    'unreadable',
    `\`${url}\` cannot be read as text: its markup is more than can be made out here; open it in a browser.`,
    { cause },
  )
}

function ofHtml(html: string, url: string): PageText {
  try {
    const text = textOfHtml(html)
    if (text.length > MOST_TEXT) throw unreadable(url)
    return { kind: 'html', title: titleOf(html), text }
  } catch (error) {
    // Too deep or too long a text; and the converter trips over some of what no page should have (a Roman numeral above 10,000).
    if (error instanceof RangeError || error instanceof TypeError) throw unreadable(url, error)
    throw error
  }
}

function headOf(body: Buffer): Buffer {
  return body.subarray(0, SNIFFED_BYTES)
}

/** The mark at the start counts for more than what is said of the page (https://encoding.spec.whatwg.org/#decode). */
function markedCharset(body: Buffer): string | undefined {
  const start = body.toString('latin1', 0, 3)
  if (start === '\xef\xbb\xbf') return 'utf-8'
  if (start.startsWith('\xff\xfe')) return 'utf-16le'
  return start.startsWith('\xfe\xff') ? 'utf-16be' : undefined
}

function isUtf16(charset: string): boolean {
  return /^utf-16/i.test(charset)
}

/** An encoding that nobody knows is read as UTF-8. */
function decode(body: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

/** Where that can be read, the page is not in UTF-16, whatever it says (https://html.spec.whatwg.org/#determining-the-character-encoding). */
function charsetOfHtml(body: Buffer): string {
  const said = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(headOf(body).toString('latin1'))?.[1] ?? ''
  return isUtf16(said) ? 'utf-8' : said
}

function titleOf(html: string): string {
  // Up to the next `<`: up to the next `>` would be looked for from every `<title` to the page's end.
  const inside = /<title[^<>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? ''
  const title = convert(inside.slice(0, MOST_OF_TITLE), { wordwrap: false }).replace(/\s+/g, ' ').trim()
  return title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE - 1).toWellFormed()}…`
}

function textOfHtml(html: string): string {
  const text = convert(html, {
    wordwrap: false,
    // A page can nest as deep as it likes.
    limits: { maxDepth: 200, ellipsis: '…' },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'nav', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      { selector: 'table', format: 'boundedTable', options: { uppercaseHeaderCells: false } },
    ],
    formatters: { boundedTable: formatTable },
  })
  return (
    text
      // From the first blank of a row alone: from each of them would take a time that grows with the square of the page.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}
