// Figures into a table for people. Pure.
import { percent, round, type Share, times } from './figures.ts'
import type { Report, Row } from './report.ts'

/** Above this number they are not printed one by one. */
const MOST_TOOLS = 60

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
    ...optionalRows(report),
    ['route, ms P50 / P95', times(report.routeMs)],
    ['call complete, ms P50 / P95', times(report.callMs)],
    ['first token, ms P50 / P95', times(report.firstTokenMs)],
    ['whole turn, ms P50 / P95', times(report.totalMs)],
    [
      'tokens a case',
      `${round(report.tokens.evaluated)} evaluated, ${round(report.tokens.reused)} reused, ${round(report.tokens.generated)} written`,
    ],
  ]
  rows.push(...baselineRows(report))
  const gates = Object.entries(report.gates).map(([gate, count]) => `${gate} ${count}`)
  rows.push(
    ['failed at', gates.join(', ') || 'nothing'],
    ['confidence, calibration error', report.calibration.error.toFixed(3)],
    ['score', round(report.score)],
  )
  for (const [suite, row] of Object.entries(report.bySuite))
    rows.push([suite, row.rightTool.of > 0 ? needing(row) : `no tool ${percent(row.noTool)}`])
  const tools = Object.entries(report.byTool)
  if (tools.length > MOST_TOOLS) rows.push(['tools', `${tools.length}, each in the file of \`--output\``])
  else for (const [tool, row] of tools) rows.push([`  ${tool}`, needing(row)])
  for (const [pair, count] of report.confusions.slice(0, 8)) rows.push([`confused: ${pair}`, String(count)])
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

function needing(row: Row): string {
  const quiet = row.noTool.of > 0 ? `, no tool ${percent(row.noTool)}` : ''
  return `${percent(row.rightTool)}, end to end ${percent(row.endToEnd)}${quiet}`
}

/** Rows that only cases of some shapes have. */
function optionalRows(report: Report): string[][] {
  const rows: [string, Share][] = [
    ['several calls, all right', report.severalCalls],
    ['conversations, all calls right', report.conversations],
    ...report.byTurn.map((share, at): [string, Share] => [`  message ${at + 1}`, share]),
    ['asked back where something is open', report.clarify],
    ['asked back where nothing is', report.askedBack],
    ['arguments not written', report.unwritten],
  ]
  return rows.filter(([, { of }]) => of > 0).map(([name, share]) => [name, percent(share)])
}

function baselineRows({ baseline }: Report): string[][] {
  if (baseline === undefined) return []
  return [
    ['baseline: right tool', percent(baseline.rightTool)],
    ['baseline: end to end', percent(baseline.endToEnd)],
    ['baseline: no tool', percent(baseline.noTool)],
    ['baseline: calls that cannot be read', percent(baseline.unread)],
    ['baseline: call, ms P50 / P95', times(baseline.callMs)],
    [
      'ours / baseline, P50 / P95',
      `${[baseline.ratioP50, baseline.ratioP95]
        .map((ratio) => (Number.isFinite(ratio) ? ratio.toFixed(2) : 'none timed'))
        .join(' / ')} of ${baseline.ratioOf} that both called`,
    ],
  ]
}
