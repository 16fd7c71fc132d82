/** No name is that long, and the distance of a whole file would take seconds. */
const LONGEST = 200

/**
 * The candidate that is most like `asked`: a prefix, or at most a third of its letters away.
 * undefined when none comes close, so that a hint is never a wild guess.
 */
export function nearestName(asked: string, candidates: readonly string[]): string | undefined {
  if (asked.length > LONGEST) return undefined
  const wanted = asked.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.floor(Math.max(wanted.length, 3) / 3) + 1
  for (const candidate of candidates) {
    const name = candidate.toLowerCase()
    // An exact name in another case wins over a prefix, and a prefix over a slip.
    const isPrefix = wanted.length >= 3 && name.startsWith(wanted) && name !== wanted
    const distance = isPrefix ? 0.5 : editDistance(wanted, name)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Insertions, deletions, replacements, and swaps of two neighbours (`hlep`), one each: optimal string alignment. */
export function editDistance(left: string, right: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[right.length] ?? 0
}
