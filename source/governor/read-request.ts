// A request as it was read: what the tables have of it, and what it asks for. What is sure of that decides between a tool and none.
import type { EarlierCall } from '../contracts/manifest.ts'
import { ACTS, type Act, type LastRequest, type Reading } from '../contracts/request-acts.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { AskedTables, LastOfTables } from '../contracts/table-request.ts'
import type { Risk } from '../contracts/tool.ts'
import type { TurnInput, TurnPorts } from './ports.ts'

/** From here on what is asked for needs no tool, whatever the router says; or needs one, where the router has no other doubt. */
const SURE_OF_NONE = 0.7
const SURE_OF_TOOL = 0.7
/** What cannot be done is said from here on. */
const SURE_BEYOND = 0.6
/** A tool is taken for a request that needs one from this probability on. */
const LEAST_TOOL = 0.1
/** Acts that a tool of the router's is for. */
const OF_TOOLS: readonly Act[] = ['tool', 'remember', 'remind', 'recall', 'forget', 'ask', 'change']
/** Acts after which something is another way than before. */
const DEEDS: readonly Act[] = ['change', 'tool', 'remember', 'remind', 'forget', 'undo']
/** The name of the argument that is a program. */
const SQL = 'sql'

export interface ReadRequest {
  /** undefined: there are no tables. */
  readonly asked: AskedTables | undefined
  readonly reading: Reading
}

/** Reads a request behind the ones before it; undefined: a person taught it, or all of its words are the form of a tool that is for no table. */
export async function readRequest(
  request: string,
  routed: RouteDecision,
  input: Pick<TurnInput, 'earlier' | 'isCallOld' | 'history'>,
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<ReadRequest | undefined> {
  const tools = ports.engine === undefined ? undefined : await ports.programTools()
  if (routed.by === 'taught' || (routed.by === 'pattern' && !tools?.includes(routed.tool ?? '')))
    return undefined
  const asked = tools && (await ports.readTables(request, routed, lastProgram(input.earlier), signal))
  const last = lastRequest(input, ports)
  const reading = await ports.read({ request, route: routed, last, tables: asked?.figures })
  return { asked, reading }
}

/** What it asks for, where that is likelier than all else together. */
export function likelyAct(read: ReadRequest | undefined): Act | undefined {
  if (read?.reading.isMeant !== true) return undefined
  return ACTS.find((act) => read.reading.acts[act] > 0.5)
}

/** How likely it is for the tables. */
export function shareOfTables({ acts }: Reading): number {
  return acts.ask + acts.change
}

/** How likely it asks for what such a program does, in the files or in what the program keeps itself. */
export function shareOfKind(kind: 'question' | 'change', { acts, isMeant }: Reading): number {
  if (!isMeant) return 1
  return kind === 'question'
    ? acts.ask + acts.recall
    : acts.change + acts.remember + acts.remind + acts.forget + acts.undo
}

/** Whether it surely asks for what a program like this one cannot do. */
export function isBeyond({ acts, isMeant }: Reading): boolean {
  return isMeant && acts.cannot >= SURE_BEYOND
}

/** What the router says of it, but for a tool where none is wanted, or none where one is. What a person taught or a whole form of words says stays. */
export function asRead(routed: RouteDecision, { acts, isMeant }: Reading): RouteDecision {
  if (!isMeant || routed.by === 'pattern' || routed.by === 'taught') return routed
  const none = acts.talk + acts.cannot + acts.reply
  if (none >= SURE_OF_NONE) return { tool: null, confidence: none, by: 'none', candidates: routed.candidates }
  const some = OF_TOOLS.reduce((sum, act) => sum + acts[act], 0)
  const [best] = routed.candidates
  if (routed.tool !== null || best === undefined || some < SURE_OF_TOOL || best.score < LEAST_TOOL)
    return routed
  // Of those tools that might be meant, how much it is this one.
  const total = routed.candidates.reduce((sum, { score }) => sum + score, 0)
  return { ...routed, tool: best.tool, confidence: (some * best.score) / total, by: 'classifier' }
}

/** A tool that changes something, of a request that likely wants nothing changed, is as unsure as that. */
export function heldBack(decided: RouteDecision, risk: Risk, { acts, isMeant }: Reading): RouteDecision {
  if (!isMeant || risk === 'read' || decided.by === 'pattern' || decided.by === 'taught') return decided
  const deeds = DEEDS.reduce((sum, act) => sum + acts[act], 0)
  return deeds >= 0.5 ? decided : { ...decided, confidence: decided.confidence * deeds }
}

/** The last call, if it was a program. */
export function lastProgram(earlier: readonly EarlierCall[]): LastOfTables | undefined {
  const last = earlier.at(-1)
  const sql = last?.arguments[SQL]
  if (last === undefined || typeof sql !== 'string') return undefined
  const values = (last.shows ?? []).map((text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text))
  const result = values.length > 0 ? values.join(', ') : last.said
  return { message: last.message, sql, result, values }
}

function lastRequest(
  { earlier, isCallOld = false, history }: Pick<TurnInput, 'earlier' | 'isCallOld' | 'history'>,
  ports: TurnPorts,
): LastRequest | undefined {
  const last = earlier.at(-1)
  if (last !== undefined && !isCallOld)
    return { message: last.message, act: ports.actOf(last.tool), tool: nameOf(last) }
  const said = history.findLast(({ role }) => role === 'user')?.text
  return said === undefined ? undefined : { message: said, act: 'talk' }
}

/** A program is called by its act; what was learned from knows its tool by no other name. */
function nameOf({ tool, arguments: args }: EarlierCall): string | undefined {
  return typeof args[SQL] === 'string' ? undefined : tool
}
