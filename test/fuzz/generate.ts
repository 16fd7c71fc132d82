// The inputs of a target: changed seeds, the same for the same seed and pool.
import type { Random } from './random.ts'
import type { Target } from './target.ts'

/** Most inputs have one change or two, some many. */
const MOST_CHANGES = 6

/** The next input; `pool` has the seeds and what went new ways. */
export function nextInput(target: Target, pool: readonly Buffer[], random: Random): Buffer {
  let input = random.pick(pool)
  const changes = random.length(MOST_CHANGES)
  for (let done = 0; done < changes; done++) {
    // What was changed until nothing is left begins anew.
    if (input.length === 0) input = random.pick(pool)
    input = changedOnce(target, input, pool, random)
    if (input.length > target.mostBytes) input = input.subarray(0, target.mostBytes)
  }
  return input
}

function changedOnce(target: Target, input: Buffer, pool: readonly Buffer[], random: Random): Buffer {
  try {
    return random.pick(target.mutators)(input, random, random.pick(pool))
  } catch (error) {
    // A value that is too deep for the change; the program gets it all the same.
    if (error instanceof RangeError) return input
    throw error
  }
}
