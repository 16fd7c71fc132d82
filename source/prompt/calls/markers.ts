// Markers of chat templates that a model spells out: they are no part of an answer and are not shown. In code they are,
// for there somebody writes about them, and so is an end tag whose start was shown.
import { isDigit, isNameStart } from './growing-text.ts'

/** Characters between `<|` and `|>`. */
const LONGEST_WORD = 32
/** The most that is held back: `<|word|>` and the role behind it. */
export const LONGEST_MARKER = LONGEST_WORD + 16
/** End tags, and the beginning of what they end. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['</s>', '<s>'],
  ['</tool_call>', '<tool_call'],
  ['</tool_calls>', '<tool_calls>'],
  ['</TOOL_DECISION>', '<TOOL_DECISION>'],
])
const STARTS: readonly string[] = [...ENDS.values()]
const LITERALS = [
  ...['<start_of_turn>', '<end_of_turn>', '[INST]', '[/INST]', '[TOOL_CALLS]', '[/TOOL_CALLS]'],
  ...ENDS.keys(),
  ...STARTS,
]
/** Templates write the speaker behind these. */
const BEFORE_ROLE = ['<|im_start|>', '<|start_header_id|>', '<|start_of_role|>', '<start_of_turn>']
const ROLES = ['system', 'user', 'assistant', 'model', 'tool', 'ipython']

/** Passes one answer on without its markers. */
export class MarkerFilter {
  readonly #code = new CodeState()
  readonly #open = new Map<string, number>()
  #held = ''

  /** What may be shown of it now. */
  push(chunk: string): string {
    return this.#pass(this.#held + chunk, false)
  }

  /** What was held back, once no more comes. */
  end(): string {
    return this.#pass(this.#held, true)
  }

  #pass(text: string, isEnd: boolean): string {
    let shown = ''
    let begin = 0
    let at = 0
    this.#held = ''
    while (at < text.length) {
      const char = text[at] ?? ''
      this.#code.pass(char)
      const marker = char === '<' || char === '[' ? findMarker(text, at, isEnd) : ''
      if (marker === undefined) {
        this.#held = text.slice(at)
        return shown + text.slice(begin, at)
      }
      if (marker !== '' && this.#isHidden(marker)) {
        shown += text.slice(begin, at)
        begin = at + marker.length
      }
      at += Math.max(1, marker.length)
    }
    return shown + text.slice(begin)
  }

  #isHidden(marker: string): boolean {
    if (this.#code.isInside) return false
    const start = ENDS.get(marker) ?? marker
    const open = this.#open.get(start) ?? 0
    const isStart = STARTS.includes(marker)
    this.#open.set(start, Math.max(0, open + (isStart ? 1 : -1)))
    return !isStart && open === 0
  }
}

/** Is this inside a code fence or a code span? Spans end with their line, so that a lone backtick does no harm. */
class CodeState {
  #isFence = false
  #isSpan = false
  #isLineStart = true
  #ticks = 0

  get isInside(): boolean {
    return this.#isFence || this.#isSpan
  }

  pass(char: string): void {
    if (char === '`') {
      this.#ticks++
      return
    }
    if (this.#ticks > 2 && this.#isLineStart) this.#isFence = !this.#isFence
    else if (this.#ticks > 0 && !this.#isFence) this.#isSpan = !this.#isSpan
    if (this.#ticks > 0) this.#isLineStart = false
    this.#ticks = 0
    if (char === '\n') {
      this.#isLineStart = true
      this.#isSpan = false
    } else if (char !== ' ') this.#isLineStart = false
  }
}

/** The marker that begins here; empty: none; undefined: one may, when more has come. */
function findMarker(text: string, at: number, isEnd: boolean): string | undefined {
  const rest = text.slice(at, at + LONGEST_MARKER)
  if (!isEnd && LITERALS.some((literal) => literal.length > rest.length && literal.startsWith(rest)))
    return undefined
  const literals = LITERALS.filter((literal) => rest.startsWith(literal))
  const literal = literals.sort((a, b) => b.length - a.length)[0]
  const marker = literal ?? findWord(rest, isEnd)
  return marker !== undefined && BEFORE_ROLE.includes(marker) ? withRole(rest, marker, isEnd) : marker
}

/** `<|word|>`, and as DeepSeek writes it, with wide bars. */
function findWord(rest: string, isEnd: boolean): string | undefined {
  const bar = rest[1] ?? ''
  if (rest[0] !== '<' || (bar !== '|' && bar !== '｜')) return ''
  let end = 2
  while (end < LONGEST_WORD + 2 && isWordPart(rest[end] ?? '')) end++
  const closing = rest.slice(end, end + 2)
  if (closing === `${bar}>`) return end > 2 ? rest.slice(0, end + 2) : ''
  const isPossible = closing === '' || closing === bar
  return isPossible && !isEnd ? undefined : ''
}

function withRole(rest: string, marker: string, isEnd: boolean): string | undefined {
  const behind = rest.slice(marker.length)
  if (!isEnd && ROLES.some((role) => role.startsWith(behind))) return undefined
  const role = ROLES.find((one) => behind.startsWith(one)) ?? ''
  const next = behind[role.length] ?? '\n'
  return '\r\n<'.includes(next) ? marker + role : marker
}

function isWordPart(char: string): boolean {
  return isNameStart(char) || isDigit(char) || (char !== '' && '-/▁'.includes(char))
}
