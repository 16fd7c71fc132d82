/** Learns from scores on unseen examples how far they can be trusted, and from which lead on a tool is chosen. */
import { type ClassScores, calibrate, noneShift } from './classify.ts'
import { minimize } from './minimize.ts'
import { type Calibration, neutralCalibration, thresholdOf } from './model.ts'
import { toProbabilities } from './softmax.ts'

/** Scores of an example that the scoring model had not seen. */
export interface UnseenScores extends ClassScores {
  readonly label: number
  readonly fold: number
}

/** Figures of a calibrated classifier on unseen examples; shares, 0 to 1. */
export interface RoutingFigures {
  /** Right tool chosen, of requests that need one. */
  readonly rightTool: number
  /** Another tool chosen, of requests that need one. */
  readonly wrongTool: number
  /** A tool chosen, of requests that need none. */
  readonly falseCalls: number
  /** Right tool is the best of the tools, whatever the threshold says. */
  readonly bestTool: number
}

const towardsNeutral = 1
/** Of a sum over all examples. */
const tolerance = 0.01

/**
 * Fits sharpness and the shifts of "no tool" by likelihood, then the threshold that lets `falseCalls` of the none-requests pass. A tool
 * that would take more than `ofOne` of these (a share, 0 to 1) has a higher one of its own.
 */
export function learnCalibration(
  unseen: readonly UnseenScores[],
  falseCalls: number,
  ofOne = 1,
): Calibration {
  const fitted = fitTrust(unseen)
  const tools = (unseen[0]?.scores.length ?? 1) - 1
  const leads = unseen.filter(isNone).map((one) => leadOf(one, fitted))
  leads.sort((a, b) => b.lead - a.lead)
  const most = Math.floor(leads.length * falseCalls)
  const counts = new Uint32Array(tools)
  const bounds = new Float64Array(tools).fill(Number.NEGATIVE_INFINITY)
  const passing = leads.filter(({ tool, lead }) => {
    counts[tool] = (counts[tool] ?? 0) + 1
    const isOver = ofOne < 1 && (counts[tool] ?? 0) > most * ofOne
    if (isOver) bounds[tool] = Math.max(bounds[tool] ?? 0, lead)
    return !isOver
  })
  const threshold = passing[most]?.lead ?? 0
  const raised = Array.from(bounds, (bound) => Math.max(0, bound - threshold))
  return { ...fitted, threshold, raised: raised.some((more) => more > 0) ? raised : [] }
}

/** The same without a threshold, for scores that something else decides upon. */
export function fitTrust(unseen: readonly UnseenScores[]): Calibration {
  const point = Float64Array.from([1, 0, 0, 0])
  const share = new Float64Array(unseen[0]?.scores.length ?? 0)
  minimize((at, gradient) => addLosses(unseen, at, gradient, share), point, { tolerance, maxSteps: 200 })
  return toCalibration(point)
}

/** Mean logarithmic loss of calibrated scores. */
export function lossOf(unseen: readonly UnseenScores[], by: Calibration): number {
  const sum = unseen.reduce((so, one) => so - Math.log(calibrate(one, by)[one.label] || Number.MIN_VALUE), 0)
  return sum / unseen.length
}

/** The best tool and the logarithm of its probability over that of "no tool". */
export function leadOf(
  found: ClassScores,
  by: Calibration,
): { readonly tool: number; readonly lead: number } {
  const none = found.scores.length - 1
  let tool = 0
  for (let k = 1; k < none; k += 1) if ((found.scores[k] ?? 0) > (found.scores[tool] ?? 0)) tool = k
  const difference = (found.scores[tool] ?? 0) - (found.scores[none] ?? 0)
  return { tool, lead: difference * by.sharpness - noneShift(found, by) }
}

/** Honest figures: each fold is judged by a calibration that was learned on the others. */
export function judgeRouting(
  unseen: readonly UnseenScores[],
  folds: number,
  falseCalls: number,
  ofOne = 1,
): RoutingFigures {
  const count = { tools: 0, none: 0, right: 0, wrong: 0, false: 0, best: 0 }
  for (let fold = 0; fold < folds; fold += 1) {
    const calibration = learnCalibration(
      unseen.filter((one) => one.fold !== fold),
      falseCalls,
      ofOne,
    )
    for (const one of unseen) {
      if (one.fold !== fold) continue
      const { tool, lead } = leadOf(one, calibration)
      const chosen = lead > thresholdOf(calibration, tool)
      if (isNone(one)) {
        count.none += 1
        if (chosen) count.false += 1
        continue
      }
      count.tools += 1
      if (tool === one.label) count.best += 1
      if (chosen && tool === one.label) count.right += 1
      if (chosen && tool !== one.label) count.wrong += 1
    }
  }
  const tools = Math.max(1, count.tools)
  return {
    rightTool: count.right / tools,
    wrongTool: count.wrong / tools,
    falseCalls: count.false / Math.max(1, count.none),
    bestTool: count.best / tools,
  }
}

function isNone(one: UnseenScores): boolean {
  return one.label === one.scores.length - 1
}

function toCalibration(point: Float64Array): Calibration {
  const [sharpness = 1, noneBias = 0, noneForUnknownWords = 0, noneForUnknownParts = 0] = point
  return { ...neutralCalibration, sharpness, noneBias, noneForUnknownWords, noneForUnknownParts }
}

/** Log-loss of all examples and a light pull towards doing nothing; `share` is a buffer, a number a class. */
function addLosses(
  unseen: readonly UnseenScores[],
  point: Float64Array,
  gradient: Float64Array,
  share: Float64Array,
): number {
  const by = toCalibration(point)
  const neutral = [1, 0, 0, 0]
  const none = share.length - 1
  let loss = 0
  for (let i = 0; i < point.length; i += 1) {
    const off = (point[i] ?? 0) - (neutral[i] ?? 0)
    loss += (towardsNeutral * off * off) / 2
    gradient[i] = towardsNeutral * off
  }
  for (const one of unseen) {
    const { scores, label } = one
    for (let k = 0; k <= none; k += 1) share[k] = by.sharpness * (scores[k] as number)
    share[none] = (share[none] as number) + noneShift(one, by)
    const own = share[label] as number
    loss += toProbabilities(share) - own
    let slope = -(scores[label] as number)
    for (let k = 0; k <= none; k += 1) slope += (share[k] as number) * (scores[k] as number)
    const onNone = (share[none] as number) - (label === none ? 1 : 0)
    gradient[0] = (gradient[0] as number) + slope
    gradient[1] = (gradient[1] as number) + onNone
    gradient[2] = (gradient[2] as number) + onNone * one.unknownWords
    gradient[3] = (gradient[3] as number) + onNone * one.unknownParts
  }
  return loss
}
