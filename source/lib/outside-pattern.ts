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
  return limited(pattern, (compiled) => compiled.test(text))
}

/** Index behind the first match, case ignored; undefined: there is none, or it cannot be told. */
export function endOutside(pattern: string, text: string): number | undefined {
  const match = limited(pattern, (compiled) => compiled.exec(text))
  return match ? match.index + match[0].length : undefined
}

/** Where it matches; empty: nowhere, or it cannot be told. */
export function placesOutside(
  pattern: string,
  text: string,
): readonly { readonly from: number; readonly to: number }[] {
  const matches = limited(pattern, (compiled) => [...text.matchAll(new RegExp(compiled, 'giu'))]) ?? []
  return matches.map(({ 0: match, index }) => ({ from: index, to: index + match.length }))
}

/** What the first group that took part in it caught, of each match, and where the match is; empty: there is none, or it cannot be told. */
export function caughtOutside(
  pattern: string,
  text: string,
): readonly { readonly text: string; readonly from: number; readonly to: number }[] {
  const matches = limited(pattern, (compiled) => [...text.matchAll(new RegExp(compiled, 'giu'))]) ?? []
  return matches.flatMap((match) => {
    const caught = match.slice(1).find((one) => one !== undefined)
    return caught === undefined
      ? []
      : [{ text: caught, from: match.index, to: match.index + match[0].length }]
  })
}

function limited<T>(pattern: string, act: (compiled: RegExp) => T): T | undefined {
  if (endless.has(pattern)) return undefined
  try {
    const compiled = compileOutside(pattern, 'iu')
    return withinTime(PATTERN_LIMIT_MS, () => act(compiled))
  } catch (error) {
    if (error instanceof TimeIsUp && endless.size < MOST_ENDLESS) endless.add(pattern)
    return undefined
  }
}
