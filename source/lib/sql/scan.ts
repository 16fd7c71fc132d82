// The terminals of the grammar: words, signs, names, numbers and texts at a place of the text. Each calls on with the place behind it, or
// notes that the text ended within it.

import type { SqlVocabulary } from '../../contracts/sql.ts'
import type { TextForm } from './text-forms.ts'

/** What a part of a program is: for who explains it or looks for its tables. */
export type PartKind =
  | 'verb'
  | 'table'
  | 'column'
  | 'function'
  | 'text'
  | 'pattern'
  | 'number'
  | 'sign'
  | 'word'

/** A part of a program with what stands before it; a list that shares its beginnings. */
export interface SqlPart {
  readonly kind: PartKind
  /** As it stands there; of a text without its quotes. */
  readonly text: string
  /** e.g. `select`, `from`, `where`, `set`, `values`, `order`: where it stands. */
  readonly clause: string
  /** Of the sub-query that it stands in; 0: the statement itself. */
  readonly depth: number
  readonly before: SqlPart | undefined
}

/** What is known at a place of the text. */
export interface State {
  /** Names of the tables that the statement speaks of by now. */
  readonly tables: readonly string[]
  /** Columns that were used before the tables were named. */
  readonly used: readonly string[]
  readonly clause: string
  readonly depth: number
  /** Aggregates may stand here. */
  readonly groups: boolean
  readonly last: SqlPart | undefined
}

export const START: State = { tables: [], used: [], clause: '', depth: 0, groups: false, last: undefined }

export type Next = (at: number, state: State) => void

/** Goes on behind each place once: what can be read in two ways there doubles what is read of the rest. */
export function once(next: Next): Next {
  const ends = new Set<number>()
  return (at, state) => {
    if (ends.has(at)) return
    ends.add(at)
    next(at, state)
  }
}

export interface Scan {
  readonly text: string
  readonly vocabulary: SqlVocabulary
  /** A keyword, ignoring case. */
  word(word: string, at: number, next: (at: number) => void): void
  sign(sign: string, at: number, next: (at: number) => void): void
  /** White space that has to be there, or may. */
  blank(at: number, next: (at: number) => void): void
  gap(at: number, next: (at: number) => void): void
  /** The longest of the names that stands here. */
  name(names: readonly string[], at: number, next: (at: number, name: string) => void): void
  /** One of these numbers, in any of its forms: `3.5` is `3.50`, too. */
  number(at: number, allowed: readonly string[], next: (at: number, text: string) => void): void
  /** A text in single quotes, one in it doubled. */
  quoted(form: TextForm, at: number, next: (at: number, text: string) => void): void
  /** A program ends here. */
  finish(at: number, last: SqlPart | undefined): void
  result(): ScanResult
}

/** What came of all paths. */
export interface ScanResult {
  /** It may go on. */
  readonly isOpen: boolean
  /** It is a program. */
  readonly isWhole: boolean
  /** Characters, in small letters, with which it may go on; a blank stands for any white space, `\0` for any character. */
  readonly next: ReadonlySet<string>
  /** The character with which it goes on if it can in one way only, in the letters in which it is usually written. */
  readonly only: string | undefined
  /** What a whole program is made of, in order. */
  readonly parts: readonly SqlPart[] | undefined
}

const NAME_PART = /[\p{L}\p{N}_]/u

/** `12` is also `12.0`, which divides without a rest; `3.5` also `3.50`. */
function writtenForms(number: string): readonly string[] {
  if (!number.includes('.')) return [number, `${number}.0`]
  return /\.\d$/.test(number) ? [number, `${number}0`] : [number]
}

/** A state with one more part. */
export function withPart(state: State, kind: PartKind, text: string): State {
  const { clause, depth, last: before } = state
  return { ...state, last: { kind, text, clause, depth, before } }
}

/** Terminals over one text. */
export function createScan(text: string, vocabulary: SqlVocabulary): Scan {
  return new TextScan(text, vocabulary)
}

class TextScan implements Scan {
  readonly text: string
  readonly vocabulary: SqlVocabulary
  readonly #lower: string
  readonly #follows = new Set<string>()
  /** The same in the letters in which they are usually written. */
  readonly #exact = new Set<string>()
  #whole: { readonly last: SqlPart | undefined } | undefined

  constructor(text: string, vocabulary: SqlVocabulary) {
    this.text = text
    this.vocabulary = vocabulary
    this.#lower = text.toLowerCase()
  }

  word(word: string, at: number, next: (at: number) => void): void {
    this.#literal(word, at, next, true)
  }

  sign(sign: string, at: number, next: (at: number) => void): void {
    this.#literal(sign, at, next, false)
  }

  blank(at: number, next: (at: number) => void): void {
    if (this.#isEnd(at)) this.#wants(' ')
    else if (/\s/.test(this.text[at] ?? '')) next(/\s\s/.test(this.text.slice(at, at + 2)) ? at + 2 : at + 1)
  }

  gap(at: number, next: (at: number) => void): void {
    if (this.#isEnd(at)) this.#wants(' ')
    if (/\s/.test(this.text[at] ?? '')) this.blank(at, next)
    else next(at)
  }

  name(names: readonly string[], at: number, next: (at: number, name: string) => void): void {
    let end = at
    while (!this.#isEnd(end) && NAME_PART.test(this.text[end] ?? '')) end++
    const said = this.#lower.slice(at, end)
    for (const name of names) {
      const wanted = name.toLowerCase()
      if (wanted === said) next(end, name)
      if (this.#isEnd(end) && wanted.length > said.length && wanted.startsWith(said))
        this.#wants(name[said.length] ?? '')
    }
  }

  number(at: number, allowed: readonly string[], next: (at: number, text: string) => void): void {
    const { text } = this
    const end = at + (/^\d+(?:\.\d+)?/.exec(text.slice(at))?.[0].length ?? 0)
    const said = text.slice(at, text[end] === '.' && this.#isEnd(end + 1) ? end + 1 : end)
    const goesOn = this.#isEnd(at + said.length)
    for (const wanted of allowed.flatMap(writtenForms)) {
      if (wanted === said && said !== '' && this.#borders(end)) next(end, wanted)
      if (goesOn && wanted.length > said.length && wanted.startsWith(said))
        this.#wants(wanted[said.length] ?? '')
    }
  }

  quoted(form: TextForm, at: number, next: (at: number, text: string) => void): void {
    const { text } = this
    if (this.#isEnd(at)) this.#wants("'")
    if (text[at] !== "'") return
    let inner = ''
    for (let place = at + 1; place < text.length; place++) {
      const one = text[place] ?? ''
      if (one === "'" && text[place + 1] === "'") place++
      else if (one === "'") {
        // At the end of the text it may be the first of two.
        if (this.#isEnd(place + 1) && form(`${inner}'`).isOpen) this.#wants("'")
        if (form(inner).isWhole) next(place + 1, inner)
        return
      }
      inner += one
    }
    const { isOpen, isWhole } = form(inner)
    if (isOpen) this.#wants('\0')
    if (isWhole) this.#wants("'")
  }

  finish(at: number, last: SqlPart | undefined): void {
    const rest = this.text.slice(at)
    if (rest.trim() === '' && rest.length <= 2) this.#whole ??= { last }
  }

  result(): ScanResult {
    const [first] = this.#exact
    const whole = this.#whole
    return {
      isOpen: this.#follows.size > 0,
      isWhole: whole !== undefined,
      next: this.#follows,
      only: this.#exact.size === 1 && first !== '\0' && whole === undefined ? first : undefined,
      parts: whole && inOrder(whole.last),
    }
  }

  #literal(wanted: string, at: number, next: (at: number) => void, isWord: boolean): void {
    const has = this.#lower.slice(at, at + wanted.length)
    if (has === wanted) {
      const behind = at + wanted.length
      if (!isWord || this.#borders(behind)) next(behind)
    } else if (at + has.length === this.text.length && wanted.startsWith(has)) {
      const character = wanted[has.length] ?? ''
      this.#wants(isWord ? character.toUpperCase() : character)
    }
  }

  #wants(character: string): void {
    this.#follows.add(character.toLowerCase())
    this.#exact.add(character)
  }

  #isEnd(at: number): boolean {
    return at >= this.text.length
  }

  #borders(at: number): boolean {
    return this.#isEnd(at) || !NAME_PART.test(this.text[at] ?? '')
  }
}

function inOrder(last: SqlPart | undefined): readonly SqlPart[] {
  const parts: SqlPart[] = []
  for (let part = last; part !== undefined; part = part.before) parts.push(part)
  return parts.reverse()
}
