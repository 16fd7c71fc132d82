// What a message changes of a value that has a name: "key code: 2290" of a note, a line of settings. Pure.
import type { Value } from './items.ts'
import { isSameValue, type Typed, typedIn, writtenLike } from './typed.ts'
import { isSame, tellingOf, tellingWithPairs } from './words.ts'

/** A number that much greater or smaller is of another kind. */
const FARTHEST = 4
/** A name that may be shortened: `nzd`. */
const SHORT_KEY = 4

/** The line with what the message says in the place of its value; undefined: it is not plain. `about` are words of what it stands under, `siblings` stand there, too. */
export function valueLine(
  item: Value,
  about: readonly string[],
  siblings: readonly Value[],
  message: string,
): string | undefined {
  const said = tellingWithPairs(message)
  const names = tellingOf(item.text.replace(/_/g, ' '))
  const isNamed = (stem: string) =>
    said.some(
      (word) => isSame(word, stem) || (stem.length <= SHORT_KEY && word.length > 1 && stem.startsWith(word)),
    )
  const has = names.filter(isNamed)
  const above = about.filter((stem) => said.some((word) => isSame(word, stem)))
  const there = valuesIn(item)
  const fresh = typedIn(message).filter((value) => !there.some((one) => isSameValue(one, value)))
  const [value, ...others] = fresh.filter(({ kind }) => there.some((one) => one.kind === kind))
  if (value === undefined || others.length > 0) return undefined
  // What it is about has only one value of that kind.
  const isOnly =
    above.length > 0 &&
    siblings.every((one) => one === item || valuesIn(one).every((other) => !isLike(value, other)))
  if (names.length > 0 && has.length < names.length / 2 && !isOnly) return undefined
  if (has.length + above.length === 0) return undefined
  const places = there.filter(({ kind }) => kind === value.kind)
  const place = placeFor(places, message)
  if (place === undefined) return undefined
  const from = item.from + place.from
  return item.whole.slice(0, from) + writtenLike(value, place) + item.whole.slice(item.from + place.to)
}

/** Dates, times and numbers of the value. */
export function valuesIn({ whole, from, to }: Value): readonly Typed[] {
  return typedIn(whole.slice(from, to))
}

/** A number of quite another size is of another kind. */
function isLike(value: Typed, { kind, number }: Typed): boolean {
  if (kind !== value.kind) return false
  if (value.number === undefined || number === undefined) return true
  const [less, more] = [Math.min(value.number, number), Math.max(value.number, number)]
  return less > 0 && more / less <= FARTHEST
}

/** Of two, the first is when it begins. */
function placeFor(places: readonly Typed[], message: string): Typed | undefined {
  const [first, second, ...more] = places
  if (second === undefined || more.length > 0) return more.length > 0 ? undefined : first
  const ends = /(?<!\p{L})(?:clos\p{L}*|ends?|finish\p{L}*|till|until|shuts?)(?!\p{L})/iu.test(message)
  const begins = /(?<!\p{L})(?:opens?|opening|starts?|begins?)(?!\p{L})/iu.test(message)
  return ends === begins ? undefined : ends ? second : first
}
