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
  length:
    /\d\s*(?:[smhd]|secs?|mins?|hrs?)(?!\p{L})|\b(?:second|minute|hour|day|week)s?\b|\b(?:secs?|mins?|hrs?)\b/iu,
} as const satisfies Record<When['kind'], RegExp>

/** "Timer 25, last one was 10 minutes": in a longer message a number alone is of its story. */
const LONGEST_BARE = 80

/** `args`, each value with an `x-kind` as the phrase of `request` that it is a part of, or that alone can be meant. */
export function withHeldKinds(
  args: JsonObject,
  { properties = {} }: JsonSchema,
  request: string,
): JsonObject {
  const kindOf = (name: string) => properties[name]?.['x-kind']
  const held = Object.entries(args).map(([name, value]): [string, JsonObject[string]] => {
    const kind = kindOf(name)
    if (typeof value !== 'string') return [name, value]
    if (kind === 'address') return [name, ADDRESS.exec(value)?.[0] ?? value]
    if (kind === 'place') return [name, placeFor(value, request)]
    return [name, isKind(kind) ? phraseFor(value, kind, request) : value]
  })
  const days = held.flatMap(([name, value]) =>
    kindOf(name) === 'day' && typeof value === 'string' ? [value] : [],
  )
  return Object.fromEntries(
    held.map(([name, value]) => [
      name,
      kindOf(name) === 'clock' && typeof value === 'string' ? withoutDays(value, days) : value,
    ]),
  )
}

/** An address ends where a word follows, and a full stop behind it is the sentence's. */
const ADDRESS = /^\S+(?<![.,;!?)])(?=[.,;!?)]*\s)/u
/** "… in Auckland right now?" */
const PLACE_AT_END =
  /(?<!\p{L})in\s+(?<place>\p{L}[\p{L}'’ -]*?)(?:\s+(?:right now|now|at the moment|at present|currently|today|just now))?\W*$/iu

/** The place at the end of the request, where the value is none of its words. */
function placeFor(value: string, request: string): string {
  const place = PLACE_AT_END.exec(request)?.groups?.place
  return place === undefined || holds(place, value) || holds(value, place) || request.includes(value)
    ? value
    : place
}

/** "Half past five tomorrow" beside the day "tomorrow". */
function withoutDays(value: string, days: readonly string[]): string {
  const rest = days
    .reduce(
      (text, day) => text.replace(new RegExp(`\\s*(?:on )?${RegExp.escape(day)}\\s*`, 'iu'), ' '),
      value,
    )
    .trim()
  return MAY_BE.clock.test(rest) ? rest : value
}

/** Whether an `x-kind` is one of time. */
export function isKind(kind: unknown): kind is When['kind'] {
  return typeof kind === 'string' && KINDS.includes(kind)
}

function phraseFor(value: string, kind: When['kind'], request: string): string {
  const phrases = [...new Set(phrasesOf(request, kind).map((phrase) => phrase.replace(/^the\s+/iu, '')))]
  const around = phrases.filter((phrase) => holds(phrase, value))
  const isPart = around.length === 1 && !phrases.some((phrase) => holds(value, phrase))
  // "March and the taxi" of "the 20th of March and the taxi".
  const isBare = kind === 'length' && /^\W*\d+\W*$/.test(value) && request.length <= LONGEST_BARE
  const isNone = !MAY_BE[kind].test(value) && !isBare && phrases.length === 1
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
