// Runs cases through a session, a fresh conversation each, and keeps what its events said.
import type { SessionEvent, TurnTimings, TurnTokens } from '../contracts/event.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Session } from '../contracts/session.ts'
import type { EvalCase } from './cases.ts'
import { judge } from './judge.ts'
import { argumentsMatch, type SameResult } from './match-arguments.ts'

/** Where a case went wrong: the wrong tool was best; the best was right and another thing was done; and so on. */
export type Gate = 'route' | 'choice' | 'arguments' | 'approval' | 'execution'

/** What came of one case. */
export interface CaseResult {
  readonly id: string
  readonly input: string
  readonly expected: string | null
  readonly routed: string | null
  readonly called: string | null
  readonly arguments: JsonObject | null
  readonly rightTool: boolean
  readonly rightArguments: boolean
  /** undefined: nothing went wrong. */
  readonly gate: Gate | undefined
  readonly answer: string
  readonly source: 'model' | 'tool' | null
  /** Only where there is gold: undefined means that nobody judged. */
  readonly faithful: boolean | undefined
  readonly unfaithfulBecause: string | undefined
  readonly confidence: number
  readonly timings: TurnTimings | null
  readonly tokens: TurnTokens | null
  readonly hasParameters: boolean
  readonly tags: readonly string[]
  readonly difficulty: string
}

/** Runs one case in a session that is ready. */
export async function runCase(
  session: Session,
  one: EvalCase,
  sameResult: SameResult,
  hasParameters: (tool: string) => boolean,
): Promise<CaseResult> {
  const events: SessionEvent[] = []
  await session.submit('/clear')
  const stop = session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') events.push(event)
  })
  await session.submit(one.input.startsWith('/') ? `/${one.input}` : one.input)
  stop()
  const called = find(events, 'tool.called')
  const finished = find(events, 'tool.finished')
  const answer = find(events, 'answer')
  const end = find(events, 'turn.finished')
  const name = called?.name ?? finished?.name ?? null
  const rightTool = name === one.tool
  const rightArguments =
    rightTool && (one.tool === null || (await argumentsMatch(one, called?.arguments ?? {}, sameResult)))
  const result: JsonValue = [finished?.result ?? null, finished?.say ?? '']
  const judged = one.tool !== null && one.gold.length > 0 && rightArguments
  const reason = judged ? judge(one, answer?.text ?? '', result) : undefined
  return {
    id: one.id,
    input: one.input,
    expected: one.tool,
    routed: find(events, 'route')?.tool ?? null,
    called: name,
    arguments: called?.arguments ?? null,
    rightTool,
    rightArguments,
    gate: gateOf(one, events, rightTool, rightArguments),
    answer: answer?.text ?? '',
    source: answer?.source ?? null,
    faithful: judged ? reason === undefined : undefined,
    unfaithfulBecause: reason,
    confidence: answer?.confidence ?? 0,
    timings: end?.timings ?? null,
    tokens: end?.tokens ?? null,
    hasParameters: one.tool !== null && hasParameters(one.tool),
    tags: one.tags,
    difficulty: one.difficulty,
  }
}

function gateOf(
  one: EvalCase,
  events: readonly SessionEvent[],
  rightTool: boolean,
  rightArguments: boolean,
): Gate | undefined {
  const route = find(events, 'route')
  if (!rightTool) {
    const best = route?.candidates[0]?.tool ?? null
    return best === one.tool || (one.tool === null && route?.tool === null) ? 'choice' : 'route'
  }
  if (!rightArguments) return 'arguments'
  const finished = find(events, 'tool.finished')
  if (one.tool === null || finished?.ok !== false || one.fails) return undefined
  return finished.error?.code === 'denied' ? 'approval' : 'execution'
}

function find<T extends SessionEvent['type']>(
  events: readonly SessionEvent[],
  type: T,
): Extract<SessionEvent, { type: T }> | undefined {
  return events.find((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
}
