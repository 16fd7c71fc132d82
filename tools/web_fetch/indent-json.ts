// JSON with line breaks, and else as it came: made anew from what was parsed, `19.90` would be 19.9, an id of 64 bits another
// one, and of two members of one name the first would be gone. Pure.

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g
/** Deeper is nothing that anybody reads, and blanks alone would fill the memory. */
const DEEPEST = 100

/** What is no JSON after all, was cut, or is too deep stays as it is. */
export function indentJson(text: string): string {
  try {
    JSON.parse(text)
    return indented(text) ?? text.trim()
  } catch {
    return text.trim()
  }
}

function indented(text: string): string | undefined {
  const parts: string[] = []
  let depth = 0
  let before = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']'
    const opened = before === '{' || before === '['
    if (closes) depth--
    // What is empty stays in one line.
    if (closes ? !opened : opened || before === ',') parts.push(`\n${'  '.repeat(depth)}`)
    if (token === '{' || token === '[') depth++
    if (depth > DEEPEST) return undefined
    // Letters that were written as `\u00df` are to be read.
    parts.push(token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token, token === ':' ? ' ' : '')
    before = token
  }
  return parts.join('')
}
