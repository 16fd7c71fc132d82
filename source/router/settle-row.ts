// One step of `dual-ascent.ts`: the best share of one row, all others left as they are.

/** Newton's method is there in four or five rounds. */
const mostRounds = 50
/** How far from one the sum of the probabilities may be before it is made one. */
const exact = 1e-4

/**
 * Sets `share` (label less probability, one per class) so that the row's probabilities, once its change is added to the weights,
 * are those that it says. `score` is the row's score before; `pull`, above 0, by how much a change of 1 moves it. Writes the
 * change, and answers its largest part.
 */
export type Settler = (
  score: Float64Array,
  share: Float64Array,
  label: number,
  pull: number,
  change: Float64Array,
) => number

/** Makes the buffers for so many classes. */
export function createSettler(classes: number): Settler {
  const target = new Float64Array(classes)
  const probability = new Float64Array(classes)
  return (score, share, label, pull, change) => {
    for (let k = 0; k < classes; k += 1)
      target[k] = (score[k] as number) - pull * ((share[k] as number) - (k === label ? 1 : 0))
    solveProbabilities(probability, target, pull)
    let most = 0
    for (let k = 0; k < classes; k += 1) {
      const next = (k === label ? 1 : 0) - (probability[k] as number)
      const difference = next - (share[k] as number)
      share[k] = next
      change[k] = difference
      most = Math.max(most, Math.abs(difference))
    }
    return most
  }
}

/**
 * Solves log p + pull * p = target - t for the probabilities p and the one t that makes their sum 1. The sum falls with t and is
 * convex, so Newton's method from a t that is too small never goes too far; at the first one the largest probability alone is 1.
 */
function solveProbabilities(p: Float64Array, target: Float64Array, pull: number): void {
  const classes = p.length
  let t = -Infinity
  for (let k = 0; k < classes; k += 1) t = Math.max(t, (target[k] as number) - pull)
  const logPull = Math.log(pull)
  let sum = 0
  for (let round = 0; round < mostRounds; round += 1) {
    sum = 0
    let slope = 0
    for (let k = 0; k < classes; k += 1) {
      const scaled = omega((target[k] as number) - t + logPull)
      p[k] = scaled / pull
      sum += scaled
      slope += scaled / (1 + scaled)
    }
    if (sum - pull <= exact * pull) break
    t += (sum - pull) / slope
  }
  for (let k = 0; k < classes; k += 1) p[k] = (p[k] as number) * (pull / sum)
}

/**
 * Wright's omega: the w with w + log w = x, to about 0.0001 of itself. A first guess, then one step of Fritsch, Shafer and Crowley
 * 1973, as in Lawrence, Corless and Jeffrey 2012 (ACM TOMS 38, algorithm 917).
 */
function omega(x: number): number {
  if (x < -8) return Math.exp(x)
  const guess = x > 1 ? x - Math.log(x) : x < -2 ? Math.exp(x) : Math.exp((2 * (x - 1)) / 3)
  const rest = x - guess - Math.log(guess)
  const wide = (1 + guess) * (1 + guess + (2 * rest) / 3)
  return guess * (1 + ((rest / (1 + guess)) * (wide - rest / 2)) / (wide - rest))
}
