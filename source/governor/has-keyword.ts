// What a tool says of its parameters beyond their types: keywords of their schemas that begin with `x-` (docs/tools.md).
import type { JsonObject } from '../contracts/json.ts'
import type { CallableTool } from './ports.ts'

/** Whether a parameter has this keyword, with this value if one is given. */
export function hasKeyword(
  callable: CallableTool | undefined,
  keyword: `x-${string}`,
  value?: JsonObject[string],
): boolean {
  return Object.values(callable?.detail.parameters.properties ?? {}).some(
    (one) => keyword in one && (value === undefined || one[keyword] === value),
  )
}
