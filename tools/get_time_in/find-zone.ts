// Finds the time zone of a place: names of zones and their cities as Intl knows them, then the table of zones.ts. Pure.
import { nearestNames } from '../../source/toolkit/nearest-names.ts'
import { isTimeZone } from '../../source/toolkit/zoned-time.ts'
import { LARGE, ZONE_OF } from './zones.ts'

export type FoundZone =
  | { readonly type: 'zone'; readonly zone: string; readonly name: string }
  /** A country or continent with several. */
  | { readonly type: 'large' }
  | { readonly type: 'unknown'; readonly like: readonly string[] }

let cities: ReadonlyMap<string, string> | undefined

/** The zone of a city, country, abbreviation, offset (`UTC+3`) or zone name. */
export function findZone(place: string): FoundZone {
  const whole = plain(place)
  const before = whole.split(',')[0]?.trim() ?? ''
  for (const name of [
    whole,
    whole.replace(/^the /u, ''),
    before,
    before.replace(/ (?:city|time|timezone|time zone)$/u, ''),
  ]) {
    const zone = name === '' ? undefined : zoneOf(name)
    if (zone !== undefined) return { type: 'zone', zone, name: titled(name) }
    if (LARGE.has(name)) return { type: 'large' }
  }
  return {
    type: 'unknown',
    like: nearestNames(before, [...cityZones().keys(), ...ZONE_OF.keys()]).map(titled),
  }
}

const SHORT =
  /^(?:utc|gmt|us|uk|uae|usa|nyc|ny|la|hk|nz|nsw|dc|[ecmp][sd]?t|[cejki]et|[bijk]st|sgt|hkt|msk|ae[sd]t|nz[sd]t)(?=[+-]|$)/u

/** `New York` of `new york`, `UTC+3` of `utc+3`. */
function titled(name: string): string {
  return name
    .split(' ')
    .map((word) =>
      SHORT.test(word)
        ? word.toUpperCase()
        : word.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
    )
    .join(' ')
}

function zoneOf(name: string): string | undefined {
  const offset = /^(?:utc|gmt)?\s*(?<sign>[+-])\s*(?<hours>\d{1,2})(?::?(?<minutes>[0-5]\d))?$/u.exec(
    name,
  )?.groups
  if (offset) {
    const zone = `${offset.sign}${(offset.hours ?? '').padStart(2, '0')}:${offset.minutes ?? '00'}`
    return Number(offset.hours) <= 14 && isTimeZone(zone) ? zone : undefined
  }
  if (/^[a-z_]+\/[a-z_/+-]+$/u.test(name) && isTimeZone(name))
    return name.replace(/(?<![a-z])[a-z]/gu, (letter) => letter.toUpperCase())
  return ZONE_OF.get(name) ?? cityZones().get(name)
}

function cityZones(): ReadonlyMap<string, string> {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [
      (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase(),
      zone,
    ]),
  )
  return cities
}

/** Without accents, quotes and what stands around a place in a request. */
function plain(place: string): string {
  return place
    .slice(0, 100)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/["'“”‘’?!]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^\s*(?:in|at|for|over in|down in)\s+/u, '')
    .replace(/\s+(?:right now|now|currently|at the moment|please|pls)$/u, '')
    .replace(/\.$/u, '')
    .trim()
}
