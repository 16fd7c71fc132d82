// "Push the dentist to Monday at 9": the open reminder that this names is changed by its number. A small model knows neither which it is
// nor what its text was.
import type { RouteDecision } from '../contracts/router.ts'
import type { TurnPorts } from './ports.ts'

/** How often the reminder that the words name is the one that is meant: they fit no other. */
const CONFIDENCE = 0.9

interface Asked {
  readonly request: string
  readonly decision: RouteDecision
}

/** The request with the reminder's number and whole text, and who takes it; undefined: it moves none. */
export async function movedReminder(
  { request, decision }: Asked,
  ports: TurnPorts,
): Promise<(Asked & { readonly tells: undefined }) | undefined> {
  if (decision.by === 'pattern' || decision.by === 'taught') return undefined
  const moved = await ports.movedReminder(request)
  if (moved === undefined) return undefined
  const plain = `change reminder ${moved.id} to say ${moved.text}`
  await ports.prepareRoute?.(plain)
  const { tool, candidates, ...decided } = ports.route(plain, undefined)
  if (tool === null) return undefined
  const confidence = Math.min(decided.confidence, CONFIDENCE)
  return { request: plain, decision: { tool, confidence, by: 'memory', candidates }, tells: undefined }
}
