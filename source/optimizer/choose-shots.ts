// Which worked examples stand in a state when fewer have to do: those that between them show the most. Pure.
import type { JsonValue } from '../contracts/json.ts'
import type { FewShot } from '../contracts/manifest.ts'
import { contentWords } from './closeness.ts'

/** What an argument shows counts before the words of its request. */
const ARGUMENT_WEIGHT = 4
const LEFT_OUT_WEIGHT = 2
const SHAPE_WEIGHT = 2

/**
 * So many of `shots`, in their order: one after another the one that shows most of what none yet does (an argument given, an
 * optional one left out, a value of an enum, a shape of text, words). The same for the same shots.
 */
export function chooseShots(shots: readonly FewShot[], count: number): readonly FewShot[] {
  if (count >= shots.length) return shots
  const names = [...new Set(shots.flatMap((shot) => Object.keys(shot.arguments)))]
  const features = new Map(shots.map((shot) => [shot, featuresOf(shot, names)]))
  const seen = new Set<string>()
  const chosen = new Set<FewShot>()
  while (chosen.size < count) {
    let best: FewShot | undefined
    let most = -1
    for (const shot of shots) {
      if (chosen.has(shot)) continue
      let gain = 0
      for (const [feature, weight] of features.get(shot) ?? []) if (!seen.has(feature)) gain += weight
      if (gain > most) {
        most = gain
        best = shot
      }
    }
    if (best === undefined) break
    chosen.add(best)
    for (const feature of features.get(best)?.keys() ?? []) seen.add(feature)
  }
  return shots.filter((shot) => chosen.has(shot))
}

function featuresOf(
  { user, arguments: args }: FewShot,
  names: readonly string[],
): ReadonlyMap<string, number> {
  const features = new Map<string, number>()
  for (const name of names) {
    const value = args[name]
    if (value === undefined) features.set(`without ${name}`, LEFT_OUT_WEIGHT)
    else {
      features.set(`with ${name}`, ARGUMENT_WEIGHT)
      features.set(`${name} ${shapeOf(value)}`, SHAPE_WEIGHT)
    }
  }
  features.set(`with ${Object.keys(args).sort().join(' ')}`, ARGUMENT_WEIGHT)
  const words = contentWords(user)
  // A long request must not count for its length.
  for (const word of words) features.set(`word ${word}`, 1 / Math.max(4, words.length))
  return features
}

/** A short text as it is, for it may be one of a few; of a longer one its look. */
function shapeOf(value: JsonValue): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole' : 'broken'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^[\p{L}_]{1,12}$/u.test(value)) return value
  const look = value.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0')
  return look.length > 12 ? 'long' : look
}
