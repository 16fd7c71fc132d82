// An answer while it is written, and what every reader of it is made of. A reader is a generator: it yields at the end
// of what is there and goes on when more has come. So each form is read by plain recursive descent, a character at a
// time, and what is read cannot depend on where the chunks were cut.

/** A reader: yields when it needs more text, returns what it read. */
export type Reading<T> = Generator<void, T, void>

export class GrowingText {
  text = ''
  at = 0
  /** Nothing is read from here on; a reader that comes here finds the end, and `isOverrun` is set. */
  limit = Number.POSITIVE_INFINITY
  isOverrun = false
  /** No more will come. */
  isEnded = false
  /** The answer ended inside a value, which may be shorter than it was meant. */
  isCut = false
}

/** The next character, not taken; empty only at the end of the answer or at the limit. */
export function* peek(from: GrowingText): Reading<string> {
  for (;;) {
    if (from.at >= from.limit) {
      from.isOverrun = true
      return ''
    }
    const char = from.text[from.at]
    if (char !== undefined) return char
    if (from.isEnded) return ''
    yield
  }
}

/** Takes blanks; the next character, not taken. */
export function* skipBlanks(from: GrowingText): Reading<string> {
  for (;;) {
    const char = yield* peek(from)
    if (!isBlank(char)) return char
    from.at++
  }
}

/** Takes the next character if it is one of `chars`; tells whether it was. */
export function* take(from: GrowingText, chars: string): Reading<boolean> {
  const char = yield* peek(from)
  if (char === '' || !chars.includes(char)) return false
  from.at++
  return true
}

/** Takes characters while they belong to the run, `most` at most. */
export function* takeWhile(
  from: GrowingText,
  belongs: (char: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): Reading<string> {
  const start = from.at
  while (from.at - start < most) {
    const char = yield* peek(from)
    if (char === '' || !belongs(char)) break
    from.at++
  }
  return from.text.slice(start, from.at)
}

/**
 * Takes the longest of `literals` (lower case) that stands here in any case, or nothing. Waits no longer than one of
 * them is still possible.
 */
export function* takeLiteral(from: GrowingText, literals: readonly string[]): Reading<string | undefined> {
  const start = from.at
  let possible = literals
  let found: string | undefined
  while (possible.some((literal) => literal.length > from.at - start)) {
    const char = (yield* peek(from)).toLowerCase()
    const at = from.at - start
    possible = possible.filter((literal) => literal[at] === char)
    if (possible.length === 0) break
    from.at++
    found = possible.find((literal) => literal.length === at + 1) ?? found
  }
  from.at = start + (found?.length ?? 0)
  return found
}

/** Reads a text that is whole already. */
export function readWhole<T>(text: string, read: (from: GrowingText) => Reading<T>): T {
  const from = new GrowingText()
  from.text = text
  from.isEnded = true
  const step = read(from).next()
  if (step.done !== true) throw new Error('a reader waits for more of a text that has ended')
  return step.value
}

export function isBlank(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r'
}

export function isQuote(char: string): boolean {
  return char === '"' || char === "'"
}

export function isDigit(char: string): boolean {
  return char >= '0' && char <= '9'
}

/** A letter of ASCII or an underscore: what a name may begin with. */
export function isNameStart(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_'
}

/** What a name of a tool or of an argument is made of. */
export function isNamePart(char: string): boolean {
  return isNameStart(char) || isDigit(char) || char === '-' || char === '.'
}
