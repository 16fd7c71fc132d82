// Learns the coefficients of the turn's confidence from measured turns, and says what they are worth on turns that they
// were not learned from. Pure and deterministic.
import { createHash } from 'node:crypto'
import type { Evidence } from '../../source/contracts/confidence.ts'
import { calibrationOf } from '../../source/evaluation/calibration.ts'
import { CONFIDENCE_WEIGHTS } from '../../source/governor/confidence-weights.ts'
import { type ConfidenceWeights, featuresOf, turnConfidence } from '../../source/governor/turn-confidence.ts'
import { minimize } from '../../source/router/minimize.ts'

/** A turn that was judged. */
export interface JudgedTurn {
  /** The case's id: messages of one conversation are never on both sides of a fold. */
  readonly group: string
  readonly evidence: readonly Evidence[]
  /** The right tool with the right arguments, or rightly none, or rightly a question. */
  readonly right: boolean
}

export interface Worth {
  /** Expected calibration error over ten bins. */
  readonly error: number
  /** Mean logarithmic loss. */
  readonly loss: number
  /** Mean squared distance. */
  readonly brier: number
}

type Name = keyof ConfidenceWeights
const NAMES = Object.keys(CONFIDENCE_WEIGHTS) as Name[]

/** The router's probability as it is; what is learned is held to these. */
export const NEUTRAL: ConfidenceWeights = {
  ...(Object.fromEntries(NAMES.map((name) => [name, 0])) as ConfidenceWeights),
  logit: 1,
}

/** Surer parts never lower the confidence, and what went wrong never raises it. */
const SIGNS: Partial<Record<Name, 1 | -1>> = { logit: 1, margin: 1, weakest: 1, repaired: -1, failed: -1 }

/** Rarer parts keep their neutral coefficient. */
const FEWEST = 5

/**
 * Logistic regression over turns of one request, with half of `strength` times the squared distance from the neutral
 * coefficients. A coefficient with the wrong sign is put to 0, and the others are learned again.
 */
export function learnWeights(turns: readonly JudgedTurn[], strength: number): ConfidenceWeights {
  const rows = turns.flatMap(({ evidence: [only, ...more], right }) =>
    only === undefined || more.length > 0 ? [] : [{ features: featuresOf(only), right }],
  )
  const fixed = new Map<Name, number>()
  for (const name of NAMES)
    if (rows.filter(({ features }) => features[name] !== 0).length < FEWEST) fixed.set(name, NEUTRAL[name])
  for (;;) {
    const weights = learnFree(rows, fixed, strength)
    const wrong = NAMES.filter((name) => !fixed.has(name) && weights[name] * (SIGNS[name] ?? 0) < 0)
    if (wrong.length === 0) return weights
    for (const name of wrong) fixed.set(name, 0)
  }
}

interface Row {
  readonly features: ConfidenceWeights
  readonly right: boolean
}

function learnFree(
  rows: readonly Row[],
  fixed: ReadonlyMap<Name, number>,
  strength: number,
): ConfidenceWeights {
  const free = NAMES.filter((name) => !fixed.has(name))
  const weightsAt = (point: Float64Array) => (name: Name) =>
    fixed.get(name) ?? (point[free.indexOf(name)] as number)
  const point = Float64Array.from(free, (name) => NEUTRAL[name])
  const objective = (at: Float64Array, gradient: Float64Array): number => {
    const weight = weightsAt(at)
    let value = 0
    gradient.fill(0)
    for (const { features, right } of rows) {
      const sum = NAMES.reduce((so, name) => so + weight(name) * features[name], 0)
      const probability = 1 / (1 + Math.exp(-sum))
      // log(1 + e^x) without overflow.
      value += Math.max(0, sum) - (right ? sum : 0) + Math.log1p(Math.exp(-Math.abs(sum)))
      for (const [i, name] of free.entries())
        gradient[i] = (gradient[i] as number) + (probability - Number(right)) * features[name]
    }
    for (const [i, name] of free.entries()) {
      if (name === 'bias') continue
      const distance = (at[i] as number) - NEUTRAL[name]
      value += (strength / 2) * distance * distance
      gradient[i] = (gradient[i] as number) + strength * distance
    }
    return value
  }
  minimize(objective, point, { tolerance: 1e-6, maxSteps: 500 })
  const weight = weightsAt(point)
  return Object.fromEntries(
    NAMES.map((name) => [name, Math.round(weight(name) * 1e3) / 1e3]),
  ) as ConfidenceWeights
}

/** What coefficients say of each turn that they were not learned from, in `folds` folds by a hash of the group. */
export function crossValidate(
  turns: readonly JudgedTurn[],
  strength: number,
  folds: number,
): readonly number[] {
  const foldOf = ({ group }: JudgedTurn) =>
    createHash('sha256').update(`fold ${group}`).digest().readUInt32BE(0) % folds
  const weights = Array.from({ length: folds }, (_, fold) =>
    learnWeights(
      turns.filter((turn) => foldOf(turn) !== fold),
      strength,
    ),
  )
  return turns.map((turn) => turnConfidence(turn.evidence, weights[foldOf(turn)]))
}

/** How far confidences are from what came of the turns. */
export function worthOf(turns: readonly JudgedTurn[], confidences: readonly number[]): Worth {
  const rows = turns.map(({ right }, at) => ({ right, confidence: confidences[at] ?? 0 }))
  const mean = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0) / Math.max(1, rows.length)
  return {
    error: calibrationOf(rows).error,
    loss: mean(({ confidence, right }) => -Math.log(Math.max(1e-4, right ? confidence : 1 - confidence))),
    brier: mean(({ confidence, right }) => (confidence - Number(right)) ** 2),
  }
}
