// Changes of JSON values: members go, come, change their kind, and take those of another value.

import { HARD_NUMBERS, HARD_TEXTS } from './mutate-text.ts'
import type { Random } from './random.ts'
import type { Mutator } from './target.ts'

type Path = readonly (string | number)[]

/** A value of any kind, `depth` levels at most. */
export function anyValue(random: Random, words: readonly string[], depth = 3): unknown {
  const kind = random.below(depth > 0 ? 9 : 6)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return Number(random.pick(HARD_NUMBERS)) || random.below(300)
  if (kind <= 5) return random.pick(random.chance(0.6) && words.length > 0 ? words : HARD_TEXTS)
  const items = Array.from({ length: random.below(4) }, () => anyValue(random, words, depth - 1))
  if (kind === 6) return items
  if (kind === 7) return deep(random.pick([10, 40, 150, 2_000]), random.chance(0.5))
  return fromEntries(
    items.map((item) => [random.pick(random.chance(0.7) && words.length > 0 ? words : HARD_TEXTS), item]),
  )
}

/** One change somewhere in a value; `words` are names and texts of the format. */
export function mutateValue(
  value: unknown,
  random: Random,
  donor: unknown,
  words: readonly string[],
): unknown {
  const places = placesOf(value)
  const path = random.pick(places)
  const donated = () => valueAt(donor, random.pick(placesOf(donor)))
  const change = random.below(6)
  if (change === 0 && path.length > 0) return changed(value, path, 'remove', undefined)
  if (change === 1) return changed(value, path, 'set', donated())
  if (change === 2)
    return changed(
      value,
      path,
      'add',
      random.chance(0.5) ? donated() : anyValue(random, words),
      random.pick(words.length > 0 ? words : HARD_TEXTS),
    )
  if (change === 3) return changed(value, path, 'set', [valueAt(value, path)])
  if (change === 4 && path.length > 0)
    return changed(
      value,
      path,
      'rename',
      undefined,
      random.pick(random.chance(0.5) && words.length > 0 ? words : HARD_TEXTS),
    )
  return changed(value, path, 'set', anyValue(random, words))
}

/** For inputs that are one JSON value; where it is none, `otherwise`. */
export function mutateJson(words: readonly string[], otherwise: Mutator): Mutator {
  return (input, random, donor) => {
    const value = parsed(input.toString('utf8'))
    if (value === undefined) return otherwise(input, random, donor)
    const from = parsed(donor.toString('utf8')) ?? null
    return Buffer.from(JSON.stringify(mutateValue(value, random, from, words) ?? null))
  }
}

/** For texts in which JSON values stand: one of those that `find` finds is changed. */
export function mutateJsonWithin(find: RegExp, words: readonly string[], otherwise: Mutator): Mutator {
  return (input, random, donor) => {
    const text = input.toString('utf8')
    const places = [...text.matchAll(find)].filter(([found]) => parsed(found) !== undefined)
    if (places.length === 0) return otherwise(input, random, donor)
    const { 0: found, index } = random.pick(places)
    const others = donor.toString('utf8').match(find) ?? []
    const from = others.length === 0 ? null : (parsed(random.pick(others)) ?? null)
    const value = JSON.stringify(mutateValue(parsed(found), random, from, words) ?? null)
    return Buffer.from(text.slice(0, index) + value + text.slice(index + found.length))
  }
}

/** undefined: it is no JSON, or deeper than anything that can be walked. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Paths of the value and of all in it. */
function placesOf(value: unknown, path: Path = [], found: Path[] = []): readonly Path[] {
  found.push(path)
  if (typeof value === 'object' && value !== null && path.length < 40 && found.length < 3_000)
    for (const [key, one] of Object.entries(value))
      placesOf(one, [...path, Array.isArray(value) ? Number(key) : key], found)
  return found
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((at, key) => (at as { readonly [key: string | number]: unknown })[key], value)
}

type Change = 'remove' | 'set' | 'add' | 'rename'

/** A copy with one change; the rest is shared. */
function changed(value: unknown, path: Path, change: Change, to: unknown, name = ''): unknown {
  const [key, ...rest] = path
  if (key === undefined) {
    if (change !== 'add' || typeof value !== 'object' || value === null) return to
    return Array.isArray(value) ? [...value, to] : fromEntries([...Object.entries(value), [name, to]])
  }
  const isLast = rest.length === 0
  const members = Object.entries(value as object).flatMap(([own, one]): [string, unknown][] => {
    if (own !== String(key)) return [[own, one]]
    if (isLast && change === 'remove') return []
    if (isLast && change === 'rename') return [[name, one]]
    return [[own, changed(one, rest, change, to, name)]]
  })
  return Array.isArray(value) ? members.map(([, one]) => one) : fromEntries(members)
}

/** Also `__proto__` is a member. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries)
}

function deep(levels: number, isList: boolean): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = isList ? [value] : { a: value }
  return value
}
