// The lines of a text whose values a request needs. Pure.
import type { NamedValue } from './named-values.ts'
import { editDistance } from './nearest-name.ts'
import { stemsOf } from './word-stem.ts'

/** Words that name nothing. */
const EMPTY = new Set(
  stemsOf(
    'a about after again all also an and any are as at be before but by can could did do does each every file find for from get give go going had has have he her here him his how i if in into is it its just list look make many me more much my need no new not note of off on one or our out over per please re read s say see she show so some take tell than that the their them then there these they thing this those till to total up us use want was we were what when where which while who will with would you your',
  ),
)
/** A line has at least so much of what is named. */
const LEAST = 0.5
/** More lines than these are no lookup. */
const MOST_LINES = 4

/** Stems of what a text is about; of numbers only those in a name (`9-speed`). */
export function aboutOf(text: string): ReadonlySet<string> {
  const inNames = new Set((text.match(/\d+(?=-\p{L})/gu) ?? []).map(String))
  return new Set(
    stemsOf(text).filter((stem) => !EMPTY.has(stem) && (!/^\d+$/.test(stem) || inNames.has(stem))),
  )
}

/**
 * The lines that have the values for `request`: the one with most of its words, then each that has others of them, in the order of the
 * text; none where two lines have the same ones.
 */
export function relevantLines(request: string, values: readonly NamedValue[]): readonly string[] {
  const lines = linesOf(values, ({ line }) => line)
  const picked = pick(request, lines)
  return picked.length > MOST_LINES ? [] : [...lines.keys()].filter((line) => picked.includes(line))
}

/** The value that `request` speaks of, or the only one; undefined: none, or several as much. */
export function relevantValue(request: string, values: readonly NamedValue[]): NamedValue | undefined {
  if (values.length === 1) return values[0]
  const [alone] = pick(
    request,
    linesOf(values, (value) => value.alone),
  )
  return values.find((value) => value.alone === alone)
}

/** How much better a line is that says nothing else: "Base rent: 874" than "Base rent goes up by 2.5 %". */
const OWN_NAME = 0.2
/** A slip in a shorter stem makes another one too easily. */
const SHORTEST_SLIP = 5

/** What share of the words beside its values is meant. */
function ownShare(has: readonly string[], names: ReadonlyMap<string, number>): number {
  const beside = [...names].filter(([, weight]) => weight >= 1)
  return beside.filter(([stem]) => has.includes(stem)).length / Math.max(beside.length, 1)
}

/** The stem that stands there, if this one is it but for a slip. */
function asSpelled(stem: string, lines: Lines): string {
  const isThere = (other: string) => [...lines.values()].some((names) => names.has(other))
  if (stem.length < SHORTEST_SLIP || isThere(stem)) return stem
  const all = new Set([...lines.values()].flatMap((names) => [...names.keys()]))
  const near = [...all].filter((other) => other.length >= SHORTEST_SLIP && editDistance(stem, other) === 1)
  return near.length === 1 ? (near[0] ?? stem) : stem
}

type Lines = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Each line once, with what all of its values are called. */
function linesOf(values: readonly NamedValue[], textOf: (value: NamedValue) => string): Lines {
  const lines = new Map<string, Map<string, number>>()
  for (const value of values) {
    const names = lines.get(textOf(value)) ?? new Map<string, number>()
    for (const [name, weight] of value.names) names.set(name, Math.max(weight, names.get(name) ?? 0))
    lines.set(textOf(value), names)
  }
  return lines
}

function pick(request: string, lines: Lines): readonly string[] {
  let open = [...aboutOf(request)].map((stem) => asSpelled(stem, lines))
  const rarity = new Map(
    open.map((stem) => {
      const having = [...lines.values()].filter((names) => names.has(stem)).length
      return [stem, Math.log(1 + lines.size / Math.max(having, 1))]
    }),
  )
  const picked: string[] = []
  while (picked.length <= MOST_LINES) {
    const scored = [...lines]
      .filter(([line]) => !picked.includes(line))
      .map(([line, names]) => {
        const has = open.filter((stem) => (names.get(stem) ?? 0) >= LEAST)
        const score = has.reduce((sum, stem) => sum + (names.get(stem) ?? 0) * (rarity.get(stem) ?? 0), 0)
        return { line, has, score: score * (1 + OWN_NAME * ownShare(has, names)) }
      })
      .sort((a, b) => b.score - a.score)
    const [best, second] = scored
    if (best === undefined || best.has.length === 0) break
    // Nobody knows which of them.
    if (second !== undefined && second.score > best.score * 0.97) {
      if (picked.length === 0) return []
      open = open.filter((stem) => !best.has.includes(stem))
      continue
    }
    picked.push(best.line)
    open = open.filter((stem) => !best.has.includes(stem))
  }
  return picked
}
