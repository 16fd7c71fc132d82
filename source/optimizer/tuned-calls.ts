// Strategy `calls`: how the model writes calls is learned from requests whose arguments are known, and kept if more requests
// that it was not learned from come out right.
import type { AdapterFile } from '../contracts/engine.ts'
import { takesArguments } from '../contracts/manifest.ts'
import type { StateDraft, Trial } from '../contracts/optimized.ts'
import type { CallLearner, OptimizerPorts } from './ports.ts'
import type { Compared, Trials } from './trials.ts'

/** What was learned takes so many times as long to try as what stands: its states have to be made. */
const TRIAL = 3

/** What came of it: `none` where there is nothing new to learn from. */
export type TunedCalls =
  | {
      readonly type: 'tried'
      readonly trial: Trial
      readonly left: number
      readonly adapter: AdapterFile
      readonly compared: Compared
    }
  | { readonly type: 'none' }
  | { readonly type: 'refused'; readonly reason: string }

export interface TuningChoice {
  /** States as the other strategies left them. */
  readonly states: ReadonlyMap<string, StateDraft>
  /** Of a budget; undefined: as long as it takes. */
  readonly leftS: number | undefined
}

/** Learns, and tries what was learned. Throws only where `signal` ends it. */
export async function tuneCalls(
  ports: OptimizerPorts,
  trials: Trials,
  choice: TuningChoice,
  signal: AbortSignal,
): Promise<TunedCalls> {
  const { calls } = ports
  if (typeof calls === 'string') return { type: 'refused', reason: calls }
  if (ports.choice.tools.length > 0)
    return { type: 'refused', reason: 'it is for all tools at once, so it goes without `--tool`' }
  try {
    return await tryOut(ports, calls, trials, choice, signal)
  } catch (error) {
    signal.throwIfAborted()
    return { type: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function tryOut(
  ports: OptimizerPorts,
  calls: CallLearner,
  trials: Trials,
  { states, leftS }: TuningChoice,
  signal: AbortSignal,
): Promise<TunedCalls> {
  const { count, from } = calls.lessons()
  const { kept } = calls
  const isDone = kept?.from === from && kept.left === undefined
  if (isDone && (kept.trial.kept || !ports.choice.again)) return { type: 'none' }
  await calls.check(signal)
  const written = new Set(
    ports.allTools.flatMap(({ entry, detail }) => (takesArguments(detail) ? [entry.name] : [])),
  )
  const cases = trials.of('accept', ({ tool }) => tool !== null && written.has(tool))
  const tell = (done: number, total: number) => ports.onProgress('trial', done, total)
  // What stands is asked first: so it is known how long the trial takes.
  const begun = performance.now()
  await trials.score(cases, { states }, tell)
  const askedS = (performance.now() - begun) / 1000
  const seconds = leftS === undefined ? undefined : leftS - (1 + TRIAL) * askedS
  if (seconds !== undefined && seconds < 0)
    throw new Error(
      `the budget is too short: what was learned would be tried for some ${Math.ceil(TRIAL * askedS)} s`,
    )
  const { adapter, steps, left } = await calls.learn(seconds, signal)
  const compared = await trials.compare(cases, { states }, { states, adapter }, tell)
  const isKept = compared.after.right > compared.before.right
  const learned = `${steps === 1 ? '1 step' : `${steps} steps`} of learning from ${count} requests`
  const more = left > 0 ? `; the next run goes on with the ${left} that are left` : ''
  const reason = (isKept ? learned : `dropped, for no more requests are right behind ${learned}`) + more
  const { before, after } = compared
  return { type: 'tried', trial: { kept: isKept, reason, before, after }, left, adapter, compared }
}
