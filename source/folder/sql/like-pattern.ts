// `LIKE` for people's texts: `%cafe%` finds `Café`, in any alphabet. SQLite's own knows the letters of ASCII alone. Pure.

/** Any one character. */
const ANY = Symbol('any')
type Part = string | typeof ANY
type Segment = readonly Part[]

/** Small letters without the marks of Latin, Greek and Cyrillic letters; the signs of other scripts are letters of their own and stay. */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, which has no marks.
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

/** Whether a text, folded already, is like the pattern; `mark`: the character of `ESCAPE`, behind which `%` and `_` are themselves. */
export function likeMatcher(pattern: string, mark?: string): (folded: string) => boolean {
  const segments = segmentsOf(pattern, mark)
  const [first = [], ...rest] = segments
  const last = rest.pop()
  return (text) => {
    let at = endOf(first, text, 0)
    if (last === undefined) return at === text.length
    for (const segment of rest) at = at < 0 ? -1 : findFrom(segment, text, at)
    return at >= 0 && endsWith(last, text, at)
  }
}

/** What stands between the `%`: at least one. */
function segmentsOf(pattern: string, mark: string | undefined): readonly Segment[] {
  const segments: Part[][] = [[]]
  let run = ''
  let isEscaped = false
  const close = () => {
    if (run !== '') segments.at(-1)?.push(foldText(run))
    run = ''
  }
  for (const character of pattern) {
    if (!isEscaped && character === mark) {
      isEscaped = true
      continue
    }
    if (isEscaped || (character !== '%' && character !== '_')) run += character
    else {
      close()
      if (character === '%') segments.push([])
      else segments.at(-1)?.push(ANY)
    }
    isEscaped = false
  }
  close()
  return segments
}

/** Where a segment that begins at `at` ends; -1: it does not stand there. */
function endOf(segment: Segment, text: string, at: number): number {
  let end = at
  for (const part of segment) {
    if (part === ANY) {
      if (end >= text.length) return -1
      end += widthAt(text, end)
    } else if (text.startsWith(part, end)) end += part.length
    else return -1
  }
  return end
}

/** The end of its first place from `from` on; the first is always enough, for a `%` follows. */
function findFrom(segment: Segment, text: string, from: number): number {
  const [only] = segment
  if (segment.length === 1 && typeof only === 'string') {
    const at = text.indexOf(only, from)
    return at < 0 ? -1 : at + only.length
  }
  for (let at = from; at <= text.length; at += widthAt(text, at)) {
    const end = endOf(segment, text, at)
    if (end >= 0) return end
  }
  return -1
}

function endsWith(segment: Segment, text: string, from: number): boolean {
  const [only] = segment
  if (only === undefined) return true
  if (segment.length === 1 && typeof only === 'string')
    return text.length - only.length >= from && text.endsWith(only)
  for (let at = from; at <= text.length; at += widthAt(text, at))
    if (endOf(segment, text, at) === text.length) return true
  return false
}

/** A character beyond the first plane is two units, and one for a person. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
