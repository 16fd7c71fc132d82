// Makes the prompts of the loaded model better, each change a trial (docs/optimize.md). Invariant: what stands in the file at
// any moment was tried and lost nothing; an interrupt, a budget that ends or a crash keep what was finished. Next:
// one-liners.ts, smaller-states.ts, instructions.ts, trials.ts.
import type { CommandResult } from '../contracts/command.ts'
import type { JsonValue } from '../contracts/json.ts'
import { takesArguments } from '../contracts/manifest.ts'
import type { OptimizedTool, StateDraft, Strategy } from '../contracts/optimized.ts'
import { findInstruction } from './instructions.ts'
import { improveLines } from './one-liners.ts'
import type { OptimizerPorts, OptimizerTool } from './ports.ts'
import { type Change, formatRun, type StrategyReport } from './report.ts'
import { shrinkState } from './smaller-states.ts'
import { Trials } from './trials.ts'

/** What came of a run. */
export interface OptimizeOutcome {
  readonly result: CommandResult
  /** Tools whose states were made for trials: what stands on disk may be that of a draft. */
  readonly touched: ReadonlySet<string>
}

/** Runs the strategies over the tools; `signal` ends it with what was finished. Throws only for a failing engine or disk. */
export async function optimize(ports: OptimizerPorts, signal: AbortSignal): Promise<OptimizeOutcome> {
  const { budgetS } = ports.choice
  const budget = budgetS === undefined ? undefined : AbortSignal.timeout(budgetS * 1000)
  const stop = budget === undefined ? signal : AbortSignal.any([signal, budget])
  const run = new Run(ports, stop)
  let ended: 'done' | 'interrupted' | 'budget' = 'done'
  try {
    await run.all()
  } catch (error) {
    if (!stop.aborted) throw error
    ended = signal.aborted ? 'interrupted' : 'budget'
  }
  const { reports, touched } = run
  const text = formatRun({ reports, ended, choice: ports.choice, chance: ports.chance })
  const data: JsonValue = { ended, strategies: reports.map((report) => ({ ...dataOf(report) })) }
  return { result: { ok: ended !== 'interrupted', text, data }, touched }
}

class Run {
  readonly reports: StrategyReport[] = []
  readonly touched = new Set<string>()
  readonly #ports: OptimizerPorts
  readonly #signal: AbortSignal
  readonly #trials: Trials
  readonly #rows: Map<string, OptimizedTool>

  constructor(ports: OptimizerPorts, signal: AbortSignal) {
    this.#ports = ports
    this.#signal = signal
    this.#trials = new Trials(ports, signal)
    this.#rows = new Map(ports.kept)
  }

  async all(): Promise<void> {
    for (const strategy of this.#ports.choice.strategies) {
      const open = this.#ports.tools.filter(
        ({ entry }) => this.#rows.get(entry.name)?.tried?.[strategy] === undefined,
      )
      const cached = this.#ports.tools.length - open.length
      const report: StrategyReport = {
        strategy,
        cached,
        tried: 0,
        wanted: open.length,
        changes: [],
        compared: [],
      }
      this.reports.push(report)
      if (open.length === 0) continue
      this.#signal.throwIfAborted()
      if (strategy === 'index') await this.#index(open, report)
      else for (const [at, tool] of open.entries()) await this.#state(strategy, tool, at, report)
    }
  }

  async #index(tools: readonly OptimizerTool[], report: StrategyReport): Promise<void> {
    const found = await improveLines(this.#ports, tools, this.#rows, this.#trials, this.#signal)
    for (const [name, row] of found.rows) this.#take(name, row)
    for (const { tool, from, to } of found.changed) this.#note(report, { tool, text: `${from} → ${to}` })
    if (found.compared !== undefined) report.compared.push(found.compared)
    report.tried = tools.length
    report.refused = countReasons([...found.rows.values()])
    this.#save()
    if (!this.#ports.choice.dryRun) this.#ports.writeJournal(new Map())
  }

  async #state(strategy: Strategy, tool: OptimizerTool, at: number, report: StrategyReport): Promise<void> {
    this.#ports.onProgress(strategy, at, report.wanted)
    const { name, contentHash } = tool.entry
    this.touched.add(name)
    const row = this.#rows.get(name) ?? { contentHash }
    const present = draftOf(row)
    const found = takesArguments(tool.detail)
      ? strategy === 'shots'
        ? await shrinkState(this.#ports, tool, present, this.#trials)
        : await findInstruction(this.#ports, tool, present, this.#trials, this.#signal)
      : { draft: present, trial: { kept: false, reason: 'it has no arguments' }, compared: undefined }
    const { draft, trial, compared } = found
    const stateTokens = trial.kept ? await this.#stateTokens(tool, row, draft) : row.stateTokens
    this.#take(name, {
      ...row,
      ...draft,
      ...(stateTokens && { stateTokens }),
      oneLiner: row.oneLiner ?? tool.entry.oneLiner,
      tried: { ...row.tried, [strategy]: trial },
    })
    if (compared !== undefined) report.compared.push(compared)
    if (trial.kept) {
      const tokens = stateTokens === undefined ? '' : `, ${stateTokens.before} → ${stateTokens.after} tokens`
      this.#note(report, { tool: name, text: `${trial.reason}${tokens}`, compared })
    } else if (trial.before !== undefined)
      report.dropped = [...(report.dropped ?? []), { tool: name, text: trial.reason }]
    report.tried = at + 1
    this.#save()
    this.#ports.onProgress(strategy, at + 1, report.wanted)
  }

  async #stateTokens(tool: OptimizerTool, row: OptimizedTool, draft: StateDraft) {
    const count = async (of: StateDraft) => {
      const { messages } = this.#ports.state(tool.entry.name, tool.detail, of)
      const counts = await this.#ports.engine.countTokens(messages.map((message) => message.text))
      return counts.reduce((sum, tokens) => sum + tokens, 0)
    }
    return { before: row.stateTokens?.before ?? (await count({})), after: await count(draft) }
  }

  #note(report: StrategyReport, change: Change): void {
    report.changes.push(change)
  }

  #take(name: string, row: OptimizedTool): void {
    const won = Object.entries(row.tried ?? {}).flatMap(([strategy, trial]) => (trial.kept ? [strategy] : []))
    this.#rows.set(name, { ...row, strategy: won.length === 0 ? 'none' : won.join('+') })
  }

  #save(): void {
    if (!this.#ports.choice.dryRun) this.#ports.save(this.#rows)
  }
}

/** What of a row stands in the tool's state. */
function draftOf({ fewShots, nearest, instruction }: OptimizedTool): StateDraft {
  return {
    ...(fewShots && { fewShots }),
    ...(nearest && { nearest }),
    ...(instruction !== undefined && { instruction }),
  }
}

function countReasons(rows: readonly OptimizedTool[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { tried } of rows) {
    const trial = tried?.index
    if (trial === undefined || trial.kept) continue
    const reason = trial.before === undefined ? trial.reason : 'lowers the score'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return counts
}

function dataOf({ strategy, cached, tried, changes }: StrategyReport): {
  readonly [name: string]: JsonValue
} {
  return { strategy, cached, tried, changed: changes.map(({ tool, text }) => ({ tool, text })) }
}
