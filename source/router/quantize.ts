/** Weights in one byte each. */
export interface QuantizedWeights {
  readonly weights: Int8Array
  readonly scales: Float64Array
  readonly bias: Float64Array
  /** Share of weights that are not zero. */
  readonly kept: number
}

/**
 * At most `mostKept` weights stay, the largest of their class first. Every class gets its own scale. Before, the middle weight of each feature is taken from all of its weights: that changes
 * no probability (a softmax sees only differences) and makes most of them nearly zero.
 */
export function quantizeWeights(
  weights: Float64Array,
  classes: number,
  mostKept = Number.POSITIVE_INFINITY,
): QuantizedWeights {
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
  for (let i = 0; i < centred.length; i += 1) {
    small[i] = Math.round((centred[i] ?? 0) / (scales[i % classes] ?? 1))
  }
  const kept = dropSmallest(small, mostKept)
  return {
    weights: small,
    scales,
    bias: weights.slice(features * classes),
    kept: centred.length === 0 ? 0 : kept / centred.length,
  }
}

/** Zeroes the smallest steps, all of one size together, until no more than `mostKept` are left; gives their number. */
function dropSmallest(small: Int8Array, mostKept: number): number {
  const counts = new Uint32Array(129)
  for (const steps of small) counts[Math.abs(steps)] = (counts[Math.abs(steps)] ?? 0) + 1
  let kept = small.length - (counts[0] ?? 0)
  let least = 1
  while (kept > mostKept && least < counts.length) {
    kept -= counts[least] ?? 0
    least += 1
  }
  for (let i = 0; least > 1 && i < small.length; i += 1) if (Math.abs(small[i] ?? 0) < least) small[i] = 0
  return kept
}
