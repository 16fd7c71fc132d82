// "Did you mean" for tools: names of any kind.
import { nearestName } from '../lib/nearest-name.ts'

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
