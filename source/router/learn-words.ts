/** Learns how far a word match can be trusted, by trying what the tools say of themselves on their own example requests. */
import { minimize } from './minimize.ts'
import type { WordCalibration } from './model.ts'
import { createWordMatcher, standardWordCalibration, type ToolWords, wordProbability } from './words.ts'

/** A request and the tool that it needs; undefined: none. */
export interface LabelledRequest {
  readonly text: string
  readonly tool: string | undefined
}

/** With fewer tools the matches say nothing about tools to come. */
const fewestTools = 5

/** Fits the logistic by likelihood; the threshold lets at most `falseCalls` of the none-requests pass, and is never below one half. */
export function learnWordCalibration(
  tools: readonly ToolWords[],
  requests: readonly LabelledRequest[],
  falseCalls: number,
): WordCalibration {
  if (tools.length < fewestTools) return standardWordCalibration
  const match = createWordMatcher(tools)
  const rows = requests.map(({ text, tool }) => {
    const found = match(text, () => true)
    const best = found.ranked[0]
    const score = best?.score ?? 0
    const inputs = [1, score, score - (found.ranked[1]?.score ?? 0), found.coverage]
    return { inputs, found, none: tool === undefined, right: best !== undefined && best.tool === tool }
  })
  const point = new Float64Array(4)
  const limits = { tolerance: 1e-4, maxSteps: 200 }
  const matched = rows.filter(({ found }) => found.ranked.length > 0)
  minimize((at, gradient) => addLosses(matched, at, gradient), point, limits)
  const [bias = 0, score = 0, lead = 0, coverage = 0] = point
  const fitted = { bias, score, lead, coverage, threshold: 0 }
  const onNone = rows.filter(({ none }) => none).map(({ found }) => wordProbability(found, fitted))
  onNone.sort((a, b) => b - a)
  const limit = onNone[Math.floor(onNone.length * falseCalls)] ?? 0
  return { ...fitted, threshold: Math.min(0.999, Math.max(0.5, limit)) }
}

function addLosses(
  rows: readonly { readonly inputs: readonly number[]; readonly right: boolean }[],
  point: Float64Array,
  gradient: Float64Array,
): number {
  let loss = 0
  for (let i = 0; i < point.length; i += 1) {
    const at = point[i] ?? 0
    loss += 0.005 * at * at
    gradient[i] = 0.01 * at
  }
  for (const { inputs, right } of rows) {
    const sum = inputs.reduce((so, input, i) => so + input * (point[i] ?? 0), 0)
    const off = 1 / (1 + Math.exp(-sum)) - (right ? 1 : 0)
    loss += right ? Math.log1p(Math.exp(-sum)) : Math.log1p(Math.exp(sum))
    inputs.forEach((input, i) => {
      gradient[i] = (gradient[i] ?? 0) + off * input
    })
  }
  return loss
}
