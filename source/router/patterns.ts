import type { JsonObject } from '../contracts/json.ts'
import type { ManifestProblem, Trigger } from '../contracts/manifest.ts'

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

/** Longer messages are no patterns: it bounds what a pattern that backtracks can cost. */
export const longestPatternMessage = 200

/** Compiled triggers, in the order given, and those that are no regular expressions. */
export interface Patterns {
  readonly match: (message: string, allowed: ReadonlySet<string>) => readonly PatternMatch[]
  readonly problems: readonly ManifestProblem[]
}

/** Compiles triggers; one that is broken becomes a problem and matches nothing. */
export function compilePatterns(triggers: readonly ToolTrigger[]): Patterns {
  const compiled: { tool: string; whole: RegExp; arguments: JsonObject | undefined }[] = []
  const problems: ManifestProblem[] = []
  for (const { tool, trigger } of triggers) {
    const whole = compileWhole(trigger.pattern)
    if (whole === undefined) {
      const message = `The trigger \`${trigger.pattern}\` of ${tool} is no regular expression; it is left out.`
      problems.push({ code: 'bad_trigger', message })
    } else compiled.push({ tool, whole, arguments: trigger.arguments })
  }
  return {
    problems,
    match: (message, allowed) => {
      if (message.length > longestPatternMessage) return []
      const found = new Map<string, PatternMatch>()
      for (const one of compiled) {
        if (!allowed.has(one.tool) || found.has(one.tool)) continue
        const groups = one.whole.exec(message)
        if (groups === null) continue
        const captured = groups.groups === undefined ? undefined : { ...groups.groups }
        const fixed = (one.arguments ?? captured) ? { ...one.arguments, ...captured } : undefined
        found.set(one.tool, { tool: one.tool, arguments: fixed })
      }
      return [...found.values()]
    },
  }
}

function compileWhole(pattern: string): RegExp | undefined {
  for (const flags of ['iu', 'i']) {
    try {
      // Compiled alone first: `a)|(b` would only be valid inside the brackets.
      new RegExp(pattern, flags)
      return new RegExp(`^(?:${pattern})$`, flags)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}
