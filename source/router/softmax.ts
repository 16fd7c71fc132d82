/**
 * The softmax over sparse rows. Weights stand feature after feature, all classes of one feature side by side; behind the last
 * feature stands the bias. Next: `dual-ascent.ts` learns them.
 */

/** Rows one after the other: row `i` is `index` and `value` from `starts[i]` to `starts[i + 1]`. */
export interface Rows {
  readonly starts: Int32Array
  readonly index: Int32Array
  readonly value: Float32Array
}

/** Rows with what they are. */
export interface LabelledRows extends Rows {
  readonly labels: Int32Array
  /** How much each row counts. */
  readonly weights: Float64Array
}

/** Scores of one row, before the softmax. Four features at a time: twice as fast as one. */
export function scoreRow(
  { index, value }: Rows,
  start: number,
  end: number,
  weights: Float32Array,
  biasAt: number,
  score: Float64Array,
): void {
  const classes = score.length
  for (let k = 0; k < classes; k += 1) score[k] = weights[biasAt + k] as number
  let i = start
  for (; i + 3 < end; i += 4) {
    const a = (index[i] as number) * classes
    const b = (index[i + 1] as number) * classes
    const c = (index[i + 2] as number) * classes
    const d = (index[i + 3] as number) * classes
    const [va, vb] = [value[i] as number, value[i + 1] as number]
    const [vc, vd] = [value[i + 2] as number, value[i + 3] as number]
    for (let k = 0; k < classes; k += 1)
      score[k] =
        (score[k] as number) +
        va * (weights[a + k] as number) +
        vb * (weights[b + k] as number) +
        vc * (weights[c + k] as number) +
        vd * (weights[d + k] as number)
  }
  for (; i < end; i += 1) {
    const a = (index[i] as number) * classes
    const va = value[i] as number
    for (let k = 0; k < classes; k += 1) score[k] = (score[k] as number) + va * (weights[a + k] as number)
  }
}

/** Scores become probabilities in place; answers the logarithm of what they were divided by. */
export function toProbabilities(score: Float64Array): number {
  let most = -Infinity
  for (let k = 0; k < score.length; k += 1) most = Math.max(most, score[k] as number)
  let sum = 0
  for (let k = 0; k < score.length; k += 1) {
    const share = Math.exp((score[k] as number) - most)
    score[k] = share
    sum += share
  }
  for (let k = 0; k < score.length; k += 1) score[k] = (score[k] as number) / sum
  return most + Math.log(sum)
}
