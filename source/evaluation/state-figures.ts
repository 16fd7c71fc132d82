// A run of the harness in the few figures that a named state keeps.
import type { MeasuredFigures } from './measure.ts'
import type { Report } from './report.ts'
import type { CaseResult } from './run.ts'

/** Right is a message whose call was right in tool and arguments, or that was rightly left without one. */
export function figuresOf(report: Report, results: readonly CaseResult[]): MeasuredFigures {
  const right = results.filter((one) => one.rightTool && one.rightArguments).length
  return {
    accuracy: results.length === 0 ? 0 : right / results.length,
    callMs: report.callMs.p50,
    tokens: report.tokens.evaluated + report.tokens.generated,
    score: report.score,
    cases: results.length,
  }
}
