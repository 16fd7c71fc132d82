// Runs cases through a session, a fresh conversation each, and keeps what its events said.
import type { Evidence } from '../contracts/confidence.ts'
import type { SessionEvent, TurnTimings, TurnTokens } from '../contracts/event.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { DeclaredTool } from './baseline.ts'
import type { EvalCase, EvalTurn } from './cases.ts'
import { judge } from './judge.ts'
import { allOf, findEvent, type Gate, gateOf, judgeCalls, namesOf } from './judge-calls.ts'
import type { MadeCall, SameResult } from './match-arguments.ts'

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
  /** False: only the tool was judged, and `rightArguments` is as `rightTool`. */
  readonly argumentsJudged: boolean
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
  /** What the confidence is made of, for each request of the message. */
  readonly evidence: readonly Evidence[]
  readonly timings: TurnTimings | null
  readonly tokens: TurnTokens | null
  readonly hasParameters: boolean
  readonly tags: readonly string[]
  readonly difficulty: string
  readonly suite: string | undefined
}

/** An answer of the model that was not shown. */
export interface Dropped {
  readonly modelAnswer: string
  readonly unfaithful: string
}

/** A session that is ready, as measuring needs it. */
export interface RunPorts {
  /** Puts these tools in place of all others; undefined: the usual ones. */
  takeTools(tools: readonly DeclaredTool[] | undefined, wanted: readonly string[]): Promise<void>
  /** Begins a new conversation. */
  clear(): Promise<void>
  /** Sends one message and gives every event of its turn. */
  ask(message: string): Promise<readonly SessionEvent[]>
  /** What the last turn did not show. */
  dropped(): Dropped | undefined
  /** What the confidence of the last turn is made of. */
  evidence(): readonly Evidence[]
  readonly sameResult: SameResult
  hasParameters(tool: string): boolean
}

/** Runs the messages of one case in one conversation; one result each, in order. */
export async function runCase(ports: RunPorts, one: EvalCase): Promise<readonly CaseResult[]> {
  await ports.takeTools(one.tools, wantedOf(one))
  await ports.clear()
  const results: CaseResult[] = []
  for (const [at, turn] of one.turns.entries()) {
    const events = await ports.ask(turn.input)
    const id = at === 0 ? one.id : `${one.id}#${at + 1}`
    const conversation = one.turns.length > 1 ? one.id : undefined
    const { tags, difficulty, suite } = one
    results.push({ id, conversation, tags, difficulty, suite, ...(await resultOf(ports, turn, events)) })
  }
  return results
}

async function resultOf(
  ports: RunPorts,
  turn: EvalTurn,
  events: readonly SessionEvent[],
): Promise<Omit<CaseResult, 'id' | 'conversation' | 'tags' | 'difficulty' | 'suite'>> {
  const answer = findEvent(events, 'answer')
  const end = findEvent(events, 'turn.finished')
  const finished = allOf(events, 'tool.finished')
  const askedBack = answer?.status === 'need_clarification'
  const calls = allOf(events, 'tool.called').map((call) => ({ name: call.name, arguments: call.arguments }))
  const right = await judgeCalls(turn, calls, finished[0]?.name ?? null, askedBack, ports.sameResult)
  const isOpen = turn.missing !== undefined
  const said: JsonValue = finished.map((one) => [one.result ?? null, one.say])
  const judged = !isOpen && turn.tool !== null && turn.gold.length > 0 && right.rightArguments
  const reason = judged ? judge(turn, answer?.text ?? '', said) : undefined
  const wanted = turn.calls?.map((call) => call.tool) ?? (turn.tool === null ? [] : [turn.tool])
  return {
    input: turn.input,
    expected: namesOf(wanted),
    wanted,
    routed: findEvent(events, 'route')?.tool ?? null,
    called: right.called,
    arguments: calls[0]?.arguments ?? null,
    calls,
    rightTool: right.rightTool,
    rightArguments: right.rightArguments,
    argumentsJudged: turn.anyOf === undefined,
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
    evidence: ports.evidence(),
    timings: end?.timings ?? null,
    tokens: end?.tokens ?? null,
    hasParameters: wanted.some((name) => ports.hasParameters(name)),
  }
}

/** Every tool that a case needs, each once. */
export function wantedOf({ turns }: EvalCase): readonly string[] {
  const names = turns.flatMap((turn) => turn.calls?.map((call) => call.tool) ?? turn.tool ?? [])
  return [...new Set(names)]
}
