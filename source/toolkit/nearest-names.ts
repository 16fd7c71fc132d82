// "Did you mean" for names that a tool knows.
import { editDistance, nearestName } from '../lib/nearest-name.ts'

/** The `most` names that are most like `asked`, best first; none that is more than a third of its letters away. */
export function nearestNames(asked: string, names: Iterable<string>, most = 3): readonly string[] {
  const wanted = asked.toLowerCase().slice(0, 60)
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  return [...new Set(names)]
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

/** The candidate that is most like what was asked, accents and case aside; undefined: none comes close. */
export function nearestWord(asked: string, candidates: readonly string[]): string | undefined {
  const bare = new Map(candidates.map((one) => [withoutAccents(one), one]))
  const nearest = nearestName(withoutAccents(asked), [...bare.keys()])
  return nearest === undefined ? undefined : bare.get(nearest)
}

/** `Zürich` as `zurich`. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function distanceOf(wanted: string, name: string): number {
  return wanted.length >= 3 && name.startsWith(wanted) ? 0.5 : editDistance(wanted, name)
}
