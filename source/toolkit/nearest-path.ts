// "Did you mean": which existing path a mistyped one stands for; pure.
import { editDistance } from '../lib/nearest-name.ts'

/**
 * The candidate that most likely was meant, or undefined. Letter case, backslashes, a missing extension and a missing
 * folder cost almost nothing; otherwise up to a third of the name's letters may differ,
 * three at most; two letters in wrong order count as one.
 */
export function findNearestPath(asked: string, candidates: readonly string[]): string | undefined {
  const wanted = simplify(asked)
  if (wanted === '') return undefined
  const limit = Math.min(3, Math.max(1, Math.floor(baseName(wanted).length / 3)))
  let best: { path: string; cost: number } | undefined
  for (const path of candidates) {
    const cost = costOf(wanted, simplify(path), limit)
    if (cost <= limit && (best === undefined || cost < best.cost)) best = { path, cost }
  }
  return best?.path
}

function costOf(wanted: string, path: string, limit: number): number {
  if (wanted === path) return 0
  const elsewhere = folderOf(wanted) === folderOf(path) ? 0 : 0.5
  const wantedBase = baseName(wanted)
  const base = baseName(path)
  if (wantedBase === base) return elsewhere
  if (stem(wantedBase) === stem(base)) return 0.25 + elsewhere
  const names = Math.min(
    distanceWithin(wantedBase, base, limit),
    distanceWithin(stem(wantedBase), stem(base), limit) + 0.25,
  )
  return Math.min(names + elsewhere, distanceWithin(wanted, path, limit))
}

/** Infinity where the lengths alone differ by more: thousands of candidates stay cheap. The same letters in another order are one step. */
function distanceWithin(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Number.POSITIVE_INFINITY
  const distance = editDistance(left, right)
  return distance === 2 && lettersOf(left) === lettersOf(right) ? 1 : distance
}

function lettersOf(text: string): string {
  return [...text].sort().join('')
}

function simplify(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '')
    .replace(/\/+$/, '')
    .trim()
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}
