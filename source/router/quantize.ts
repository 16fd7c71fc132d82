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
  weights: Float32Array,
  classes: number,
  mostKept = Number.POSITIVE_INFINITY,
): QuantizedWeights {
  const all = weights.length - classes
  const centred = new Float64Array(all)
  const most = new Float64Array(classes)
  const sorted = new Float32Array(classes)
  for (let at = 0; at < all; at += classes) {
    for (let k = 0; k < classes; k += 1) sorted[k] = weights[at + k] as number
    const middle = sorted.sort()[classes >> 1] ?? 0
    for (let k = 0; k < classes; k += 1) {
      const weight = (weights[at + k] as number) - middle
      centred[at + k] = weight
      most[k] = Math.max(most[k] as number, Math.abs(weight))
    }
  }
  const scales = most.map((largest) => (largest > 0 ? largest / 127 : 1))
  const small = new Int8Array(all)
  for (let at = 0; at < all; at += classes)
    for (let k = 0; k < classes; k += 1)
      small[at + k] = Math.round((centred[at + k] as number) / (scales[k] as number))
  const kept = dropSmallest(small, mostKept)
  return {
    weights: small,
    scales,
    bias: Float64Array.from(weights.subarray(all)),
    kept: all === 0 ? 0 : kept / all,
  }
}

/** Zeroes the smallest steps, all of one size together, until no more than `mostKept` are left; gives their number. */
function dropSmallest(small: Int8Array, mostKept: number): number {
  const counts = new Uint32Array(129)
  for (let i = 0; i < small.length; i += 1) {
    const size = Math.abs(small[i] as number)
    counts[size] = (counts[size] as number) + 1
  }
  let kept = small.length - (counts[0] ?? 0)
  let least = 1
  while (kept > mostKept && least < counts.length) {
    kept -= counts[least] ?? 0
    least += 1
  }
  for (let i = 0; least > 1 && i < small.length; i += 1) if (Math.abs(small[i] ?? 0) < least) small[i] = 0
  return kept
}
