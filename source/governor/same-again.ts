// The very call that was made before, behind a message that does not ask for it again: the arguments were copied. Pure.
import type { JsonObject } from '../contracts/json.ts'
import type { EarlierCall } from '../contracts/manifest.ts'
import type { MissingValue } from './missing.ts'
import type { CallableTool } from './ports.ts'

const AGAIN = /\b(?:again|once more|one more|another|repeat|re-?do|twice|second|same|duplicate)\b/i

/**
 * The question about a call that would change something in the very same way once more; undefined: it is another one, it only reads,
 * or that was asked for. Of the 18 calls that only repeated the one before (messages of the parts train and accept) none was right.
 */
export function sameAgain(
  { tool, detail }: CallableTool,
  args: JsonObject,
  last: EarlierCall | undefined,
  request: string,
): MissingValue | undefined {
  const [name] = Object.keys(detail.parameters.properties ?? {})
  // What was denied may be wanted after all.
  if (last?.failed) return undefined
  const isSame = last?.tool === tool.name && inOrder(last.arguments) === inOrder(args)
  if (!isSame || name === undefined || tool.risk === 'read' || AGAIN.test(request)) return undefined
  return { name, question: 'That would be the same as just before. What should be different?' }
}

function inOrder(args: JsonObject): string {
  return JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)))
}
