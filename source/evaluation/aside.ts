// `/eval`: the tools' own tests on the model that is loaded, beside the conversation. Calls are judged, answers are not:
// the tests' facts are of another folder than the person's.
import type { CommandResult } from '../contracts/command.ts'
import type { Evidence } from '../contracts/confidence.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { AsideRequest } from '../session/ports.ts'
import type { EvalCase } from './cases.ts'
import { percent, times } from './figures.ts'
import type { SameResult } from './match-arguments.ts'
import { loadOwnCases } from './own-cases.ts'
import { makeReport, type Report } from './report.ts'
import { type CaseResult, type Dropped, runCase, wantedOf } from './run.ts'

const MOST_SHOWN = 8

/** Runs the tests that were asked for until all are done or the signal fires; says how many were right. */
export async function evaluateAside(
  request: AsideRequest,
  toolsDirs: readonly string[],
  sameResult: SameResult,
): Promise<CommandResult> {
  const cases = chooseCases(request, loadOwnCases(...toolsDirs))
  if (cases.length === 0) return { ok: false, text: 'There are no such tests.', data: null }
  const results: CaseResult[] = []
  let dropped: Dropped | undefined
  let evidence: readonly Evidence[] = []
  const ports = {
    takeTools: async () => {},
    clear: async () => {},
    ask: async (message: string) => {
      const { events, outcome } = await request.ask(message)
      const { modelAnswer, unfaithful } = outcome
      evidence = outcome.evidence
      dropped = modelAnswer && unfaithful ? { modelAnswer, unfaithful } : undefined
      return events
    },
    dropped: () => dropped,
    evidence: () => evidence,
    sameResult,
    hasParameters: (tool: string) => request.hasParameters(tool),
  }
  for (const one of cases) {
    request.onEach(results.length, cases.length)
    const found = await runCase(ports, one)
    if (request.signal.aborted) break
    results.push(...found)
  }
  const report = makeReport(results, undefined)
  const isWhole = results.length === cases.length
  return { ok: isWhole, text: textOf(report, results, cases.length), data: dataOf(report) }
}

/** Of those whose tools are on, the wanted number, evenly from all; without what only holds in the tests' own folder. */
function chooseCases(request: AsideRequest, all: readonly EvalCase[]): readonly EvalCase[] {
  const { quick, tools } = request.choice
  const fitting = all.filter((one) => {
    const wanted = wantedOf(one)
    const names = wanted.length === 0 ? ['none'] : wanted
    return (
      wanted.every((name) => request.isEnabled(name)) &&
      (tools === undefined || names.some((name) => tools.includes(name)))
    )
  })
  const count = Math.min(quick ?? fitting.length, fitting.length)
  const chosen = Array.from({ length: count }, (_, at) => fitting[Math.floor((at * fitting.length) / count)])
  return chosen.flatMap((one) =>
    one === undefined
      ? []
      : [{ ...one, turns: one.turns.map((turn) => ({ ...turn, gold: [], fails: true })) }],
  )
}

function textOf(report: Report, results: readonly CaseResult[], wanted: number): string {
  const wrong = results.filter((one) => !one.rightArguments)
  const rows = wrong.slice(0, MOST_SHOWN).map((one) => {
    const [call] = one.calls
    const got = call === undefined ? (one.called ?? 'none') : `${call.name} ${JSON.stringify(call.arguments)}`
    return `  ${one.id}  ${one.input} → ${got}${one.rightTool ? '' : `, not ${one.expected ?? 'none'}`}`
  })
  const rest = wrong.length - rows.length
  return [
    ...(results.length < wanted ? [`Stopped after ${results.length} of ${wanted} tests.`] : []),
    `right tool     ${percent(report.rightTool)}`,
    `end to end     ${percent(report.endToEnd)}`,
    `no tool        ${percent(report.noTool)}`,
    `call complete  ${times(report.callMs)}, ms P50 / P95`,
    ...(wrong.length > 0 ? ['wrong:', ...rows] : []),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join('\n')
}

function dataOf(report: Report): JsonValue {
  const { cases, rightTool, endToEnd, noTool, callMs } = report
  return {
    cases,
    rightTool: { ...rightTool },
    endToEnd: { ...endToEnd },
    noTool: { ...noTool },
    callMs: { ...callMs },
  }
}
