// What the call lane is shown for a request.
import type { CallRequest, ChatMessage } from '../contracts/engine.ts'
import type { JsonSchema } from '../contracts/json.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import { digitsForWords, inFull } from '../language/en/number-words.ts'
import { openArguments } from '../lib/open-arguments.ts'
import type { TurnPorts } from './ports.ts'
import type { WantedCall } from './prepare-call.ts'

/** What the call lane is shown for a request, and the request as it reads there. */
export function askedOf(
  ports: Pick<TurnPorts, 'buildCallState' | 'nearestShots' | 'withBefore'>,
  tool: string,
  detail: ToolDetail,
  { request: said, earlier }: Pick<WantedCall, 'request' | 'earlier'>,
): Pick<CallRequest, 'state' | 'message'> & {
  readonly examples: readonly ChatMessage[]
  readonly request: string
} {
  // "three hundred and ninety-eight" becomes 398 before a small model makes 300 of it, "12k" 12000 before it makes 12.
  const request = hasOnlyNumbers(detail, said, earlier.length > 0) ? inFull(digitsForWords(said)) : said
  const state = ports.buildCallState(tool, detail)
  const message = earlier.length > 0 ? ports.withBefore(request, earlier) : request
  return { state, request, message, examples: ports.nearestShots(request, detail, earlier) }
}

/** None of the arguments that a request opens is a text in the person's own words. */
function hasOnlyNumbers({ parameters }: ToolDetail, request: string, leans: boolean): boolean {
  return openArguments(parameters, request, leans).every(({ schema }) => isNumeric(schema))
}

function isNumeric({ type, items, ...field }: JsonSchema): boolean {
  if (type === 'array') return items !== undefined && isNumeric(items)
  if (type === 'string') return field.enum !== undefined || field['x-names'] !== undefined
  return type === 'number' || type === 'integer' || type === 'boolean'
}
