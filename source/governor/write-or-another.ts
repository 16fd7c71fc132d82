// A program of which something comes: where the likeliest one finds no row, another is tried that parts from it where the model was least sure.
import type { CallRequest, CallResult, Engine } from '../contracts/engine.ts'
import { isNoProgram } from '../contracts/sql.ts'
import { statementKind } from '../contracts/statement-kind.ts'
import { addedUsage } from './added-usage.ts'

/** From here on the model meant this program and no other, though nothing comes of it. */
const SETTLED = 0.9

/** What the model writes; `findsAny`: whether anything comes of a program. A second one is of the same kind, and as sure as both partings make it. */
export async function writeOrAnother(
  request: CallRequest,
  engine: Pick<Engine, 'writeCall'>,
  findsAny: (sql: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<CallResult> {
  const first = await engine.writeCall(request, signal)
  const { text, cut, weakest = 1, weakestAt } = first
  if (cut || isNoProgram(text) || weakestAt === undefined || weakest >= SETTLED) return first
  if (await findsAny(text)) return first
  const other = { behind: text.slice(0, weakestAt), than: text.slice(weakestAt) }
  const second = await engine.writeCall({ ...request, other }, signal)
  const isBetter =
    !second.cut &&
    !isNoProgram(second.text) &&
    statementKind(second.text) === statementKind(text) &&
    (await findsAny(second.text))
  const both = {
    usage: addedUsage(first.usage, second.usage),
    totalMs: first.totalMs + second.totalMs,
  }
  if (!isBetter) return { ...first, ...both }
  return { ...second, ...both, weakest: (second.weakest ?? 1) * (1 - weakest) }
}
