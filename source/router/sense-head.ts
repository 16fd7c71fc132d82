/**
 * What requests for each tool mean: a second classifier, over the vectors of a sentence model, whose scores are added to those of words.
 * It hears "somebody has to hush that countdown" where no word is known, and words hear "2.5 km in feet" where meanings are vague. Learned
 * by `scripts/learn-senses.ts`; figures in docs/router.md. Next: `learn-senses.ts`.
 */
import type { Vectors } from '../contracts/meaning.ts'
import { type Classifier, type ClassScores, noneShift } from './classify.ts'
import { type Calibration, type RouterModel, thresholdOf } from './model.ts'

/** A linear classifier over vectors. */
export interface LinearHead {
  /** Place after place of a vector, all classes of one side by side; times the class's scale. */
  readonly weights: Int8Array
  readonly scales: Float64Array
  readonly bias: Float64Array
}

/** A classifier over vectors of messages; classes are its tools, then "no tool". */
export interface SenseHead extends LinearHead {
  /** Id of the sentence model whose vectors it was learned from. */
  readonly model: string
  readonly tools: readonly string[]
  /** The same of messages behind a call (`textBehind`), learned beside it. */
  readonly behind: LinearHead
  /** So many times its scores are added to those of words. */
  readonly ratio: number
  /** What makes probabilities of the sum, and from which lead over "no tool" on a tool is chosen. */
  readonly trust: Calibration
}

/** Scores messages by words, and by meaning where a head and the message's vector are there. */
export function scoreWithMeaning(
  { score }: Pick<Classifier, 'score'>,
  model: RouterModel,
  head: SenseHead | undefined,
  meaning: Pick<Vectors, 'state' | 'vectorOf'> | undefined,
): Classifier['score'] {
  if (head === undefined || meaning === undefined) return score
  const mix = createSenseMixer(head, model)
  return (message) => {
    const found = score(message)
    const vector = meaning.vectorOf(message)
    const { state } = meaning
    const isOf = state.type === 'ready' && state.model === head.model
    return isOf && vector !== undefined ? mix(found, vector) : found
  }
}

/** Joins what words and meaning say of a message, as scores that the model's own calibration makes probabilities of. */
export type SenseMixer = (found: ClassScores, vector: Float32Array) => ClassScores

/**
 * Makes it for a model. A tool that the head was not learned with keeps its odds against "no tool"; one that the model does not know has no
 * part.
 */
export function createSenseMixer(head: SenseHead, { tools, calibration }: RouterModel): SenseMixer {
  const places = tools.map((tool) => head.tools.indexOf(tool))
  const meant = new Float64Array(head.tools.length + 1)
  const none = tools.length
  const thresholds = Float64Array.from(tools, (_, k) => {
    const place = places[k] ?? -1
    return place < 0 ? thresholdOf(calibration, k) : thresholdOf(head.trust, place)
  })
  return (found, vector) => {
    scoreVector(head, vector, meant)
    const { sharpness } = head.trust
    const ownNone = (found.scores[none] ?? 0) * calibration.sharpness + noneShift(found, calibration)
    const wordsNone = found.scores[none] ?? 0
    const noneScore =
      (wordsNone + head.ratio * (meant[head.tools.length] ?? 0)) * sharpness + noneShift(found, head.trust)
    const scores = found.scores.map((score, k) => {
      const place = places[k] ?? -1
      if (k === none) return noneScore - noneShift(found, calibration)
      if (place < 0) return noneScore + score * calibration.sharpness - ownNone
      return (score + head.ratio * (meant[place] ?? 0)) * sharpness
    })
    return { ...found, thresholds, scores: scores.map((score) => score / calibration.sharpness) }
  }
}

/** Writes the score of each class for a vector. */
export function scoreVector(
  { weights, scales, bias }: LinearHead,
  vector: Float32Array,
  scores: Float64Array,
): void {
  const classes = scores.length
  scores.fill(0)
  for (let at = 0; at < vector.length; at += 1) {
    const value = vector[at] as number
    for (let k = 0; k < classes; k += 1)
      scores[k] = (scores[k] as number) + value * (weights[at * classes + k] as number)
  }
  for (let k = 0; k < classes; k += 1)
    scores[k] = (scores[k] as number) * (scales[k] as number) + (bias[k] as number)
}

const VERSION = 2

/** As a file's text; numbers in base64. */
export function writeSenseHead({ weights, scales, bias, behind, ...head }: SenseHead): string {
  const numbers = { ...asText({ weights, scales, bias }), behind: asText(behind) }
  return `${JSON.stringify({ formatVersion: VERSION, ...head, ...numbers }, null, 2)}\n`
}

function asText({ weights, scales, bias }: LinearHead) {
  const base64 = ({ buffer, byteOffset, byteLength }: Int8Array | Float64Array) =>
    Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  return { scales: base64(scales), bias: base64(bias), weights: base64(weights) }
}

/** Undefined: it is no head that this version can read. */
export function readSenseHead(text: string): SenseHead | undefined {
  try {
    const { formatVersion, model, tools, ratio, trust, behind, ...alone } = JSON.parse(text)
    const head: SenseHead = {
      ...{ model, tools, ratio, trust },
      ...linearFrom(alone),
      behind: linearFrom(behind),
    }
    const classes = head.tools.length + 1
    const { sharpness, noneBias, noneForUnknownWords, noneForUnknownParts, threshold, raised } = head.trust
    const trusted = [sharpness, noneBias, noneForUnknownWords, noneForUnknownParts, threshold, ...raised]
    const fits =
      formatVersion === VERSION &&
      [head, head.behind].every((one) => isFor(one, classes)) &&
      head.weights.length === head.behind.weights.length &&
      [head.ratio, ...trusted].every(Number.isFinite)
    return fits ? head : undefined
  } catch {
    return undefined
  }
}

function linearFrom({ weights, scales, bias }: Readonly<Record<keyof LinearHead, string>>): LinearHead {
  return {
    weights: new Int8Array(bytesOf(weights)),
    scales: new Float64Array(bytesOf(scales)),
    bias: new Float64Array(bytesOf(bias)),
  }
}

function isFor({ weights, scales, bias }: LinearHead, classes: number): boolean {
  return (
    scales.length === classes &&
    bias.length === classes &&
    weights.length > 0 &&
    weights.length % classes === 0 &&
    [...scales, ...bias].every(Number.isFinite)
  )
}

function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(base64, 'base64')).buffer
}
