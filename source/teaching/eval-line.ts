// A taught case as `ethervox eval --cases` reads it.
import type { JsonValue } from '../contracts/json.ts'
import type { TaughtCase } from '../contracts/teaching.ts'

/** One JSON object with a line break behind it. */
export function evalLine({ id, text, tool, arguments: args }: Omit<TaughtCase, 'from'>): string {
  const accepted: Record<string, readonly JsonValue[]> = {}
  for (const [name, value] of Object.entries(args ?? {})) accepted[name] = [value]
  const expected = tool === null ? {} : args === undefined ? { anyOf: [tool] } : { arguments: accepted }
  return `${JSON.stringify({ id, input: text, tool, ...expected })}\n`
}
