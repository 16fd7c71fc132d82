// Regular expressions that somebody else wrote. JSON Schema asks for those of ECMAScript, with look-ahead and references to groups,
// which engines of linear time do not have; so V8 matches them, under a time limit.
import { TimeIsUp, withinTime } from './time-limit.ts'

/** Of one expression in characters. V8 translates it whole before it matches, and no limit ends that: 36 KB took it 0.8 s. */
export const LONGEST_PATTERN = 4_000
/** What one comparison gets; our own take less than 1 ms. */
export const PATTERN_LIMIT_MS = 100
/** Patterns that are remembered as endless. */
const MOST_ENDLESS = 1_000

const endless = new Set<string>()

/** Compiles it; throws `SyntaxError`, also for one that is too long. */
export function compileOutside(pattern: string, flags: string): RegExp {
  if (pattern.length > LONGEST_PATTERN)
    throw new SyntaxError(
      `a pattern has ${pattern.length} characters, more than the ${LONGEST_PATTERN} that are read`,
    )
  return new RegExp(pattern, flags)
}

/**
 * Whether the text matches, case ignored; undefined: it cannot be told, as the pattern is broken or takes too long. One that did so
 * once is not tried again: a request may ask many times.
 */
export function matchesOutside(pattern: string, text: string): boolean | undefined {
  if (endless.has(pattern)) return undefined
  try {
    const compiled = compileOutside(pattern, 'iu')
    return withinTime(PATTERN_LIMIT_MS, () => compiled.test(text))
  } catch (error) {
    if (error instanceof TimeIsUp && endless.size < MOST_ENDLESS) endless.add(pattern)
    return undefined
  }
}
