// A question about something of the person's own ("what is my wifi password"): what the memory has is looked up there, what was
// said here is told with it, and what nobody told is not made up. Next: session/recall.ts, which knows these apart.
import type { JsonSchema } from '../contracts/json.ts'
import type { PlannedCall } from './plan-calls.ts'
import type { OwnKnowledge, TurnPorts } from './ports.ts'

/** From here on the one that searches the memory is likely enough for the message to be about something told (docs/memory.md). */
const LIKE_A_MEMORY = 0.2
const CONFIDENCE = 0.85
/** Below it a message that speaks of nothing of the person's own is not about their memories, however near one is. */
const NOT_UNLIKE_A_MEMORY = 0.05
/** As likely it is looked up where only some of the words stand in the memory. */
const LIKELY = 0.5

/** How often an answer from the nearest memories is right: of 80 questions to the 0.5B 55 are (docs/meaning.md). */
const MEANT_CONFIDENCE = 0.69

/** What the talk lane is told of what nobody told. */
export const UNTOLD = 'nobody told me, and nothing of it is in the memory.'

/** A question as it is to be answered. */
export interface OwnAnswer {
  readonly call: PlannedCall
  /** What the talk lane is told; undefined: a tool answers. */
  readonly facts?: string
}

/**
 * Looks up what the memory has, and leaves to the talk lane what was said in the conversation or nobody told; undefined: nothing is
 * changed. `asked`: the tool after which the person would be asked first.
 */
export async function answerOwn(
  planned: PlannedCall,
  own: OwnKnowledge,
  asked: string | undefined,
  ports: TurnPorts,
): Promise<OwnAnswer | undefined> {
  const { decision } = planned
  const { candidates } = decision
  const memory = await memoryTool(planned, ports)
  const wanted = asked ?? decision.tool
  if (own.type === 'meant') {
    // A search would look for a few words of the message, and it is the whole of it that is near.
    const isFree = wanted === null || (wanted === memory?.tool && decision.by !== 'pattern')
    const isLikely = own.isOwn || (memory?.score ?? 0) >= NOT_UNLIKE_A_MEMORY
    if (!isFree || !isLikely) return undefined
    const found = { ...withoutTool(planned).decision, confidence: MEANT_CONFIDENCE, by: 'memory' } as const
    return { call: { ...planned, decision: found }, facts: nearFacts(own.texts) }
  }
  if (memory === undefined) return undefined
  if (own.type === 'known' || own.type === 'near') {
    if (asked === undefined && wanted !== null) return undefined
    if (own.type === 'near' && memory.score < LIKELY) return undefined
    const confidence = own.type === 'known' ? CONFIDENCE : memory.score
    const found = { tool: memory.tool, confidence, by: 'memory', candidates } as const
    return { call: { ...planned, decision: found } }
  }
  // It is not asked whether to search what would be found.
  if (own.type === 'there') {
    const found = { tool: memory.tool, confidence: memory.score, by: 'memory', candidates } as const
    return asked === memory.tool ? { call: { ...planned, decision: found } } : undefined
  }
  // Nothing would be found, likewise.
  if (own.type === 'absent') return asked === memory.tool ? { call: withoutTool(planned) } : undefined
  const isAbout = wanted === memory.tool || (wanted === null && memory.score >= LIKE_A_MEMORY)
  if (!isAbout) return undefined
  const isChosen = asked === undefined && wanted !== null
  const isLearned = decision.by === 'classifier'
  // A search that was asked for says best that there is nothing.
  if (isChosen && (own.type === 'untold' || !isLearned)) return undefined
  return { call: withoutTool(planned), facts: own.type === 'untold' ? UNTOLD : saidFacts(own.said) }
}

/** The same message, for the talk lane. */
export function withoutTool(planned: PlannedCall): PlannedCall {
  return { ...planned, decision: { ...planned.decision, tool: null, by: 'none' } }
}

/** What was said in the conversation. */
function saidFacts(said: readonly string[]): string {
  return `you said here: ${said.map((one) => `"${one}"`).join(' and ')}`
}

const REMEMBERED = 'Remembered: '

/** The same for `/why`, which says itself that it is remembered. */
export function withoutLead(facts: string): string {
  return facts.startsWith(REMEMBERED) ? facts.slice(REMEMBERED.length) : facts
}

/** What stands in the memory. */
function nearFacts(texts: readonly string[]): string {
  return `${REMEMBERED}${texts.join('; ')}.`
}

/** The one among the candidates with an `x-remembered`. */
async function memoryTool({ decision }: PlannedCall, ports: TurnPorts) {
  for (const candidate of decision.candidates) if (await looksUpOwn(candidate.tool, ports)) return candidate
  return undefined
}

/** Whether a tool looks into what the person told. */
export async function looksUpOwn(name: string | null, ports: TurnPorts): Promise<boolean> {
  const callable = name === null ? undefined : await ports.findTool(name)
  return looksIntoOwn(callable?.detail.parameters)
}

/** Whether these are the parameters of such a tool: one has an `x-remembered`. */
export function looksIntoOwn(parameters: JsonSchema | undefined): boolean {
  return Object.values(parameters?.properties ?? {}).some((one) => one['x-remembered'] === true)
}
