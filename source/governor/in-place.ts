// An answer from several lines (a file): is it about what was asked, and does each number stand in a line that
// speaks of it? Sets of values alone let Tuesday's wind pass for Thursday's.
import { pathsOf, wordsOf } from './read-names.ts'
import { quantitiesOf } from './read-numbers.ts'

/** Words that say nothing about a line. */
const COMMON = new Set(
  'the and are was were for with from that this what which how much many does did its you your have has had can will would should please tell show read open give file files say says stands about into than then there here when where who why not all any one two'.split(
    ' ',
  ),
)
/** So many words that stand nowhere, and none that stands in the facts, are a retelling. */
const MOST_OWN_WORDS = 3
/** Fewer lines than this are one thought. */
const FEWEST_LINES = 3

/** undefined: in place; else the reason. `lines` are the facts without the sentence above them. */
export function findMisplaced(answer: string, lines: readonly string[], message: string): string | undefined {
  if (lines.length === 0) return undefined
  const asked = stemsOf(message)
  const given = stemsOf(answer)
  const fresh = [...stemsOf(lines.join('\n'))].filter((stem) => !asked.has(stem))
  const freshNumbers = numbersOf(lines.join('\n'), message)
  const said = numbersOf(answer, message)
  const isFreshLetter = (letter: string) =>
    lettersOf(lines.join('\n')).includes(letter) && !lettersOf(message).includes(letter)
  const hasWord = fresh.some((stem) => given.has(stem)) || lettersOf(answer).some(isFreshLetter)
  if (!hasWord && [...freshNumbers].every((number) => !said.has(number))) {
    return 'it says nothing of what was found'
  }
  // "Sensor 9 did not respond in time" for a line that says "timeout": true or not, nobody can tell.
  const own = [...given].filter((stem) => stem.length > 3 && !asked.has(stem) && !fresh.includes(stem))
  if (!hasWord && own.length >= MOST_OWN_WORDS) return 'it says it in words of its own'
  if (lines.length < FEWEST_LINES) return undefined
  const context = new Set([...asked, ...given])
  const misplaced = [...said].find((number) => {
    const holding = lines.filter((line) => numbersOf(line, '').has(number))
    return holding.length > 0 && !holding.some((line) => speaksOf(line, context))
  })
  return misplaced === undefined ? undefined : `${misplaced} stands in a line about something else`
}

/**
 * A failure of which the answer has nothing: no word that the message did not have, no number, no name in backticks, no path.
 * "The percentage is undefined" owns up to it and says nothing. undefined: it says what failed.
 */
export function findUnexplained(answer: string, facts: string, message: string): string | undefined {
  const given = stemsOf(answer)
  const asked = stemsOf(message)
  const said = numbersOf(answer, '')
  const names = [...facts.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => wordsOf(name))
  const words = new Set(wordsOf(answer))
  const isSaid =
    [...stemsOf(facts)].some((stem) => !asked.has(stem) && given.has(stem)) ||
    [...numbersOf(facts, '')].some((number) => said.has(number)) ||
    names.some((name) => words.has(name)) ||
    pathsOf(answer).length > 0
  return isSaid ? undefined : 'it does not say what failed'
}

/** A result of several of which the answer has no word or number that is its own; undefined: it speaks of all. */
export function findUnspoken(answer: string, parts: readonly string[], message: string): string | undefined {
  if (parts.length < 2) return undefined
  const given = stemsOf(answer)
  const said = numbersOf(answer, message)
  const missing = parts.findIndex((part, at) => {
    const others = [message, ...parts.filter((_, other) => other !== at)].join('\n')
    const known = stemsOf(others)
    const words = [...stemsOf(part)].filter((stem) => !known.has(stem))
    const numbers = [...numbersOf(part, others)]
    if (words.length + numbers.length === 0) return false
    return !words.some((word) => given.has(word)) && !numbers.some((number) => said.has(number))
  })
  return missing < 0 ? undefined : `it says nothing of result ${missing + 1}`
}

/** `C` of "building C"; I and A are words. */
function lettersOf(text: string): readonly string[] {
  return text.match(/(?<![\p{L}\p{N}'])[B-HJ-Z](?![\p{L}\p{N}'])/gu) ?? []
}

/** Whether a line shares a word with the message or the answer; `Thu` is enough for `Thursday`. */
function speaksOf(line: string, context: ReadonlySet<string>): boolean {
  return [...stemsOf(line)].some((stem) =>
    [...context].some((other) => other.startsWith(stem) || stem.startsWith(other)),
  )
}

function stemsOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text).filter((word) => word.length >= 3 && !COMMON.has(word) && !/^\d/.test(word))
  // `Wed` is a day, not a past tense.
  return new Set(words.map((word) => word.replace(/(?<=.{3})(?:ing|ed|ly|es|s)$/, '')))
}

function numbersOf(text: string, except: string): ReadonlySet<string> {
  const known = new Set(formsOf(except))
  return new Set(formsOf(text).filter((form) => !known.has(form)))
}

/** `3.4,18` of a table is two numbers. */
function formsOf(text: string): readonly string[] {
  return quantitiesOf(text).flatMap(({ forms, parts }) => (parts.length > 0 ? parts : forms.slice(0, 1)))
}
