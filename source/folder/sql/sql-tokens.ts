// Takes a statement apart as SQLite does (https://www.sqlite.org/lang_expr.html, tokenize.c): enough to count statements, to find the names in
// one, and to change a mark of it. What it means stays SQLite's business. Pure.

export interface SqlToken {
  /** `quoted`: a name in `"…"`, `` `…` `` or `[…]`. `text`: `'…'`. `parameter`: `?1`, `:name`. `mark`: anything else, one character. */
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'parameter' | 'mark'
  /** As it stands there. */
  readonly text: string
  /** Without its quotes, in lower case where it is no `text`. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Every character above ASCII may stand in a name. */
const WORD = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy
const NUMBER = /0x[\da-f_]+|\d[\d_]*(?:\.[\d_]*)?(?:e[+-]?\d[\d_]*)?|\.\d[\d_]*(?:e[+-]?\d[\d_]*)?/iy
const PARAMETER = /\?\d*|[:@$][\w\u0080-\uffff]+/iy
const BLANK = /[ \t\n\f\r\ufeff]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y
const CLOSING: { readonly [open: string]: string } = { "'": "'", '"': '"', '`': '`', '[': ']' }

/** Tokens in order, without blanks and comments; a quote that is never closed reaches to the end. */
export function readTokens(sql: string): readonly SqlToken[] {
  const tokens: SqlToken[] = []
  let at = 0
  while (at < sql.length) {
    const blank = lengthAt(BLANK, sql, at)
    if (blank > 0) at += blank
    else {
      const token = tokenAt(sql, at)
      tokens.push(token)
      at = token.end
    }
  }
  return tokens
}

function tokenAt(sql: string, start: number): SqlToken {
  const first = sql[start] ?? ''
  const close = CLOSING[first]
  if (close !== undefined) return quotedAt(sql, start, close)
  for (const [kind, pattern] of [
    ['number', NUMBER],
    ['word', WORD],
    ['parameter', PARAMETER],
  ] as const) {
    const length = lengthAt(pattern, sql, start)
    if (length > 0) return plain(kind, sql, start, start + length)
  }
  return plain('mark', sql, start, start + 1)
}

function plain(kind: SqlToken['kind'], sql: string, start: number, end: number): SqlToken {
  const text = sql.slice(start, end)
  return { kind, text, name: text.toLowerCase(), start, end }
}

/** A quote is doubled where it belongs to what is quoted, but in brackets. */
function quotedAt(sql: string, start: number, close: string): SqlToken {
  let at = sql.indexOf(close, start + 1)
  while (at >= 0 && close !== ']' && sql[at + 1] === close) at = sql.indexOf(close, at + 2)
  const end = at < 0 ? sql.length : at + 1
  const inside = sql.slice(start + 1, at < 0 ? end : at).replaceAll(close + close, close)
  const kind = close === "'" ? 'text' : 'quoted'
  const name = kind === 'text' ? inside : inside.toLowerCase()
  return { kind, text: sql.slice(start, end), name, start, end }
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** A name as it may stand in any statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
