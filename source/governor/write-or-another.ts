// The better of two programs: the one that the model writes token by token, and one that parts from it where it was least sure.
import type { CallRequest, CallResult, Engine } from '../contracts/engine.ts'
import { isNoProgram } from '../contracts/sql.ts'
import { statementKind } from '../contracts/statement-kind.ts'
import { addedUsage } from './added-usage.ts'

/** From here on the model meant this program and no other. */
const SETTLED = 0.9

/**
 * What the model writes, or another program that parts from it where it was least sure: where nothing comes of the first (`findsAny`), or where
 * the other is likelier as a whole, which its first tokens could not show. The other is of the same kind, something comes of it, and it is as
 * sure as both partings make it.
 */
export async function writeOrAnother(
  request: CallRequest,
  engine: Pick<Engine, 'writeCall'>,
  findsAny: (sql: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<CallResult> {
  const first = await engine.writeCall(request, signal)
  const { text, cut, weakest = 1, weakestAt, behindWeakest = 0 } = first
  if (cut || isNoProgram(text) || weakestAt === undefined || weakest >= SETTLED) return first
  const [own, others] = [Math.log(weakest) + behindWeakest, Math.log(1 - weakest)]
  const isBarren = !(await findsAny(text))
  if (own >= others && !isBarren) return first
  const other = { behind: text.slice(0, weakestAt), than: text.slice(weakestAt) }
  const second = await engine.writeCall({ ...request, other }, signal)
  const isLikelier = others + (second.likelihood ?? Number.NEGATIVE_INFINITY) > own
  const isBetter =
    !second.cut &&
    !isNoProgram(second.text) &&
    statementKind(second.text) === statementKind(text) &&
    (isLikelier || isBarren) &&
    (await findsAny(second.text))
  const both = {
    usage: addedUsage(first.usage, second.usage),
    totalMs: first.totalMs + second.totalMs,
  }
  if (!isBetter) return { ...first, ...both }
  return { ...second, ...both, weakest: (second.weakest ?? 1) * (1 - weakest) }
}
