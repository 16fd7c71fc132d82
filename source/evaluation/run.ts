// Runs cases through a session, a fresh conversation each, and keeps what its events said.
import type { SessionEvent, TurnTimings, TurnTokens } from '../contracts/event.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { EvalCase, EvalTurn } from './cases.ts'
import { judge } from './judge.ts'
import { argumentsMatch, callsMatch, type MadeCall, type SameResult } from './match-arguments.ts'

/** Where a turn went wrong: the wrong tool was best; the best was right and another thing was done; and so on. */
export type Gate = 'route' | 'choice' | 'clarify' | 'arguments' | 'approval' | 'execution'

/** What came of one message. */
export interface CaseResult {
  /** The case's; with `#2` behind it for the second message of a conversation. */
  readonly id: string
  /** The case's id, if it has several messages. */
  readonly conversation: string | undefined
  readonly input: string
  /** The tool that was needed, several with ` + ` between them; null: none. */
  readonly expected: string | null
  /** The tools that were needed, one by one. */
  readonly wanted: readonly string[]
  readonly routed: string | null
  /** Like `expected`: the first call, or all where several were needed. */
  readonly called: string | null
  /** Of the first call. */
  readonly arguments: JsonObject | null
  readonly calls: readonly MadeCall[]
  readonly rightTool: boolean
  readonly rightArguments: boolean
  /** The message left something open, so the program had to ask. */
  readonly isOpen: boolean
  readonly askedBack: boolean
  /** A tool was chosen and its arguments could not be written, read, or did not keep the schema. */
  readonly unwritten: boolean
  /** undefined: nothing went wrong. */
  readonly gate: Gate | undefined
  readonly answer: string
  readonly source: 'model' | 'tool' | null
  /** Only where there is gold: undefined means that nobody judged. */
  readonly faithful: boolean | undefined
  readonly unfaithfulBecause: string | undefined
  /** What the model wrote, if that was not shown, and why not. */
  readonly dropped: Dropped | undefined
  readonly confidence: number
  readonly timings: TurnTimings | null
  readonly tokens: TurnTokens | null
  readonly hasParameters: boolean
  readonly tags: readonly string[]
  readonly difficulty: string
}

/** An answer of the model that was not shown. */
export interface Dropped {
  readonly modelAnswer: string
  readonly unfaithful: string
}

/** A session that is ready, as measuring needs it. */
export interface RunPorts {
  /** Begins a new conversation. */
  clear(): Promise<void>
  /** Sends one message and gives every event of its turn. */
  ask(message: string): Promise<readonly SessionEvent[]>
  /** What the last turn did not show. */
  dropped(): Dropped | undefined
  readonly sameResult: SameResult
  hasParameters(tool: string): boolean
}

/** Runs the messages of one case in one conversation; one result each, in order. */
export async function runCase(ports: RunPorts, one: EvalCase): Promise<readonly CaseResult[]> {
  await ports.clear()
  const results: CaseResult[] = []
  for (const [at, turn] of one.turns.entries()) {
    const events = await ports.ask(turn.input)
    const id = at === 0 ? one.id : `${one.id}#${at + 1}`
    const conversation = one.turns.length > 1 ? one.id : undefined
    const { tags, difficulty } = one
    results.push({ id, conversation, tags, difficulty, ...(await resultOf(ports, turn, events)) })
  }
  return results
}

async function resultOf(
  ports: RunPorts,
  turn: EvalTurn,
  events: readonly SessionEvent[],
): Promise<Omit<CaseResult, 'id' | 'conversation' | 'tags' | 'difficulty'>> {
  const answer = find(events, 'answer')
  const end = find(events, 'turn.finished')
  const finished = all(events, 'tool.finished')
  const askedBack = answer?.status === 'need_clarification'
  const calls = all(events, 'tool.called').map((call) => ({ name: call.name, arguments: call.arguments }))
  const right = await judgeCalls(ports, turn, calls, finished[0]?.name ?? null, askedBack)
  const isOpen = turn.missing !== undefined
  const said: JsonValue = finished.map((one) => [one.result ?? null, one.say])
  const judged = !isOpen && turn.tool !== null && turn.gold.length > 0 && right.rightArguments
  const reason = judged ? judge(turn, answer?.text ?? '', said) : undefined
  const wanted = turn.calls?.map((call) => call.tool) ?? (turn.tool === null ? [] : [turn.tool])
  return {
    input: turn.input,
    expected: namesOf(wanted),
    wanted,
    routed: find(events, 'route')?.tool ?? null,
    called: right.called,
    arguments: calls[0]?.arguments ?? null,
    calls,
    rightTool: right.rightTool,
    rightArguments: right.rightArguments,
    isOpen,
    askedBack,
    unwritten: finished.some(({ error }) => /^(?:no|bad)_arguments$/.test(error?.code ?? '')),
    gate: gateOf(turn, events, right, askedBack),
    answer: answer?.text ?? '',
    source: answer?.source ?? null,
    faithful: judged ? reason === undefined : undefined,
    unfaithfulBecause: reason,
    dropped: ports.dropped(),
    confidence: answer?.confidence ?? 0,
    timings: end?.timings ?? null,
    tokens: end?.tokens ?? null,
    hasParameters: wanted.some((name) => ports.hasParameters(name)),
  }
}

interface Right {
  readonly called: string | null
  readonly rightTool: boolean
  readonly rightArguments: boolean
}

async function judgeCalls(
  ports: RunPorts,
  turn: EvalTurn,
  calls: readonly MadeCall[],
  finished: string | null,
  askedBack: boolean,
): Promise<Right> {
  const names = calls.map((call) => call.name)
  const first = names[0] ?? finished
  if (turn.missing !== undefined) {
    const isRight = askedBack && calls.length === 0
    return { called: first, rightTool: isRight, rightArguments: isRight }
  }
  if (turn.calls !== undefined) {
    const [called, wanted] = [namesOf(names), namesOf(turn.calls.map((call) => call.tool))]
    const rightTool = called === wanted
    const rightArguments = rightTool && (await callsMatch(turn.calls, calls, ports.sameResult))
    return { called: called ?? finished, rightTool, rightArguments }
  }
  // A tool that asked for something was not called.
  const called = askedBack && names.length === 0 ? null : first
  const rightTool = called === turn.tool
  const isMatch = async () => argumentsMatch(turn, calls[0]?.arguments ?? {}, ports.sameResult)
  return { called, rightTool, rightArguments: rightTool && (turn.tool === null || (await isMatch())) }
}

function namesOf(names: readonly string[]): string | null {
  return names.length === 0 ? null : [...names].sort().join(' + ')
}

function gateOf(
  turn: EvalTurn,
  events: readonly SessionEvent[],
  { rightTool, rightArguments }: Right,
  askedBack: boolean,
): Gate | undefined {
  if (turn.missing !== undefined) return rightTool ? undefined : 'clarify'
  if (askedBack && turn.tool !== null) return 'clarify'
  const route = find(events, 'route')
  if (!rightTool) {
    const best = route?.candidates[0]?.tool ?? null
    const isWanted = best === turn.tool || turn.calls?.some((call) => call.tool === best)
    return isWanted || (turn.tool === null && route?.tool === null) ? 'choice' : 'route'
  }
  if (!rightArguments) return 'arguments'
  const failed = all(events, 'tool.finished').find((one) => !one.ok)
  if (turn.tool === null || failed === undefined || turn.fails) return undefined
  return failed.error?.code === 'denied' ? 'approval' : 'execution'
}

function all<T extends SessionEvent['type']>(
  events: readonly SessionEvent[],
  type: T,
): readonly Extract<SessionEvent, { type: T }>[] {
  return events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
}

function find<T extends SessionEvent['type']>(
  events: readonly SessionEvent[],
  type: T,
): Extract<SessionEvent, { type: T }> | undefined {
  return all(events, type)[0]
}
