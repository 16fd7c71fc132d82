// A time of day, a day or a length of time (`x-kind`) that was written too short or as other words: "ten" of "ten to four" is the whole
// phrase, and words that are no time give way to the only time there is. Pure.
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import { phrasesOf, type When } from './change-time.ts'

const KINDS: readonly string[] = ['day', 'clock', 'length'] satisfies readonly When['kind'][]
/** What may be a time in a way that is not known here. */
const MAY_BE = {
  clock:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midday|midnight|morning|evening|now|hour|minutes?|sun(?:rise|set)|dawn|dusk)\b/iu,
  day: /\d|day\b|\b(?:mon|tues?|wed|thur?s?|fri|sat|sun|tom+or*ow|tonight|week|weekend|month|year|eve|easter|christmas|xmas|new years?|halloween|thanksgiving|holidays?)\b/iu,
  length: /\d\s*\p{L}|^\W*\d+\W*$|\b(?:second|sec|minute|min|hour|hr|day|week)s?\b/iu,
} as const satisfies Record<When['kind'], RegExp>

/** `args`, each value with an `x-kind` as the phrase of `request` that it is a part of, or that alone can be meant. */
export function withHeldKinds(
  args: JsonObject,
  { properties = {} }: JsonSchema,
  request: string,
): JsonObject {
  const held = Object.entries(args).map(([name, value]) => {
    const kind = properties[name]?.['x-kind']
    return [name, typeof value === 'string' && isKind(kind) ? phraseFor(value, kind, request) : value]
  })
  return Object.fromEntries(held)
}

function isKind(kind: unknown): kind is When['kind'] {
  return typeof kind === 'string' && KINDS.includes(kind)
}

function phraseFor(value: string, kind: When['kind'], request: string): string {
  const phrases = [...new Set(phrasesOf(request, kind).map((phrase) => phrase.replace(/^the\s+/iu, '')))]
  const around = phrases.filter((phrase) => holds(phrase, value))
  const isPart = around.length === 1 && !phrases.some((phrase) => holds(value, phrase))
  // "March and the taxi" of "the 20th of March and the taxi".
  const isNone = !MAY_BE[kind].test(value) && phrases.length === 1
  const [inside, ...more] = phrases.filter((phrase) => holds(value, phrase))
  const beside = inside === undefined || more.length > 0 ? undefined : value.replace(inside, ' ')
  // "13:05 lunch with Odile": words that say nothing of a time are of something else.
  if (kind !== 'day' && beside !== undefined && /\p{L}{3}/u.test(beside) && !isTimely(beside))
    return inside ?? value
  return (isPart ? around[0] : isNone ? phrases[0] : undefined) ?? value
}

function isTimely(words: string): boolean {
  return (
    MAY_BE.clock.test(words) || MAY_BE.day.test(words) || /\b(?:night|tonight|a\.?m|p\.?m)\b/iu.test(words)
  )
}

/** Whether `part` stands in `whole`, in whole words. */
function holds(whole: string, part: string): boolean {
  const inside = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(part.trim())}(?![\\p{L}\\p{N}])`, 'iu')
  return inside.test(whole)
}
