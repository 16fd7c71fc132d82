/** Weights in one byte each. */
export interface QuantizedWeights {
  readonly weights: Int8Array
  readonly scales: Float64Array
  readonly bias: Float64Array
  /** Share of weights that are not zero. */
  readonly kept: number
}

/**
 * Every class gets its own scale. Before, the middle weight of each feature is taken from all of its weights: that changes
 * no probability (a softmax sees only differences) and makes most of them nearly zero.
 */
export function quantizeWeights(weights: Float64Array, classes: number): QuantizedWeights {
  const features = weights.length / classes - 1
  const centred = new Float64Array(features * classes)
  const most = new Float64Array(classes)
  for (let at = 0; at < centred.length; at += classes) {
    const own = weights.subarray(at, at + classes)
    const middle = own.toSorted()[classes >> 1] ?? 0
    for (let k = 0; k < classes; k += 1) {
      const weight = (own[k] ?? 0) - middle
      centred[at + k] = weight
      most[k] = Math.max(most[k] ?? 0, Math.abs(weight))
    }
  }
  const scales = most.map((largest) => (largest > 0 ? largest / 127 : 1))
  const small = new Int8Array(centred.length)
  let kept = 0
  for (let i = 0; i < centred.length; i += 1) {
    const steps = Math.round((centred[i] ?? 0) / (scales[i % classes] ?? 1))
    if (steps === 0) continue
    small[i] = steps
    kept += 1
  }
  return {
    weights: small,
    scales,
    bias: weights.slice(features * classes),
    kept: centred.length === 0 ? 0 : kept / centred.length,
  }
}
