// Splits TypeScript into code and string literals, well enough to ask what a file names and how long its functions are.

export interface SourceText {
  /** Comments, regular expressions and the insides of strings blanked; same lines. */
  readonly code: string
  /** Strings and the plain parts of templates, with the line that they begin on. */
  readonly literals: readonly { readonly text: string; readonly line: number }[]
}

/** Reads a whole file. */
export function readSource(text: string): SourceText {
  return new Scanner(text).scan()
}

class Scanner {
  readonly #text: string
  readonly #code: string[] = []
  readonly #literals: { text: string; line: number }[] = []
  /** For each open `${`: how many braces are open within it. */
  readonly #templates: number[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  scan(): SourceText {
    while (this.#at < this.#text.length) this.#step()
    return { code: this.#code.join(''), literals: this.#literals }
  }

  #step(): void {
    const blankEnd = this.#endOfBlank()
    const here = this.#text[this.#at] ?? ''
    if (blankEnd !== undefined) this.#blankTo(blankEnd)
    else if (here === "'" || here === '"') this.#literal(this.#endOfString(here))
    else if (here === '`') this.#template()
    else if (here === '}' && this.#templates.at(-1) === 0) {
      this.#templates.pop()
      this.#template()
    } else this.#keep(here)
  }

  /** Where the comment or regular expression that begins here ends. */
  #endOfBlank(): number | undefined {
    if (this.#text.startsWith('//', this.#at)) return this.#find('\n', this.#at)
    if (this.#text.startsWith('/*', this.#at)) return this.#find('*/', this.#at + 2) + 2
    return this.#text[this.#at] === '/' && this.#regexMayBegin() ? this.#endOfRegex() : undefined
  }

  #keep(here: string): void {
    const open = this.#templates.at(-1)
    if (open !== undefined && here === '{') this.#templates[this.#templates.length - 1] = open + 1
    if (open !== undefined && here === '}') this.#templates[this.#templates.length - 1] = open - 1
    this.#code.push(here)
    this.#at++
  }

  /** From a backtick, or from the brace that closes a placeholder, to the next placeholder or the end. */
  #template(): void {
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== '`' && !this.#text.startsWith('${', end)) {
      end += this.#text[end] === '\\' ? 2 : 1
    }
    const isPlaceholder = this.#text.startsWith('${', end)
    this.#literal(end + 1)
    if (!isPlaceholder) return
    this.#blankTo(end + 2)
    this.#templates.push(0)
  }

  #literal(end: number): void {
    const line = this.#text.slice(0, this.#at).split('\n').length
    this.#literals.push({ text: this.#text.slice(this.#at + 1, end - 1), line })
    this.#blankTo(end)
  }

  #blankTo(end: number): void {
    this.#code.push(this.#text.slice(this.#at, end).replace(/[^\n]/g, ' '))
    this.#at = end
  }

  #find(what: string, from: number): number {
    const found = this.#text.indexOf(what, from)
    return found < 0 ? this.#text.length : found
  }

  #endOfString(quote: string): number {
    let end = this.#at + 1
    while (end < this.#text.length && this.#text[end] !== quote && this.#text[end] !== '\n') {
      end += this.#text[end] === '\\' ? 2 : 1
    }
    return end + 1
  }

  #regexMayBegin(): boolean {
    const before = this.#code.slice(-60).join('').trimEnd()
    return before === '' || /[(,=:[!&|?{};+>]$|\b(?:return|typeof|case)$/.test(before)
  }

  #endOfRegex(): number {
    let end = this.#at + 1
    for (let inClass = false; end < this.#text.length; end++) {
      const here = this.#text[end]
      if (here === '\n') return this.#at + 1
      if (here === '\\') end++
      else if (here === '[') inClass = true
      else if (here === ']') inClass = false
      else if (here === '/' && !inClass) break
    }
    return end + 1
  }
}
