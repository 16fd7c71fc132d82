// Styled stretches into rows of a width: between words, inside a word only if it is longer than a row. Pure.
import { columnWidth, graphemes } from '../column-width.ts'
import type { Stretch, StyledRow } from '../theme/paint.ts'

// Behind spaces, and between signs of scripts that have none: but not in front of what closes.
const BREAK =
  /(?<= )(?=[^ ])|(?<=[\u2e80-\u303f\u3041-\u9fff\uff00-\uffef])(?![\u3001\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f])(?=[^ ])/u

/** Rows of at most `columns`; a line break in a text begins a new one. Never empty. */
export function wrapRow(stretches: StyledRow, columns: number): readonly StyledRow[] {
  const lines = new Lines(Math.max(1, columns))
  for (const word of wordsOf(stretches)) {
    if (word === 'break') lines.end()
    else lines.put(word)
  }
  lines.end()
  return lines.rows
}

/** Cut at every column, without regard to words: for code. */
export function cutRow(stretches: StyledRow, columns: number): readonly StyledRow[] {
  const lines = new Lines(Math.max(1, columns))
  for (const stretch of stretches) lines.putHard(stretch)
  lines.end(false)
  return lines.rows
}

/** Words of one or more stretches, each with the spaces behind it. */
function* wordsOf(stretches: StyledRow): Generator<readonly Stretch[] | 'break'> {
  let word: Stretch[] = []
  for (const stretch of stretches) {
    for (const [at, line] of stretch.text.split('\n').entries()) {
      if (at > 0) {
        if (word.length > 0) yield word
        word = []
        yield 'break'
      }
      for (const part of line.split(BREAK)) {
        if (part === '') continue
        const before = word.at(-1)?.text
        if (before !== undefined && BREAK.test(`${before.slice(-1)}${part[0]}`)) {
          yield word
          word = []
        }
        word.push({ ...stretch, text: part })
      }
    }
  }
  if (word.length > 0) yield word
}

class Lines {
  readonly rows: StyledRow[] = []
  readonly #width: number
  #row: Stretch[] = []
  #used = 0

  constructor(width: number) {
    this.#width = width
  }

  put(word: readonly Stretch[]): void {
    const text = word.map((one) => one.text).join('')
    const needed = columnWidth(text.trimEnd())
    if (this.#used > 0 && this.#used + needed > this.#width) this.end()
    for (const stretch of word) {
      const bare = stretch.text.trimEnd()
      if (needed <= this.#width) this.#add(stretch, columnWidth(stretch.text))
      else {
        this.putHard({ ...stretch, text: bare })
        // Spaces at an edge hang over it.
        this.#add({ ...stretch, text: stretch.text.slice(bare.length) }, stretch.text.length - bare.length)
      }
    }
  }

  putHard(stretch: Stretch): void {
    if (/^[\x20-\x7e]*$/.test(stretch.text)) this.#putSimple(stretch)
    else
      for (const cluster of graphemes(stretch.text)) {
        const size = columnWidth(cluster)
        if (this.#used > 0 && this.#used + size > this.#width) this.end(false)
        this.#add({ ...stretch, text: cluster }, size)
      }
  }

  /** Ends the row; spaces at its end may have hung over the edge. */
  end(trims = true): void {
    this.rows.push(trims ? trimmed(this.#row) : this.#row)
    this.#row = []
    this.#used = 0
  }

  #putSimple(stretch: Stretch): void {
    let rest = stretch.text
    while (rest !== '') {
      if (this.#used >= this.#width) this.end(false)
      const part = rest.slice(0, this.#width - this.#used)
      this.#add({ ...stretch, text: part }, part.length)
      rest = rest.slice(part.length)
    }
  }

  #add(stretch: Stretch, size: number): void {
    const last = this.#row.at(-1)
    if (last !== undefined && sameStyle(last, stretch))
      this.#row[this.#row.length - 1] = { ...last, text: last.text + stretch.text }
    else this.#row.push(stretch)
    this.#used += size
  }
}

function sameStyle(one: Stretch, other: Stretch): boolean {
  return (
    one.tint === other.tint &&
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.underline === other.underline &&
    one.strike === other.strike &&
    one.href === other.href
  )
}

function trimmed(row: readonly Stretch[]): StyledRow {
  const kept = [...row]
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    const text = last.text.trimEnd()
    if (text !== '') return [...kept, { ...last, text }]
  }
  return kept
}
