// The words that a command's usage allows: `[list|info NAME]` begins with `list` or `info`. Pure.

/** A word that is typed as it stands; everything else (`NAME`, `{json}`, `.html`) stands for something. */
const LITERAL = /^-{0,2}[a-z][a-z-]*$/

/** What the usage has behind these words to be typed as it stands, each once, in its order. */
export function usageWords(usage: string, earlier: readonly string[]): readonly string[] {
  return nextIn(usage, earlier).filter((word) => LITERAL.test(word))
}

/** What the usage has there that stands for something: `FILE`, `TOOL`, `NAME`. */
export function usagePlaces(usage: string, earlier: readonly string[]): readonly string[] {
  return nextIn(usage, earlier).filter((word) => !LITERAL.test(word))
}

function nextIn(usage: string, earlier: readonly string[]): readonly string[] {
  const fitting = sequencesOf(usage).filter((words) =>
    earlier.every((one, at) => words[at] === one || !LITERAL.test(words[at] ?? one)),
  )
  return [...new Set(fitting.flatMap((words) => words[earlier.length] ?? []))]
}

/** Every way to write it: brackets may be left out, bars part alternatives. */
function sequencesOf(usage: string): readonly (readonly string[])[] {
  return splitOutside(usage, '|').flatMap((alternative) =>
    splitOutside(alternative, ' ').reduce<readonly (readonly string[])[]>(
      (before, term) => {
        const inner = /^\[(.*)\]$/s.exec(term)?.[1]
        const own = inner === undefined ? [[term]] : [[], ...sequencesOf(inner)]
        return before.flatMap((words) => own.map((more) => [...words, ...more]))
      },
      [[]],
    ),
  )
}

/** Parts between separators that stand in no bracket; none is empty. */
function splitOutside(text: string, separator: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '[') depth++
    if (character === ']') depth--
    if (depth === 0 && character === separator) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.filter((part) => part.trim() !== '')
}
