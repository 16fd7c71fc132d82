// What an answer says of success: a failure must be called one, and what was found must not be denied.
import { squeezed, wordsOf } from './read-names.ts'

const DENIAL =
  /\b(?:not|no|none|never|nothing|cannot|\w+n't|unable|fail(?:s|ed|ure|ing)?|error|invalid|missing|refus\w*|outside|undefined|incomplete|impossible|unknown|denied)\b/i
/** Milder words that also own up to a failure. */
const ADMISSION =
  /\b(?:timed? ?out|can only|too (?:large|long|big|small|many|deep)|unavailable|unsupported|unreadable|unsuccessful\w*|problem|trouble|wrong|reject\w*|blocked|forbidden|declined|did you mean|neither|beyond|without success)\b/i
/** "No problem" is neither. */
const POLITE =
  /\b(?:no (?:problem|worries|doubt|trouble)|not a problem|not only|without (?:any )?(?:problems?|issues?|errors?|trouble|difficulty))\b/gi
const INCAPABLE =
  /\bI(?:'m| am| was)?(?: sorry,? but I)? (?:cannot|can't|could not|couldn't|do not|don't|did not|didn't|not able|unable|failed)\b|\bno such (?:file|folder)|\b(?:does not|doesn't) exist/i
const SUCCESS = /\bsuccess(?:ful|fully)?\b/i
/** A tool that ran well and found nothing. */
const FOUND_NOTHING = /^No\b|\bis empty\b|\bhas no\b/
const NOTHING = /\b(?:empty|zero|0)\b/i
/** A file's name says nothing of what came of it. */
const FILE_NAME = /[\w./-]*\w\.\w+/g

/** Whether a sentence says that a tool ran well and found nothing. */
export function saysNothingFound(sentence: string): boolean {
  return FOUND_NOTHING.test(sentence)
}

export interface SaidAndAnswered {
  readonly answer: string
  readonly facts: string
  /** The first line of what each tool said. */
  readonly sentences: readonly string[]
  readonly message: string
  readonly failed: boolean
}

/** Why the answer gets success and failure wrong; undefined: it does not. */
export function findWrongOutcome(input: SaidAndAnswered): string | undefined {
  const { facts, sentences, failed } = input
  const answer = input.answer.replace(POLITE, ' ').replace(FILE_NAME, ' ')
  if (failed) {
    const admits = DENIAL.test(answer) || ADMISSION.test(answer) || restates(input.answer, sentences)
    return admits && !claimsSuccess(answer) ? undefined : 'it does not say that it failed'
  }
  if (sentences.some((line) => FOUND_NOTHING.test(line))) {
    return DENIAL.test(answer) || NOTHING.test(answer) ? undefined : 'it does not say that nothing was found'
  }
  const own = withoutQuotes(input.answer.replace(POLITE, ' '), facts)
  if (INCAPABLE.test(own) && !INCAPABLE.test(facts)) return 'it denies what was found'
  if (DENIAL.test(facts)) return undefined
  return DENIAL.test(withoutCorrections(own, input)) ? 'it denies what was found' : undefined
}

function claimsSuccess(answer: string): boolean {
  return answer.split(/[.!?\n]/).some((sentence) => SUCCESS.test(sentence) && !DENIAL.test(sentence))
}

/** Whether the first part of a failure's sentence stands in the answer. */
function restates(answer: string, sentences: readonly string[]): boolean {
  const whole = squeezed(answer)
  return sentences.some((line) => whole.includes(squeezed(line.split(/[;.] /)[0] ?? line)))
}

/** What the answer quotes from the facts may deny whatever it likes. */
function withoutQuotes(answer: string, facts: string): string {
  return answer
    .split('\n')
    .filter((line) => line.trim() === '' || !facts.includes(line.trim()))
    .join('\n')
}

/**
 * Denials that only correct the message: "not Friday" where Friday is in the message and not in the facts,
 * and a "No," in front where the message holds such a word.
 */
function withoutCorrections(answer: string, { facts, message }: SaidAndAnswered): string {
  const known = new Set(wordsOf(facts))
  const wrong = new Set(wordsOf(message).filter((word) => !known.has(word)))
  const hasWrongValue = [...wrong].some((word) => /\d|day$/.test(word))
  return answer
    .replace(/\b(?:not|isn't|aren't|wasn't) (?:the |a |an )?([\p{L}\p{N}'-]+)/giu, (whole, word: string) =>
      wordsOf(word).every((one) => wrong.has(one)) ? ' ' : whole,
    )
    .replace(/^\s*no\b[,.!]?/i, (whole) => (hasWrongValue ? ' ' : whole))
}
