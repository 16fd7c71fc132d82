/**
 * The candidate that is most like `asked`: a prefix, or at most a third of its letters away.
 * undefined when none comes close, so that a hint is never a wild guess.
 */
export function nearestName(asked: string, candidates: readonly string[]): string | undefined {
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

/** Levenshtein distance: insertions, deletions and replacements of one character. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
