// "Did you mean" for names that a tool knows.
import { editDistance } from '../lib/nearest-name.ts'

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

function distanceOf(wanted: string, name: string): number {
  return wanted.length >= 3 && name.startsWith(wanted) ? 0.5 : editDistance(wanted, name)
}
