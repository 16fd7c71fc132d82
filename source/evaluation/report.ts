// Results into figures, and figures into a table. Pure.
import type { BaselineResult } from './baseline.ts'
import { type Calibration, calibrationOf } from './calibration.ts'
import { mean, type Percentiles, percent, percentiles, round, type Share, shareOf, times } from './figures.ts'
import type { CaseResult, Gate } from './run.ts'

/** Right calls of one tool or tag. */
export interface Row {
  readonly rightTool: Share
  readonly endToEnd: Share
}

export interface Report {
  readonly cases: number
  readonly rightTool: Share
  readonly rightArguments: Share
  readonly endToEnd: Share
  /** No call in the whole turn, among requests that need none. */
  readonly noTool: Share
  readonly faithful: Share
  /** Of the judged answers, those that the model wrote. */
  readonly modelWritten: Share
  readonly callMs: Percentiles
  readonly routeMs: Percentiles
  readonly firstTokenMs: Percentiles
  readonly totalMs: Percentiles
  readonly tokens: { readonly evaluated: number; readonly reused: number; readonly generated: number }
  readonly confusions: readonly (readonly [pair: string, count: number])[]
  /** Where the wrong ones went wrong. */
  readonly gates: Readonly<Partial<Record<Gate, number>>>
  readonly byTool: Readonly<Record<string, Row>>
  readonly byTag: Readonly<Record<string, Row>>
  /** Of a turn's confidence: right means the right call, or none where none is needed. */
  readonly calibration: Calibration
  /** 0 to 100: 40 % end to end, 30 % no tool, 20 % faithful, 10 % right tool; a part without cases counts as full. */
  readonly score: number
  readonly baseline?: {
    readonly rightTool: Share
    readonly endToEnd: Share
    readonly noTool: Share
    readonly callMs: Percentiles
    readonly ratioP50: number
    readonly ratioP95: number
  }
}

/** Puts the figures together; `baseline` in the order of `results`, where it was run. */
export function makeReport(
  results: readonly CaseResult[],
  baseline: readonly BaselineResult[] | undefined,
): Report {
  const needing = results.filter((one) => one.expected !== null)
  const judged = results.filter((one) => one.faithful !== undefined)
  const timed = results.filter((one) => one.hasParameters && one.called !== null)
  const callMs = percentiles(timed.map((one) => one.timings?.callMs ?? 0))
  const parts = {
    rightTool: shareOf(needing, (one) => one.rightTool),
    endToEnd: shareOf(needing, (one) => one.rightArguments),
    noTool: shareOf(
      results.filter((one) => one.expected === null),
      (one) => one.called === null,
    ),
    faithful: shareOf(judged, (one) => one.faithful === true),
  }
  return {
    cases: results.length,
    ...parts,
    rightArguments: shareOf(
      needing.filter((one) => one.rightTool),
      (one) => one.rightArguments,
    ),
    modelWritten: shareOf(judged, (one) => one.source === 'model'),
    callMs,
    routeMs: percentiles(results.map((one) => one.timings?.routeMs ?? 0)),
    firstTokenMs: percentiles(
      results.filter((one) => one.source === 'model').map((one) => one.timings?.firstTokenMs ?? 0),
    ),
    totalMs: percentiles(results.map((one) => one.timings?.totalMs ?? 0)),
    tokens: {
      evaluated: mean(results.map((one) => one.tokens?.evaluated ?? 0)),
      reused: mean(results.map((one) => one.tokens?.reused ?? 0)),
      generated: mean(results.map((one) => one.tokens?.generated ?? 0)),
    },
    confusions: confusionsOf(results),
    gates: gatesOf(results),
    byTool: rowsBy(needing, (one) => [one.expected ?? '']),
    byTag: rowsBy(needing, (one) => one.tags),
    calibration: calibrationOf(
      results.map((one) => ({ confidence: one.confidence, right: one.rightTool && one.rightArguments })),
    ),
    score: scoreOf(parts),
    baseline: baseline && baselineOf(results, baseline, callMs),
  }
}

/** The report as a table for people. */
export function formatReport(report: Report): string {
  const rows = [
    ['cases', String(report.cases)],
    ['right tool', percent(report.rightTool)],
    ['right arguments, given the tool', percent(report.rightArguments)],
    ['end to end', percent(report.endToEnd)],
    ['no tool where none is needed', percent(report.noTool)],
    ['faithful answers', percent(report.faithful)],
    ['  written by the model', percent(report.modelWritten)],
    ['route, ms P50 / P95', times(report.routeMs)],
    ['call complete, ms P50 / P95', times(report.callMs)],
    ['first token, ms P50 / P95', times(report.firstTokenMs)],
    ['whole turn, ms P50 / P95', times(report.totalMs)],
    [
      'tokens a case',
      `${round(report.tokens.evaluated)} evaluated, ${round(report.tokens.reused)} reused, ${round(report.tokens.generated)} written`,
    ],
  ]
  if (report.baseline) {
    rows.push(
      ['baseline: right tool', percent(report.baseline.rightTool)],
      ['baseline: end to end', percent(report.baseline.endToEnd)],
      ['baseline: no tool', percent(report.baseline.noTool)],
      ['baseline: call, ms P50 / P95', times(report.baseline.callMs)],
      [
        'ours / baseline, P50 / P95',
        [report.baseline.ratioP50, report.baseline.ratioP95]
          .map((ratio) => (Number.isFinite(ratio) ? ratio.toFixed(2) : 'none timed'))
          .join(' / '),
      ],
    )
  }
  const gates = Object.entries(report.gates).map(([gate, count]) => `${gate} ${count}`)
  rows.push(
    ['failed at', gates.join(', ') || 'nothing'],
    ['confidence, calibration error', report.calibration.error.toFixed(3)],
    ['score', round(report.score)],
  )
  for (const [tool, row] of Object.entries(report.byTool))
    rows.push([`  ${tool}`, `${percent(row.rightTool)}, end to end ${percent(row.endToEnd)}`])
  for (const [pair, count] of report.confusions.slice(0, 8)) rows.push([`confused: ${pair}`, String(count)])
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

function baselineOf(
  results: readonly CaseResult[],
  baseline: readonly BaselineResult[],
  ours: Percentiles,
): NonNullable<Report['baseline']> {
  const rows = baseline.map((one, at) => ({ ...one, expected: results[at]?.expected ?? null }))
  const needing = rows.filter((one) => one.expected !== null)
  const callMs = percentiles(rows.filter((one) => one.hasParameters).map((one) => one.callMs))
  return {
    rightTool: shareOf(needing, (one) => one.rightTool),
    endToEnd: shareOf(needing, (one) => one.rightArguments),
    noTool: shareOf(
      rows.filter((one) => one.expected === null),
      (one) => one.called === null,
    ),
    callMs,
    ratioP50: ours.p50 / callMs.p50,
    ratioP95: ours.p95 / callMs.p95,
  }
}

function confusionsOf(results: readonly CaseResult[]): Report['confusions'] {
  const counts = new Map<string, number>()
  for (const one of results.filter((row) => !row.rightTool)) {
    const pair = `${one.expected ?? 'none'} → ${one.called ?? 'none'}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])
}

function gatesOf(results: readonly CaseResult[]): Report['gates'] {
  const counts: Partial<Record<Gate, number>> = {}
  for (const { gate } of results) if (gate !== undefined) counts[gate] = (counts[gate] ?? 0) + 1
  return counts
}

function rowsBy(
  results: readonly CaseResult[],
  namesOf: (one: CaseResult) => readonly string[],
): Record<string, Row> {
  const names = [...new Set(results.flatMap(namesOf))].sort()
  return Object.fromEntries(
    names.map((name) => {
      const own = results.filter((one) => namesOf(one).includes(name))
      return [
        name,
        {
          rightTool: shareOf(own, (one) => one.rightTool),
          endToEnd: shareOf(own, (one) => one.rightArguments),
        },
      ]
    }),
  )
}

function scoreOf(parts: Pick<Report, 'endToEnd' | 'noTool' | 'faithful' | 'rightTool'>): number {
  const value = ({ share, of }: Share) => (of === 0 ? 1 : share)
  const { endToEnd, noTool, faithful, rightTool } = parts
  return 40 * value(endToEnd) + 30 * value(noTool) + 20 * value(faithful) + 10 * value(rightTool)
}
