// Makes the prompts of the loaded model better, each change a trial (docs/optimize.md). Invariant: what stands in the file at
// any moment was tried and lost nothing; an interrupt, a budget that ends or a crash keep what was finished. Next:
// one-liners.ts, smaller-states.ts, instructions.ts, trials.ts.
import type { CommandResult } from '../contracts/command.ts'
import type { JsonValue } from '../contracts/json.ts'
import { takesArguments } from '../contracts/manifest.ts'
import type { OptimizedTool, StateDraft, Strategy, ToolStrategy, Trial } from '../contracts/optimized.ts'
import { REQUESTS, WORDS } from './example-prompts.ts'
import { findInstruction } from './instructions.ts'
import { ENOUGH_EXAMPLES, writeExamples } from './new-examples.ts'
import { improveLines } from './one-liners.ts'
import type { LearnedExample, OptimizerPorts, OptimizerTool } from './ports.ts'
import { type Change, type Ended, formatRun, type StrategyReport } from './report.ts'
import { shrinkState } from './smaller-states.ts'
import { isAccepted, Trials } from './trials.ts'
import { tuneCalls } from './tuned-calls.ts'

/** What came of a run. */
export interface OptimizeOutcome {
  readonly result: CommandResult
  /** Tools whose states were made for trials: what stands on disk may be that of a draft. */
  readonly touched: ReadonlySet<string>
}

/** Runs the strategies over the tools; `signal` ends it with what was finished. Never throws. */
export async function optimize(ports: OptimizerPorts, signal: AbortSignal): Promise<OptimizeOutcome> {
  const { budgetS } = ports.choice
  const budget = budgetS === undefined ? undefined : AbortSignal.timeout(Math.ceil(budgetS * 1000))
  const stop = budget === undefined ? signal : AbortSignal.any([signal, budget])
  const run = new Run(ports, stop)
  let ended: Ended = 'done'
  let fault = ''
  try {
    await run.all()
  } catch (error) {
    ended = signal.aborted ? 'interrupted' : stop.aborted ? 'budget' : 'failed'
    fault = error instanceof Error ? error.message : String(error)
  }
  const { reports, touched, isRefused } = run
  const text = formatRun({ reports, ended, fault, choice: ports.choice, chance: ports.chance })
  const data: JsonValue = { ended, strategies: reports.map((report) => ({ ...dataOf(report) })) }
  return { result: { ok: (ended === 'done' && !isRefused) || ended === 'budget', text, data }, touched }
}

/** States in which the writer writes and which are on the disk meanwhile; nobody needs them behind a run. */
export const WRITER_STATES: readonly string[] = [WORDS.name, REQUESTS.name]

class Run {
  readonly reports: StrategyReport[] = []
  readonly touched = new Set<string>()
  /** The one thing that was asked for cannot be done. */
  isRefused = false
  readonly #begun = performance.now()
  readonly #ports: OptimizerPorts
  readonly #signal: AbortSignal
  readonly #trials: Trials
  readonly #rows: Map<string, OptimizedTool>
  /** Something was found that is not written yet. */
  #isOpen = false

  constructor(ports: OptimizerPorts, signal: AbortSignal) {
    this.#ports = ports
    this.#signal = signal
    this.#trials = new Trials(ports, signal)
    this.#rows = new Map(ports.kept)
  }

  async all(): Promise<void> {
    for (const strategy of this.#ports.choice.strategies) {
      if (strategy === 'calls') {
        await this.#calls()
        continue
      }
      const open = this.#ports.tools.filter(({ entry }) =>
        isOpen(this.#rows.get(entry.name)?.tried?.[strategy], this.#ports.choice),
      )
      const cached = this.#ports.tools.length - open.length
      const report = reportOf(strategy, cached, open.length)
      this.reports.push(report)
      if (open.length === 0) continue
      this.#signal.throwIfAborted()
      if (strategy === 'index') await this.#index(open, report)
      else for (const [at, tool] of open.entries()) await this.#tool(strategy, tool, at, report)
    }
  }

  async #calls(): Promise<void> {
    const { calls, choice } = this.#ports
    const report = reportOf('calls', 0, 0)
    this.reports.push(report)
    report.told = 'not finished; the next run goes on where it stands'
    const passedS = (performance.now() - this.#begun) / 1000
    const leftS = choice.budgetS === undefined ? undefined : choice.budgetS - passedS
    const states = new Map([...this.#rows].map(([name, row]) => [name, draftOf(row)]))
    const tuned = await tuneCalls(this.#ports, this.#trials, { states, leftS }, this.#signal)
    if (tuned.type === 'none') {
      report.told =
        'nothing to do, there is nothing new to learn from; `--again` learns once more what was not kept.'
    } else if (tuned.type === 'refused') {
      report.told = `not done: ${tuned.reason}`
      this.isRefused = choice.strategies.length === 1
    } else {
      const { trial, left, adapter, compared } = tuned
      report.told = trial.reason
      report.compared.push(compared)
      if (choice.dryRun || typeof calls === 'string') return
      calls.keep(trial, left, trial.kept ? adapter : undefined)
      if (trial.kept) report.changes.push({ tool: 'all', text: trial.reason })
      this.#isOpen = true
      this.#save(report, 0)
    }
  }

  async #index(tools: readonly OptimizerTool[], report: StrategyReport): Promise<void> {
    const found = await improveLines(this.#ports, tools, this.#rows, this.#trials, this.#signal)
    for (const [name, row] of found.rows) this.#take(name, row)
    for (const { tool, from, to } of found.changed) report.changes.push({ tool, text: `${from} → ${to}` })
    if (found.compared !== undefined) report.compared.push(found.compared)
    for (const { tried } of found.rows.values())
      if (tried?.index?.kept === false)
        refuse(report, tried.index.before === undefined ? tried.index.reason : 'lowers the score')
    this.#save(report, 0)
    report.tried = tools.length
    if (!this.#ports.choice.dryRun) this.#ports.writeJournal(new Map())
  }

  async #tool(
    strategy: Exclude<ToolStrategy, 'index'>,
    tool: OptimizerTool,
    at: number,
    report: StrategyReport,
  ): Promise<void> {
    this.#ports.onProgress(strategy, at, report.wanted)
    const before = report.changes.length
    if (strategy === 'examples') await this.#examples(tool, report)
    else await this.#state(strategy, tool, report)
    this.#save(report, before)
    report.tried = at + 1
    this.#ports.onProgress(strategy, at + 1, report.wanted)
  }

  async #state(strategy: 'shots' | 'rules', tool: OptimizerTool, report: StrategyReport): Promise<void> {
    const { name } = tool.entry
    const row = this.#rowOf(tool)
    const present = draftOf(row)
    if (!takesArguments(tool.detail)) {
      this.#take(name, tried(row, strategy, { kept: false, reason: 'it has no arguments' }))
      return refuse(report, 'no arguments')
    }
    // Nothing is noted: it may be off, forbidden by the role, or get tests later.
    if (!this.#trials.canDecide(name)) return refuse(report, 'off, or no test to decide by')
    this.touched.add(name)
    const { draft, trial, compared } =
      strategy === 'shots'
        ? await shrinkState(this.#ports, tool, present, this.#trials)
        : await findInstruction(this.#ports, tool, present, this.#trials, this.#signal)
    const stateTokens = trial.kept ? await this.#stateTokens(tool, row, draft) : row.stateTokens
    this.#take(name, tried({ ...row, ...draft, ...(stateTokens && { stateTokens }) }, strategy, trial))
    if (compared !== undefined) report.compared.push(compared)
    const scores = scoresOf(trial)
    if (trial.kept) {
      const tokens = stateTokens === undefined ? '' : `, ${stateTokens.before} → ${stateTokens.after} tokens`
      report.changes.push({ tool: name, text: `${trial.reason}${tokens}`, scores })
    } else if (scores !== undefined) report.dropped.push({ tool: name, text: trial.reason, scores })
    else refuse(report, trial.reason)
  }

  /** New requests that lead to the tool, kept if the router that learned them loses none of the tests. */
  async #examples(tool: OptimizerTool, report: StrategyReport): Promise<void> {
    const { name } = tool.entry
    const { learn } = this.#ports
    const row = this.#rowOf(tool)
    const present = [...tool.detail.examples, ...(row.examples ?? [])]
    if (present.length >= ENOUGH_EXAMPLES) {
      this.#take(name, tried(row, 'examples', { kept: false, reason: `it has ${present.length}` }))
      return refuse(report, 'enough of them')
    }
    // Nothing is noted, so that a router that can learn does it later.
    if (learn === undefined) return refuse(report, 'the router cannot learn')
    const { examples, words, written } = await writeExamples(this.#ports, tool, present, this.#signal)
    const refused = `none of ${written} led to the tool in words of its own`
    if (examples.length === 0 && words.length === 0) {
      this.#take(name, tried(row, 'examples', { kept: false, reason: refused }))
      return refuse(report, refused)
    }
    const found = {
      ...row,
      ...(examples.length > 0 && { examples: [...(row.examples ?? []), ...examples] }),
      ...(words.length > 0 && { words }),
    }
    const standing = [...this.#rows].flatMap(([of, one]) => learned(of, one))
    const cases = this.#trials.of('accept', () => true)
    const teach = () => learn([...standing, ...learned(name, { examples, words })])
    const compared = await this.#trials.compareRouters(cases, {
      change: teach,
      takeBack: () => learn(standing),
    })
    const isKept = isAccepted(compared)
    if (isKept) teach()
    const turned = compared.after.cases === 0 ? ', no test goes another way' : ''
    const reason = isKept
      ? `${examples.length} new requests of ${written}, ${words.length} words${turned}`
      : 'new requests lower the score'
    const trial = { kept: isKept, reason, before: compared.before, after: compared.after }
    this.#take(name, tried(isKept ? found : row, 'examples', trial))
    const scores = compared.after.cases === 0 ? undefined : scoresOf(trial)
    const change = { tool: name, text: reason, scores }
    if (isKept) report.compared.push(compared)
    if (isKept) report.changes.push(change)
    else report.dropped.push(change)
  }

  #rowOf({ entry: { name, contentHash, oneLiner } }: OptimizerTool): OptimizedTool {
    return { oneLiner, ...(this.#rows.get(name) ?? { contentHash }) }
  }

  async #stateTokens(tool: OptimizerTool, row: OptimizedTool, draft: StateDraft) {
    const count = async (of: StateDraft) => {
      const { messages } = this.#ports.state(tool.entry.name, tool.detail, of)
      const counts = await this.#ports.engine.countTokens(messages.map((message) => message.text))
      return counts.reduce((sum, tokens) => sum + tokens, 0)
    }
    return { before: row.stateTokens?.before ?? (await count({})), after: await count(draft) }
  }

  #take(name: string, row: OptimizedTool): void {
    const won = Object.entries(row.tried ?? {}).flatMap(([strategy, trial]) => (trial.kept ? [strategy] : []))
    this.#rows.set(name, { ...row, strategy: won.length === 0 ? 'none' : won.join('+') })
    this.#isOpen = true
  }

  /**
   * Writes what was found; where nothing was, what stood before the last run must stay for `--undo`. What cannot be written is no change:
   * of the report only the first `before` stay.
   */
  #save(report: StrategyReport, before: number): void {
    if (this.#ports.choice.dryRun || !this.#isOpen) return
    try {
      this.#ports.save(this.#rows)
    } catch (error) {
      report.changes.splice(before)
      throw error
    }
    this.#isOpen = false
  }
}

function reportOf(strategy: Strategy, cached: number, wanted: number): StrategyReport {
  return { strategy, cached, wanted, tried: 0, changes: [], dropped: [], compared: [], refused: new Map() }
}

function isOpen(trial: Trial | undefined, { again }: OptimizerPorts['choice']): boolean {
  return trial === undefined || (again && !trial.kept)
}

/** What of a row stands in the tool's state. */
function draftOf({ fewShots, nearest, instruction }: OptimizedTool): StateDraft {
  return {
    ...(fewShots && { fewShots }),
    ...(nearest && { nearest }),
    ...(instruction !== undefined && { instruction }),
  }
}

function tried(row: OptimizedTool, strategy: ToolStrategy, trial: Trial): OptimizedTool {
  return { ...row, tried: { ...row.tried, [strategy]: trial } }
}

function learned(
  tool: string,
  { examples = [], words = [] }: Pick<OptimizedTool, 'examples' | 'words'>,
): readonly LearnedExample[] {
  return [
    ...examples.map((text) => ({ tool, text })),
    ...words.map((text) => ({ tool, text, isWords: true as const })),
  ]
}

function refuse({ refused }: StrategyReport, reason: string): void {
  refused.set(reason, (refused.get(reason) ?? 0) + 1)
}

/** undefined: no request of *accept* was asked. */
function scoresOf({ before, after }: Trial): Change['scores'] {
  return before && after && { before, after }
}

function dataOf({ strategy, cached, tried, changes }: StrategyReport): {
  readonly [name: string]: JsonValue
} {
  return { strategy, cached, tried, changed: changes.map(({ tool, text }) => ({ tool, text })) }
}
