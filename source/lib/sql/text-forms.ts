// Which texts may stand between quotation marks: each form tells whether a text has it, may begin it, and what may come next.
import type { SqlColumn } from '../../contracts/sql.ts'

/** How far a text between quotes is one of a form. */
export interface FormReading {
  readonly isWhole: boolean
  readonly isOpen: boolean
}

export type TextForm = (text: string) => FormReading

const NEITHER: FormReading = { isWhole: false, isOpen: false }

/** One of these; ignoring case where it says so. */
export function oneOf(values: readonly string[], ignoresCase = false): TextForm {
  const folded = ignoresCase ? values.map((value) => value.toLowerCase()) : values
  const sorted = [...new Set(folded)].sort()
  return (said) => {
    const text = ignoresCase ? said.toLowerCase() : said
    const at = firstNotBefore(sorted, text)
    const found = sorted[at]
    if (found === undefined || !found.startsWith(text)) return NEITHER
    const isWhole = found === text
    const isOpen = !isWhole || (sorted[at + 1]?.startsWith(text) ?? false)
    return { isWhole, isOpen }
  }
}

function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** A run of the message's words, ignoring case, from the beginning of a word to the end of one; blanks count as one. */
export function runOf(message: string): TextForm {
  const said = message.replace(/\s+/g, ' ').trim().toLowerCase()
  return (raw) => {
    const text = raw.toLowerCase()
    if (text === '') return { isWhole: false, isOpen: said !== '' }
    let isWhole = false
    for (let at = said.indexOf(text); at !== -1; at = said.indexOf(text, at + 1)) {
      if (isInside(said, at)) continue
      const end = at + text.length
      if (!isInside(said, end) && !text.endsWith(' ')) isWhole = true
      if (end < said.length) return { isWhole, isOpen: true }
    }
    return { isWhole, isOpen: false }
  }
}

/** Whether a place lies within a word. */
function isInside(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && /[\p{L}\p{N}]/u.test(text[at] ?? ' ')
}

/** Shorter ones would fit anything. */
const LEAST_PATTERN = 1

/** `%word%`: something that stands in a cell of the column, or in the message; with a `%` in front, behind, or both. */
export function patternOf(column: SqlColumn, message: string): TextForm {
  const cells = [...column.values, message].map((cell) => cell.toLowerCase())
  return (raw) => {
    const text = raw.toLowerCase()
    const inner = text.replace(/^%/, '')
    if (inner === '') return { isWhole: false, isOpen: true }
    const ends = inner.indexOf('%')
    const said = ends === -1 ? inner : inner.slice(0, ends)
    const isKnown = said.trim() !== '' && cells.some((cell) => cell.includes(said))
    if (!isKnown || (ends !== -1 && ends !== inner.length - 1)) return NEITHER
    const isLong = said.trim().length >= LEAST_PATTERN
    if (ends !== -1) return { isWhole: isLong, isOpen: false }
    return { isWhole: isLong && text.startsWith('%'), isOpen: true }
  }
}

const WHOLE_FORMS = ['0000-00-00 00:00:00', '0000-00-00 00:00', '0000-00-00', '0000-00']
const PATTERN_FORMS = ['0000-00-00%', '0000-00-%', '0000-00%', '0000-%', '0000%', '%-00-%', '%-00-00']

/** `2026-11-28`, with a time, or as a pattern for LIKE: `2026-11-%`. */
export function dateForm(isPattern: boolean): TextForm {
  const forms = isPattern ? PATTERN_FORMS : WHOLE_FORMS
  return (text) => {
    const shape = text.replace(/\d/g, '0')
    const fitting = forms.filter((form) => form.startsWith(shape))
    if (fitting.length === 0 || !isCalendar(text)) return NEITHER
    return { isWhole: fitting.includes(shape), isOpen: fitting.some((form) => form !== shape) }
  }
}

/** No thirteenth month, no 32nd day; years of four digits that people live in. */
function isCalendar(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{0,4})-?(\d{0,2})-?(\d{0,2})/.exec(text) ?? []
  if (!'1'.startsWith(year.slice(0, 1)) && !'2'.startsWith(year.slice(0, 1))) return false
  if (month.length === 1 && month > '1') return false
  if (month.length === 2 && (month < '01' || month > '12')) return false
  if (day.length === 1 && day > '3') return false
  return !(day.length === 2 && (day < '01' || day > '31'))
}

const TIME = /^\d{1,2}:\d{2}(?::\d{2})?$/

/** Whether a column has times of day and nothing else. */
export function areTimes(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => TIME.test(value))
}

/** Times of day, where the column has such: with two digits for the hour, if all of them have two. */
export function timesLike(values: readonly string[]): readonly TextForm[] {
  const times = values.filter((value) => TIME.test(value))
  if (times.length === 0) return []
  const begins = times.every((value) => value.indexOf(':') === 2) ? PADDED : UNPADDED
  return [
    (text) => ({
      isWhole: TIME.test(text) && begins.test(text),
      isOpen: begins.test(text) && text.length < 8,
    }),
  ]
}

const PADDED = /^(?:[01]\d?|2[0-3]?)?(?:(?<=\d\d):(?:[0-5](?:\d(?::(?:[0-5]\d?)?)?)?)?)?$/
const UNPADDED = /^(?:\d|[01]\d|2[0-3])?(?:(?<=\d):(?:[0-5](?:\d(?::(?:[0-5]\d?)?)?)?)?)?$/

const WORD = /[\p{L}\p{N}]+/gu
/** More words than these are no name or note. */
const MOST_WORDS = 30

/** Words of these texts, in any order, with what stands between words in between. */
export function wordsOf(texts: readonly string[]): TextForm {
  const known = new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []))
  const begins = oneOf([...known])
  return (raw) => {
    const text = raw.toLowerCase()
    const words = text.match(WORD) ?? []
    const isInside = /[\p{L}\p{N}]$/u.test(text)
    const whole = isInside ? words.slice(0, -1) : words
    if (
      words.length > MOST_WORDS ||
      !whole.every((word) => known.has(word)) ||
      /[%;\n]|[^\p{L}\p{N}]{4}/u.test(text)
    )
      return NEITHER
    if (!isInside) return { isWhole: words.length > 0, isOpen: words.length < MOST_WORDS }
    const last = begins(words.at(-1) ?? '')
    return { isWhole: last.isWhole, isOpen: last.isOpen || last.isWhole }
  }
}

/** What a text can begin that has to match one of these whole: tried by completing it. */
export function anyForm(forms: readonly TextForm[]): TextForm {
  return (text) => {
    let [isWhole, isOpen] = [false, false]
    for (const form of forms) {
      const one = form(text)
      isWhole ||= one.isWhole
      isOpen ||= one.isOpen
      if (isWhole && isOpen) break
    }
    return { isWhole, isOpen }
  }
}
