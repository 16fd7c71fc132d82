/** Fills `gradient` for `point` and answers the value there. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number

/** When to stop. */
export interface MinimizeLimits {
  /** Stops when no part of the gradient is above this. */
  readonly tolerance: number
  readonly maxSteps: number
}

const remembered = 6

/**
 * Finds the lowest point of a smooth convex function, from the given point, which is changed in place; answers the steps taken.
 * Limited-memory BFGS (Nocedal and Wright, algorithm 7.4) with halving of the step; the order of every sum is fixed,
 * so the same input gives the same bits.
 */
export function minimize(objective: Objective, point: Float64Array, limits: MinimizeLimits): number {
  const size = point.length
  let gradient = new Float64Array(size)
  let nextGradient = new Float64Array(size)
  const next = new Float64Array(size)
  const direction = new Float64Array(size)
  const pairs: { move: Float64Array; change: Float64Array; rho: number }[] = []
  let value = objective(point, gradient)
  for (let step = 0; step < limits.maxSteps; step += 1) {
    if (largest(gradient) <= limits.tolerance) return step
    chooseDirection(direction, gradient, pairs)
    const slope = dot(direction, gradient)
    let length = pairs.length === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1
    let reached = value
    for (let halving = 0; halving < 30; halving += 1) {
      for (let i = 0; i < size; i += 1) next[i] = (point[i] as number) + length * (direction[i] as number)
      reached = objective(next, nextGradient)
      if (reached <= value + 1e-4 * length * slope) break
      length /= 2
    }
    if (!(reached < value)) return step
    const pair = pairs.length < remembered ? newPair(size) : (pairs.shift() ?? newPair(size))
    for (let i = 0; i < size; i += 1) {
      pair.move[i] = (next[i] as number) - (point[i] as number)
      pair.change[i] = (nextGradient[i] as number) - (gradient[i] as number)
    }
    const curvature = dot(pair.move, pair.change)
    if (curvature > 1e-12) {
      pair.rho = 1 / curvature
      pairs.push(pair)
    }
    point.set(next)
    const spare = gradient
    gradient = nextGradient
    nextGradient = spare
    value = reached
  }
  return limits.maxSteps
}

function newPair(size: number): { move: Float64Array; change: Float64Array; rho: number } {
  return { move: new Float64Array(size), change: new Float64Array(size), rho: 0 }
}

function chooseDirection(
  direction: Float64Array,
  gradient: Float64Array,
  pairs: readonly { move: Float64Array; change: Float64Array; rho: number }[],
): void {
  direction.set(gradient)
  const shares: number[] = []
  for (const pair of pairs.toReversed()) {
    const share = pair.rho * dot(pair.move, direction)
    shares.push(share)
    add(direction, pair.change, -share)
  }
  const last = pairs.at(-1)
  if (last !== undefined) scale(direction, 1 / (last.rho * dot(last.change, last.change)))
  for (const pair of pairs) {
    const share = shares.pop() ?? 0
    add(direction, pair.move, share - pair.rho * dot(pair.change, direction))
  }
  scale(direction, -1)
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number)
  return sum
}

function add(to: Float64Array, what: Float64Array, times: number): void {
  for (let i = 0; i < to.length; i += 1) to[i] = (to[i] as number) + times * (what[i] as number)
}

function scale(what: Float64Array, times: number): void {
  for (let i = 0; i < what.length; i += 1) what[i] = (what[i] as number) * times
}

function largest(what: Float64Array): number {
  let most = 0
  for (let i = 0; i < what.length; i += 1) most = Math.max(most, Math.abs(what[i] as number))
  return most
}
