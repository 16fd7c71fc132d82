// Results into figures, and figures into a table. Pure.
import type { BaselineResult } from './baseline.ts'
import type { CaseResult } from './run.ts'

/** A share with its 95 % Wilson interval, all 0 to 1; `of` is the number of cases. */
export interface Share {
  readonly share: number
  readonly of: number
  readonly low: number
  readonly high: number
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
  readonly baseline?: {
    readonly rightTool: Share
    readonly endToEnd: Share
    readonly noTool: Share
    readonly callMs: Percentiles
    readonly ratioP50: number
    readonly ratioP95: number
  }
}

export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly of: number
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
  return {
    cases: results.length,
    rightTool: shareOf(needing, (one) => one.rightTool),
    rightArguments: shareOf(
      needing.filter((one) => one.rightTool),
      (one) => one.rightArguments,
    ),
    endToEnd: shareOf(needing, (one) => one.rightArguments),
    noTool: shareOf(
      results.filter((one) => one.expected === null),
      (one) => one.called === null,
    ),
    faithful: shareOf(judged, (one) => one.faithful === true),
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

function shareOf<T>(all: readonly T[], isRight: (one: T) => boolean): Share {
  const of = all.length
  const right = all.filter(isRight).length
  const share = of === 0 ? 0 : right / of
  const z = 1.96
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of)
  return of === 0
    ? { share, of, low: 0, high: 1 }
    : { share, of, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p95: at(0.95), of: sorted.length }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function percent({ share, of, low, high }: Share): string {
  if (of === 0) return 'no cases'
  const interval = of < 150 ? ` (${round(low * 100)} to ${round(high * 100)})` : ''
  return `${(share * 100).toFixed(1)} %${interval} of ${of}`
}

function times({ p50, p95, of }: Percentiles): string {
  return `${round(p50)} / ${round(p95)} of ${of}`
}

function round(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value))
}
