// The requests in a message, in order: it is cut where both sides read as requests of their own, first at the surest place, then each side again. Pure
// but for what reads them.
import type { Reading } from '../contracts/request-acts.ts'
import { type CutModel, cutFigures, cutShare, cutsOf } from './cuts.ts'

const LIKELY = 0.5

/** At least one: the message itself. `read` is asked of the message and of what might be parts of it. */
export async function requestsIn(
  message: string,
  read: (request: string) => Promise<Reading>,
  model: CutModel,
): Promise<readonly string[]> {
  const cuts = cutsOf(message)
  if (cuts.length === 0) return [message]
  const whole = await read(message)
  if (!whole.isMeant) return [message]
  let best: { readonly left: string; readonly right: string; readonly share: number } | undefined
  for (const cut of cuts) {
    const share = cutShare(cutFigures(cut, whole, await read(cut.left), await read(cut.right)), model)
    if (share >= LIKELY && share > (best?.share ?? 0)) best = { ...cut, share }
  }
  if (best === undefined) return [message]
  return [...(await requestsIn(best.left, read, model)), ...(await requestsIn(best.right, read, model))]
}
