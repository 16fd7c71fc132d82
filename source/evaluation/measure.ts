// Cases through a composed session, and through the baseline on the same weights in the same process.
import type { Engine } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Session } from '../contracts/session.ts'
import type { Tool } from '../contracts/tool.ts'
import { type BaselineResult, baselineHead, type DeclaredTool, runBaseline } from './baseline.ts'
import type { EvalCase } from './cases.ts'
import type { SameResult } from './match-arguments.ts'
import { type CaseResult, type Dropped, type RunPorts, runCase } from './run.ts'

/** A composed session with what only measuring needs. */
export interface MeasuredSession {
  readonly session: Session
  start(): void
  engine(): Engine | undefined
  hasParameters(tool: string): boolean
  loadTool(name: string): Promise<Tool>
  toolContext(): Parameters<Tool['run']>[1]
  /** What the last turn did not show. */
  dropped(): Dropped | undefined
  /** Makes the states of these tools; those that are none, or need none, are left out. */
  warm(tools: readonly string[]): Promise<void>
}

export interface Measured {
  readonly results: readonly CaseResult[]
  readonly baseline: readonly BaselineResult[] | undefined
}

export type Progress = (done: number, total: number, what: string) => void

/** Above this number of tools only the states that the cases need are made beforehand. */
const MOST_WARM = 64

/** Runs every case, then the baseline where `declared` has its tools. The model must be ready. */
export async function measure(
  measured: MeasuredSession,
  cases: readonly EvalCase[],
  declared: readonly DeclaredTool[] | undefined,
  progress: Progress,
): Promise<Measured> {
  await warm(measured, cases)
  const ports = portsOf(measured)
  const results: CaseResult[] = []
  for (const [at, one] of cases.entries()) {
    results.push(...(await runCase(ports, one)))
    progress(at + 1, cases.length, 'ours')
  }
  const engine = measured.engine()
  if (declared === undefined || engine === undefined) return { results, baseline: undefined }
  const head = baselineHead(declared)
  await engine.prepareHead(head, { signal: new AbortController().signal, persist: false })
  const baseline: BaselineResult[] = []
  const single = cases.flatMap(({ id, turns: [turn, ...more] }) =>
    turn === undefined || more.length > 0 || turn.missing !== undefined ? [] : [{ id, ...turn }],
  )
  for (const one of single) {
    baseline.push(await runBaseline(engine, head, one, declared, ports.sameResult))
    progress(baseline.length, single.length, 'baseline')
  }
  return { results, baseline }
}

async function warm(measured: MeasuredSession, cases: readonly EvalCase[]): Promise<void> {
  const { session } = measured
  if (session.view.tools.total <= MOST_WARM) return session.submit('/warm')
  const turns = cases.flatMap((one) => one.turns)
  const tools = turns.flatMap((turn) => [turn.tool ?? [], turn.calls?.map((call) => call.tool) ?? []].flat())
  return measured.warm([...new Set(tools)])
}

function portsOf(measured: MeasuredSession): RunPorts {
  const { session } = measured
  return {
    clear: () => session.submit('/clear'),
    ask: (message) => askSession(session, message),
    dropped: () => measured.dropped(),
    sameResult: sameResultBy(
      (name) => measured.loadTool(name),
      () => measured.toolContext(),
    ),
    hasParameters: (tool) => measured.hasParameters(tool),
  }
}

/** Sends a message as a person would, and gives what the session said meanwhile. */
export async function askSession(session: Session, message: string): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = []
  const stop = session.subscribe((event) => {
    if (event.type !== 'progress' && event.type !== 'view') events.push(event)
  })
  await session.submit(message.startsWith('/') ? `/${message}` : message)
  stop()
  return events
}

/** Compares by running the tool; where it fails, by the text without its white space. */
export function sameResultBy(
  loadTool: (name: string) => Promise<Tool>,
  context: () => Parameters<Tool['run']>[1],
): SameResult {
  return async (name, args, accepted) => {
    const tool = await loadTool(name)
    const run = async (given: JsonObject): Promise<JsonValue> => tool.run(given, context())
    try {
      return resultValue(await run(args)) === resultValue(await run(accepted))
    } catch {
      const plain = (given: JsonObject) => JSON.stringify(given).replace(/\s+/g, '').replaceAll('**', '^')
      return plain(args) === plain(accepted)
    }
  }
}

function resultValue(result: JsonValue): string {
  return typeof result === 'object' && result !== null && 'result' in result
    ? JSON.stringify(result.result)
    : JSON.stringify(result)
}
