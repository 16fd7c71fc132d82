// Cases through a composed session, and through the baseline on the same weights in the same process.
import type { Evidence } from '../contracts/confidence.ts'
import type { Engine } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { StateFigures } from '../contracts/named-states.ts'
import type { Session } from '../contracts/session.ts'
import { type BaselineResult, baselineHead, type DeclaredTool, runBaseline } from './baseline.ts'
import type { EvalCase } from './cases.ts'
import type { SameResult } from './match-arguments.ts'
import { type CaseResult, type Dropped, type RunPorts, runCase, wantedOf } from './run.ts'

/** A composed session with what only measuring needs. */
export interface MeasuredSession {
  readonly session: Session
  start(): void
  engine(): Engine | undefined
  hasParameters(tool: string): boolean
  readonly sameResult: SameResult
  /** What the last turn did not show. */
  dropped(): Dropped | undefined
  /** What the confidence of the last turn is made of. */
  evidence(): readonly Evidence[]
  /** Makes the states of these tools; those that are none, or need none, are left out. `onEach` before the first and after each. */
  warm(tools: readonly string[], onEach?: (done: number, total: number) => void): Promise<void>
  /** Every tool that is on, with its schema. */
  tools(): readonly DeclaredTool[]
  /** Puts these tools in place of all others, found by their words; undefined: the usual ones. */
  takeTools(tools: readonly DeclaredTool[] | undefined): Promise<void>
  /** Puts back what tools changed; absent: they change nothing. */
  renew?(): void
  /** Keeps the figures with the named state that was measured; absent: none was. False when they cannot be written. */
  record?(figures: MeasuredFigures): boolean
  close(): Promise<void>
}

/** Figures without when and on what they were taken. */
export type MeasuredFigures = Omit<StateFigures, 'date' | 'model'>

/** What the baseline has in its prompt: a case's own tools, else these, else every tool that is on. */
export interface BaselineOptions {
  readonly tools: readonly DeclaredTool[] | undefined
}

export interface Measured {
  readonly results: readonly CaseResult[]
  readonly baseline: readonly BaselineResult[] | undefined
  /** Why there is no baseline though it was wanted. */
  readonly fault?: unknown
}

/** `what`: `states` that are made first, then cases of `ours`, then of the `baseline`; `done` is 0 before the first. */
export type Progress = (done: number, total: number, what: 'states' | 'ours' | 'baseline') => void

/** Runs every case, then the same on the baseline where that is wanted. The model must be ready. */
export async function measure(
  measured: MeasuredSession,
  cases: readonly EvalCase[],
  baseline: BaselineOptions | undefined,
  progress: Progress,
): Promise<Measured> {
  const usual = measured.tools()
  await warm(measured, cases, progress)
  const ports = portsOf(measured)
  const results: CaseResult[] = []
  for (const [at, one] of cases.entries()) {
    results.push(...(await runCase(ports, one)))
    progress(at + 1, cases.length, 'ours')
  }
  const engine = measured.engine()
  if (baseline === undefined || engine === undefined) return { results, baseline: undefined }
  const single = cases.filter(
    ({ turns: [turn, ...more] }) => more.length === 0 && turn?.missing === undefined,
  )
  try {
    const measuredOf = await measureBaseline(engine, single, baseline.tools ?? usual, ports, progress)
    return { results, baseline: measuredOf }
  } catch (fault) {
    // Ours took its hour already.
    return { results, baseline: undefined, fault }
  }
}

async function measureBaseline(
  engine: Engine,
  cases: readonly EvalCase[],
  usual: readonly DeclaredTool[],
  { sameResult }: RunPorts,
  progress: Progress,
): Promise<readonly BaselineResult[]> {
  const results: BaselineResult[] = []
  // Reading every schema takes a while before the first.
  progress(0, cases.length, 'baseline')
  let stands: readonly DeclaredTool[] | undefined
  for (const { id, tools = usual, turns } of cases) {
    const [turn] = turns
    if (turn === undefined) continue
    const head = baselineHead(tools)
    const { signal } = new AbortController()
    if (tools !== stands) await engine.prepareHead(head, { signal, persist: false })
    stands = tools
    results.push(await runBaseline(engine, head, { id, ...turn }, tools, sameResult))
    progress(results.length, cases.length, 'baseline')
  }
  return results
}

/** Before the clock runs, and no more than the cases need: on a slow machine a state takes ten seconds and more. */
async function warm(
  measured: MeasuredSession,
  cases: readonly EvalCase[],
  progress: Progress,
): Promise<void> {
  const usual = cases.filter((one) => one.tools === undefined)
  if (usual.length === 0) return
  const wanted = [...new Set(usual.flatMap(wantedOf))]
  await measured.warm(wanted, (done, total) => progress(done, total, 'states'))
}

function portsOf(measured: MeasuredSession): RunPorts {
  const { session } = measured
  let stands: readonly DeclaredTool[] | undefined
  return {
    takeTools: async (tools, wanted) => {
      if (tools === stands) return
      stands = tools
      await measured.takeTools(tools)
      // As for the usual tools: states are made before the clock runs.
      if (tools !== undefined) await measured.warm(wanted)
    },
    clear: async () => {
      measured.renew?.()
      await session.submit('/clear')
    },
    ask: (message) => askSession(session, message),
    dropped: () => measured.dropped(),
    evidence: () => measured.evidence(),
    sameResult: measured.sameResult,
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
