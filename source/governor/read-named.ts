// "How hot does the glaze programme go in kiln.ini": a file that is there is looked into, before a model makes up what stands in it.
import type { RouteDecision } from '../contracts/router.ts'
import { relevantLines } from '../lib/relevant-lines.ts'
import { hasKeyword } from './has-keyword.ts'
import { asksMore } from './looked-up.ts'
import { namedFile } from './named-file.ts'
import type { TurnPorts } from './ports.ts'

/** A tool that reads has to be so likely. */
const LIKELY = 0.4

/** The decision for the likeliest tool, where no tool was sure and that one reads the file that the request names; undefined: it stays. */
export async function readNamed(
  request: string,
  { tool, candidates }: RouteDecision,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<RouteDecision | undefined> {
  const [best] = candidates
  const path = tool === null ? namedFile(request) : undefined
  if (best === undefined || best.score < LIKELY || path === undefined) return undefined
  const callable = await ports.findTool(best.tool)
  const reads = callable?.tool.risk === 'read' && hasKeyword(callable, 'x-looks', 'file')
  if (!reads || (await ports.valuesIn(path, signal)) === undefined) return undefined
  return { tool: best.tool, confidence: best.score, by: 'classifier', candidates }
}

const ASKS =
  /^(?:\W*(?:and|so|ok|hey|please|pls)\b)*\W*(?:what|whats|when|how|which|who|where|whose)\b|\?\s*$/iu

/** The only line of a file that a question can mean, all words of which it has: a small model that reads all of it takes another number. */
export async function lineAsked(
  request: string,
  { tool, by }: RouteDecision,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = namedFile(request)
  if (tool === null || by === 'pattern' || path === undefined || !ASKS.test(request)) return undefined
  const callable = await ports.findTool(tool)
  const [only, ...others] = Object.values(callable?.detail.parameters.properties ?? {})
  if (callable?.tool.risk !== 'read' || only?.['x-looks'] !== 'file' || others.length > 0) return undefined
  const { values } = (await ports.valuesIn(path, signal)) ?? { values: [] }
  const about = request.replace(path, ' ')
  const [line, ...more] = relevantLines(about, values)
  if (line === undefined || more.length > 0 || asksMore(about, line, path)) return undefined
  return `${path}: ${line}`
}
