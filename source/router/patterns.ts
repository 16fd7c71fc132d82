import type { JsonObject } from '../contracts/json.ts'
import type { ManifestProblem, Trigger } from '../contracts/manifest.ts'
import { compileOutside, PATTERN_LIMIT_MS } from '../lib/outside-pattern.ts'
import { TimeIsUp, withinTime } from '../lib/time-limit.ts'

/** A trigger of one tool. */
export interface ToolTrigger {
  readonly tool: string
  readonly trigger: Trigger
}

/** A tool whose pattern matched. */
export interface PatternMatch {
  readonly tool: string
  /** The trigger's own and what its named groups captured, as text; undefined: it fixes none. */
  readonly arguments: JsonObject | undefined
}

/** Longer messages are no patterns. */
export const longestPatternMessage = 200
/** Of a message whose patterns take too long, one after the other, the rest is not tried. */
const MOST_ENDLESS = 3

/** Compiled triggers, in the order given, and those that are no regular expressions. */
export interface Patterns {
  readonly match: (message: string, allowed: ReadonlySet<string>) => readonly PatternMatch[]
  /** Grows where a pattern turns out to take too long. */
  readonly problems: readonly ManifestProblem[]
}

interface Compiled {
  readonly tool: string
  readonly pattern: string
  readonly whole: RegExp
  readonly arguments: JsonObject | undefined
}

/** Compiles triggers; one that is broken, or that took too long for a message, becomes a problem and matches nothing. */
export function compilePatterns(triggers: readonly ToolTrigger[]): Patterns {
  const compiled: Compiled[] = []
  const problems: ManifestProblem[] = []
  for (const { tool, trigger } of triggers) {
    const whole = compileWhole(trigger.pattern)
    if (whole === undefined) {
      const message = `The trigger \`${trigger.pattern}\` of ${tool} is no regular expression; it is left out.`
      problems.push({ code: 'bad_trigger', message })
    } else compiled.push({ tool, pattern: trigger.pattern, whole, arguments: trigger.arguments })
  }
  const strike = (endless: Compiled) => {
    compiled.splice(compiled.indexOf(endless), 1)
    const message = `The trigger \`${endless.pattern}\` of ${endless.tool} takes too long to compare with a message; it is left out from now on.`
    problems.push({ code: 'bad_trigger', message })
  }
  return {
    problems,
    match: (message, allowed) => {
      if (message.length > longestPatternMessage) return []
      const tried = compiled.filter(({ tool }) => allowed.has(tool))
      return matchTogether(tried, message) ?? matchEach(tried, message, strike)
    },
  }
}

/** All of them under one time limit, which costs little; undefined: it was up, for one of them or for a slow machine. */
function matchTogether(tried: readonly Compiled[], message: string): PatternMatch[] | undefined {
  const found = new Map<string, PatternMatch>()
  const match = () => {
    for (const one of tried) matchOne(one, message, found)
  }
  return isDone(match) ? [...found.values()] : undefined
}

/** Each under a limit of its own, which tells the one that takes too long. */
function matchEach(
  tried: readonly Compiled[],
  message: string,
  strike: (endless: Compiled) => void,
): PatternMatch[] {
  const found = new Map<string, PatternMatch>()
  let struck = 0
  for (const one of tried) {
    if (isDone(() => matchOne(one, message, found))) continue
    strike(one)
    struck += 1
    if (struck === MOST_ENDLESS) return []
  }
  return [...found.values()]
}

function isDone(match: () => void): boolean {
  try {
    withinTime(PATTERN_LIMIT_MS, match)
    return true
  } catch (error) {
    // Some are too large for V8, which it says only here.
    if (error instanceof TimeIsUp || error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}

function matchOne(
  { tool, whole, ...one }: Compiled,
  message: string,
  found: Map<string, PatternMatch>,
): void {
  if (found.has(tool)) return
  const groups = whole.exec(message)
  if (groups === null) return
  const captured = capturedBy(groups)
  const fixed = (one.arguments ?? captured) ? { ...one.arguments, ...captured } : undefined
  found.set(tool, { tool, arguments: fixed })
}

/** What its named groups caught; one that took no part leaves its argument out. */
function capturedBy({ groups }: RegExpExecArray): Readonly<Record<string, string>> | undefined {
  return groups && Object.fromEntries(Object.entries(groups).filter(([, text]) => text !== undefined))
}

function compileWhole(pattern: string): RegExp | undefined {
  for (const flags of ['iu', 'i']) {
    try {
      // Compiled alone first: `a)|(b` would only be valid inside the brackets.
      compileOutside(pattern, flags)
      return new RegExp(`^(?:${pattern})$`, flags)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}
