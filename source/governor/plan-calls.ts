// Which calls a message wants: one, several, or none; each with the text that its arguments are written from.
import type { EarlierCall } from '../contracts/manifest.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { Asked, TurnInput, TurnPorts } from './ports.ts'
import { unsureTool, weighPreference } from './second-opinion.ts'

/** From this confidence on a message behind a question of ours is a request of its own. */
const SURE_OF_ANOTHER = 0.85

/** A message of fewer words is a value. */
const FEWEST_WORDS = 3

/** One request of a message. */
export interface PlannedCall {
  readonly decision: RouteDecision
  /** What is asked, in the person's words. */
  readonly request: string
  /** Calls that it leans on; none: it stands alone. */
  readonly earlier: readonly EarlierCall[]
  /** It completes a request about which the last turn asked back, so nothing is asked again. */
  readonly completes: boolean
}

export interface Plan {
  /** At least one; the only one may want no tool. */
  readonly calls: readonly PlannedCall[]
  readonly asked: readonly Asked[]
}

/** Routes the message, or each request in it; asks the model where the router is unsure. */
export async function planCalls(input: TurnInput, ports: TurnPorts, signal: AbortSignal): Promise<Plan> {
  const asked: Asked[] = []
  const parts = ports.split(input.message)
  const last = input.earlier.at(-1)?.tool
  const calls: PlannedCall[] = []
  for (const request of parts) {
    const routed = ports.route(request, parts.length > 1 ? undefined : last)
    const opinion = await secondOpinion(routed, request, ports, signal)
    if (opinion.asked !== undefined) asked.push(opinion.asked)
    const { decision } = opinion
    const earlier = decision.by === 'follow-up' ? input.earlier : []
    calls.push({ decision, request, earlier, completes: false })
  }
  const [only] = calls
  if (input.open !== undefined && only !== undefined && calls.length === 1) {
    return { calls: [completed(input.open, only, input.message) ?? only], asked }
  }
  return { calls, asked }
}

async function secondOpinion(
  decision: RouteDecision,
  request: string,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<{ decision: RouteDecision; asked?: Asked }> {
  const unsure = unsureTool(decision)
  const asked = unsure === undefined ? undefined : await ports.prefer(request, unsure, signal)
  if (asked === undefined) return { decision }
  return { decision: weighPreference(decision, asked.preference, asked.by), asked }
}

/** The open request with what the person answered; undefined: the message is about something else. */
function completed(
  { request, tool }: { request: string; tool: string },
  { decision }: PlannedCall,
  answer: string,
): PlannedCall | undefined {
  // "240" alone looks like a request for the calculator.
  const isValue = answer.trim().split(/\s+/).length < FEWEST_WORDS
  const wanted = decision.tool ?? decision.off ?? null
  const isAnother =
    wanted !== null &&
    wanted !== tool &&
    (decision.by === 'pattern' || (!isValue && decision.confidence >= SURE_OF_ANOTHER))
  const isRemark = wanted === null && decision.confidence >= SURE_OF_ANOTHER && !/[\d"'`./]/.test(answer)
  if (isAnother || isRemark) return undefined
  const candidates = [{ tool, score: SURE_OF_ANOTHER }]
  return {
    decision: { tool, confidence: SURE_OF_ANOTHER, by: 'follow-up', candidates },
    request: `${request.replace(/[?.!\s]+$/, '')}: ${answer}`,
    earlier: [],
    completes: true,
  }
}
