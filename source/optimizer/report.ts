// What a run of the optimizer says in the end. Pure.
import type { OptimizeChoice, Strategy } from '../contracts/optimized.ts'
import { added, type Compared } from './trials.ts'

/** Something that changed for a tool, in words. */
export interface Change {
  readonly tool: string
  readonly text: string
  /** Of its requests of *accept*; undefined: none was asked. */
  readonly scores?: Pick<Compared, 'before' | 'after'> | undefined
}

/** One strategy of a run, filled while it runs. */
export interface StrategyReport {
  readonly strategy: Strategy
  /** Tools that were done before and did not change since. */
  readonly cached: number
  readonly wanted: number
  tried: number
  readonly changes: Change[]
  /** Changes that cost a request, so that they were dropped. */
  readonly dropped: Change[]
  /** Trials of what was changed; of `index` that of all lines together, also where they were dropped. */
  readonly compared: Compared[]
  /** Tools for which nothing came as far as a trial: how many for which reason. */
  readonly refused: Map<string, number>
  /** Of a strategy that is for all tools at once: what came of it, in place of what is said of tools. */
  told?: string
}

/** How a run came to its end. */
export type Ended = 'done' | 'interrupted' | 'budget' | 'failed'

export interface RunReport {
  readonly reports: readonly StrategyReport[]
  readonly ended: Ended
  /** What went wrong, where it failed. */
  readonly fault: string
  readonly choice: OptimizeChoice
  readonly chance: (better: number, worse: number) => number
}

/** The whole text, a paragraph for each strategy. */
export function formatRun({ reports, ended, fault, choice, chance }: RunReport): string {
  const isChanged = reports.some(({ changes }) => changes.length > 0)
  const isHead = reports.some(({ strategy, changes }) => strategy === 'index' && changes.length > 0)
  const last = choice.dryRun
    ? ['Nothing was written (`--dry-run`).']
    : isChanged
      ? [
          `It applies from now on${isHead ? ', and the head is read once more' : ''}; \`--undo\` brings back what was there before.`,
        ]
      : []
  const kept = choice.dryRun
    ? 'this is what was tried.'
    : 'what was finished is kept, and the next run goes on from there.'
  const stopped = {
    done: [],
    failed: [`It stopped: ${fault}. Of what was tried before: ${kept}`],
    interrupted: [`Interrupted; ${kept}`],
    budget: [`The budget of ${choice.budgetS} s ended; ${kept}`],
  }[ended]
  return [...reports.flatMap((report) => paragraph(report, chance)), ...stopped, ...last].join('\n')
}

function paragraph(report: StrategyReport, chance: RunReport['chance']): readonly string[] {
  const { strategy, cached, tried, wanted, changes, dropped, compared, refused, told } = report
  if (told !== undefined)
    return [
      `${strategy}: ${told}`,
      ...(compared.length > 0 ? [table(added(compared), strategy, chance)] : []),
    ]
  if (wanted === 0 && cached === 0) return [`${strategy}: nothing to do, no tool was chosen.`]
  if (wanted === 0)
    return [
      `${strategy}: nothing to do, ${tools(cached)} did not change since; \`--again\` tries once more what was not kept.`,
    ]
  const before = cached > 0 ? `, ${cached} done before` : ''
  const reasons = [...refused].sort((a, b) => b[1] - a[1]).map(([reason, count]) => `${reason} ${count}`)
  const width = Math.max(0, ...[...changes, ...dropped].map(({ tool }) => tool.length))
  const row = ({ tool, text, scores }: Change) =>
    `  ${tool.padEnd(width)}  ${text}${scores === undefined ? '' : ` (${scores.before.right} → ${scores.after.right} of ${scores.after.cases})`}`
  return [
    `${strategy}: ${tried} of ${tools(wanted)} tried${before}, ${changes.length} changed${reasons.length > 0 ? ` (the others: ${reasons.join(', ')})` : ''}`,
    ...changes.map(row),
    ...(dropped.length > 0 ? ['dropped:', ...dropped.map(row)] : []),
    ...(compared.some(({ after }) => after.cases > 0) ? [table(added(compared), strategy, chance)] : []),
  ]
}

/** The paired test over the part *accept*. */
function table(
  { before, after, better, worse }: Compared,
  strategy: Strategy,
  chance: RunReport['chance'],
): string {
  const probability = chance(better, worse)
  // The others are not asked: what the router decides as before comes out as before.
  const which = strategy === 'examples' ? ' that go another way' : ''
  return [
    `  part accept, ${after.cases} requests${which}: ${before.right} right before, ${after.right} after`,
    `  better ${better}, worse ${worse}, probability of chance ${probability.toFixed(3)} (exact McNemar test)`,
  ].join('\n')
}

function tools(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`
}
