// Results into figures. Pure. Next: `format-report.ts`.
import type { BaselineResult } from './baseline.ts'
import { type Calibration, calibrationOf } from './calibration.ts'
import { type ConversationFigures, conversationsOf } from './conversations.ts'
import { mean, type Percentiles, percentiles, type Share, shareOf } from './figures.ts'
import type { Gate } from './judge-calls.ts'
import type { CaseResult } from './run.ts'

/** Figures of one tool, tag or public set. */
export interface Row {
  readonly rightTool: Share
  readonly endToEnd: Share
  readonly noTool: Share
}

export interface Report extends ConversationFigures {
  /** Messages; a conversation has several. */
  readonly cases: number
  readonly rightTool: Share
  readonly rightArguments: Share
  readonly endToEnd: Share
  /** No call in the whole turn, among requests that need none. */
  readonly noTool: Share
  readonly faithful: Share
  /** Of the judged answers, those that the model wrote. */
  readonly modelWritten: Share
  /** Asked back and called nothing, among requests that leave something open. */
  readonly clarify: Share
  /** Asked back, among all others. */
  readonly askedBack: Share
  /** All calls right and no other, among requests that need several. */
  readonly severalCalls: Share
  /** Arguments that could not be written, read, or did not keep the schema, among messages for which a tool was chosen. */
  readonly unwritten: Share
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
  /** Of cases that come from a public set. */
  readonly bySuite: Readonly<Record<string, Row>>
  /** Of a turn's confidence: right means the right call, or none where none is needed. */
  readonly calibration: Calibration
  /** 0 to 100: 40 % end to end, 30 % no tool, 20 % faithful, 10 % right tool; a part without cases counts as full. */
  readonly score: number
  readonly baseline?: Row & {
    /** Calls that were begun and are none. */
    readonly unread: Share
    /** Of cases in which it called something, as ours. */
    readonly callMs: Percentiles
    /** Of the cases in which both called something; their number is `ratioOf`. */
    readonly ratioP50: number
    readonly ratioP95: number
    readonly ratioOf: number
  }
}

/** Puts the figures together; `baseline` has results of some of the same ids, where it was run. */
export function makeReport(
  results: readonly CaseResult[],
  baseline: readonly BaselineResult[] | undefined,
): Report {
  const clear = results.filter((one) => !one.isOpen)
  const needing = clear.filter((one) => one.expected !== null)
  const judged = results.filter((one) => one.faithful !== undefined)
  const parts = {
    ...rowOf(clear),
    faithful: shareOf(judged, (one) => one.faithful === true),
  }
  return {
    cases: results.length,
    ...parts,
    rightArguments: shareOf(
      needing.filter((one) => one.argumentsJudged && one.rightTool),
      (one) => one.rightArguments,
    ),
    modelWritten: shareOf(judged, (one) => one.source === 'model'),
    clarify: shareOf(
      results.filter((one) => one.isOpen),
      (one) => one.rightTool,
    ),
    askedBack: shareOf(clear, (one) => one.askedBack),
    severalCalls: shareOf(
      needing.filter((one) => one.wanted.length > 1),
      (one) => one.rightArguments,
    ),
    ...conversationsOf(results),
    unwritten: shareOf(
      results.filter((one) => one.unwritten || one.called !== null),
      (one) => one.unwritten,
    ),
    callMs: callTimes(results),
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
    byTool: rowsBy(needing, (one) => one.wanted),
    byTag: rowsBy(needing, (one) => one.tags),
    bySuite: rowsBy(clear, (one) => (one.suite === undefined ? [] : [one.suite])),
    calibration: calibrationOf(
      results.map((one) => ({ confidence: one.confidence, right: one.rightTool && one.rightArguments })),
    ),
    score: scoreOf(parts),
    baseline: baseline && baselineOf(results, baseline),
  }
}

function callTimes(results: readonly CaseResult[]): Percentiles {
  const timed = results.filter((one) => one.hasParameters && one.called !== null)
  return percentiles(timed.map((one) => one.timings?.callMs ?? 0))
}

function baselineOf(
  results: readonly CaseResult[],
  baseline: readonly BaselineResult[],
): NonNullable<Report['baseline']> {
  const ids = new Map(results.map((one) => [one.id, one]))
  const rows = baseline.flatMap((one) => {
    const ours = ids.get(one.id)
    return ours === undefined ? [] : [{ ...ours, ...one }]
  })
  const called = rows.filter((one) => one.hasParameters && one.called !== null)
  const both = called.filter((one) => ids.get(one.id)?.called !== null)
  const same = new Set(both.map((one) => one.id))
  const ours = callTimes(results.filter((one) => same.has(one.id)))
  const theirs = percentiles(both.map((one) => one.callMs))
  return {
    ...rowOf(rows),
    unread: shareOf(rows, (one) => one.unread),
    callMs: percentiles(called.map((one) => one.callMs)),
    ratioP50: ours.p50 / theirs.p50,
    ratioP95: ours.p95 / theirs.p95,
    ratioOf: both.length,
  }
}

function confusionsOf(results: readonly CaseResult[]): Report['confusions'] {
  const counts = new Map<string, number>()
  for (const one of results.filter((row) => !row.rightTool && !row.isOpen)) {
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
    names.map((name) => [name, rowOf(results.filter((one) => namesOf(one).includes(name)))]),
  )
}

/** The figures that every group of results has. */
function rowOf(clear: readonly CaseResult[]): Row {
  const needing = clear.filter((one) => one.expected !== null)
  return {
    rightTool: shareOf(needing, (one) => one.rightTool),
    endToEnd: shareOf(
      needing.filter((one) => one.argumentsJudged),
      (one) => one.rightArguments,
    ),
    noTool: shareOf(
      clear.filter((one) => one.expected === null),
      (one) => one.called === null,
    ),
  }
}

function scoreOf(parts: Pick<Report, 'endToEnd' | 'noTool' | 'faithful' | 'rightTool'>): number {
  const value = ({ share, of }: Share) => (of === 0 ? 1 : share)
  const { endToEnd, noTool, faithful, rightTool } = parts
  return 40 * value(endToEnd) + 30 * value(noTool) + 20 * value(faithful) + 10 * value(rightTool)
}
