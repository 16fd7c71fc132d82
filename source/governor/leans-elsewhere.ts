// "And at night 61", "and the day?": what joins itself to a call that was about no file changes and reads none of the folder.
import type { EarlierCall } from '../contracts/manifest.ts'
import type { RouteDecision } from '../contracts/router.ts'
import { hasKeyword } from './has-keyword.ts'
import { looksIntoOwn } from './own-question.ts'
import type { TurnPorts } from './ports.ts'
import { ASKS, listsReminders } from './tool-for-file.ts'

/** It joins itself to that call. */
const JOINS = /^\W*(?:and|or)(?!\p{L})/iu
/** A question that points at what was told: "how many seconds is that". */
const POINTS = /(?<!\p{L})(?:that|it|those|they|them|there|one|this)(?!\p{L})/iu
/** "A week?" is a value. */
const FEWEST_WORDS = 3
/** "And what's on my list?" is of one's own. */
const OWN = /(?<!\p{L})(?:i|my|mine|we|our|ours|us|me)(?!\p{L})/iu
/** A longer message says for itself what it is about. */
const MOST_WORDS = 9
/** The router knows so surely that the last call is meant, or one like it. */
const SURE = 0.9

interface Asked {
  readonly request: string
  readonly decision: RouteDecision
  readonly earlier: readonly EarlierCall[]
}

/** Whether a request leans on a call, and neither that nor what it asks for is about files. */
export async function leansElsewhere(
  { request, decision, earlier }: Asked,
  ports: TurnPorts,
): Promise<boolean> {
  if (decision.by === 'follow-up' && decision.tool !== null && decision.confidence >= SURE)
    if (await isElsewhere(decision.tool, ports)) return true
  const last = earlier.at(-1)
  const words = request.trim().split(/\s+/).length
  const asks = ASKS.test(request) || /\?\s*$/.test(request)
  const leans = JOINS.test(request) || (asks && (words < FEWEST_WORDS || POINTS.test(request)))
  if (!leans || words > MOST_WORDS) return false
  return !OWN.test(request) && last !== undefined && (await isElsewhere(last.tool, ports))
}

/** Whether a tool is about neither files nor what the person told. */
async function isElsewhere(tool: string, ports: TurnPorts): Promise<boolean> {
  const callable = await ports.findTool(tool)
  if (callable === undefined) return false
  return (
    !hasKeyword(callable, 'x-looks') && !looksIntoOwn(callable.detail.parameters) && !listsReminders(callable)
  )
}
