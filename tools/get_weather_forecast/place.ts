// Which place is meant: "Paris, Texas" is not the first Paris.
import { type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { nearestWord, withoutAccents } from '../../source/toolkit/nearest-names.ts'
import { findPlaces, type Place } from './open-meteo.ts'
import { stateOf } from './us-states.ts'

/** Looks up a place. Throws `ToolFailure` with the nearest name where there is none. */
export async function choosePlace(asked: string, context: ToolContext): Promise<Place> {
  const [name = '', ...rest] = asked.split(',').map((part) => part.trim())
  const places = await findPlaces(name, context)
  const wanted = rest.filter((part) => part !== '')
  const fitting = places.filter((place) => wanted.every((part) => liesIn(place, part)))
  const exact = fitting.find((place) => withoutAccents(place.name) === withoutAccents(name))
  const [first] = fitting
  if (first !== undefined) return exact ?? first
  const [only, ...others] = places
  // The answer names it, with its region and country.
  if (only !== undefined && others.length === 0) return only
  if (places.length > 0)
    throw new ToolFailure(
      'unknown_place',
      `There is no place \`${asked}\`; there is ${listed(places.slice(0, 4).map(placeName))}.`,
    )
  const nearest = await nearestPlace(name, context)
  const hint =
    nearest === undefined ? 'check its spelling, or name a larger town near it' : `did you mean ${nearest}?`
  throw new ToolFailure(
    'unknown_place',
    `There is no place \`${asked}\`; ${hint}${nearest === undefined ? '.' : ''}`,
  )
}

/** `Paris, Texas, United States`. */
export function placeName({ name, region, country }: Place): string {
  const parts = [name, ...(region === name || region.endsWith(` ${name}`) ? [] : [region]), country]
  return parts.filter((part) => part !== '').join(', ')
}

function liesIn({ region, country, countryCode, districts }: Place, part: string): boolean {
  const wanted = withoutAccents(part).replaceAll('.', '')
  if (countryCode !== '' && wanted.toUpperCase() === countryCode) return true
  if (countryCode === 'US' && stateOf(wanted) === region) return true
  return (
    districts.some((one) => withoutAccents(one) === wanted) ||
    [region, country].some((one) => withoutAccents(one) === wanted || initialsOf(one).includes(wanted))
  )
}

/** `us` and `usa` for `United States`, `uk` for `United Kingdom`; none for a single word. */
function initialsOf(name: string): readonly string[] {
  const words = name.split(/\s+/).filter((word) => /^\p{Lu}/u.test(word))
  const initials = words.map((word) => word.slice(0, 1).toLowerCase()).join('')
  return words.length < 2 ? [] : initials === 'us' ? ['us', 'usa'] : [initials]
}

/** Names that begin as the asked one does, and of those the one most like it. */
async function nearestPlace(name: string, context: ToolContext): Promise<string | undefined> {
  const beginning = name.slice(0, Math.max(3, Math.ceil(name.length / 2)))
  if (beginning.length < 3 || beginning === name) return undefined
  const places = await findPlaces(beginning, context)
  const nearest = nearestWord(
    name,
    places.map((place) => place.name),
  )
  const found = places.find((place) => place.name === nearest)
  return found && placeName(found)
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join('; ')} and ${last}`
}
