// Finds the time zone of a place: names of zones and their cities as Intl knows them, then the table of zones.ts. Pure.
import { nearestNames } from '../../source/toolkit/nearest-names.ts'
import { isTimeZone } from '../../source/toolkit/zoned-time.ts'
import { LARGE, STATES, ZONE_OF } from './zones.ts'

export type FoundZone =
  | { readonly type: 'zone'; readonly zone: string; readonly name: string }
  /** A country or continent with several. */
  | { readonly type: 'large' }
  | { readonly type: 'unknown'; readonly like: readonly string[] }

let cities: ReadonlyMap<string, string> | undefined

/** The zone of a city, country, abbreviation, offset (`UTC+3`) or zone name; of `Portland, Maine` and `tokyo japan` too. */
export function findZone(place: string): FoundZone {
  const whole = plain(place)
  const words = whole.split(' ')
  const cuts = words.slice(1).map((_, at) => words.length - 1 - at)
  const splits = whole.includes(',')
    ? [whole.split(/\s*,\s*/u)]
    : cuts.map((at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')])
  const alone = findName(whole)
  if (alone !== undefined) return alone
  for (const [city = '', ...around] of splits) {
    const found = findName(city)
    const isAround = around.some((part) => isRegion(part))
    if (found?.type === 'zone' && (isAround || whole.includes(','))) return within(found, around)
  }
  return {
    type: 'unknown',
    like: nearestNames(whole.split(',')[0] ?? '', [...cityZones().keys(), ...ZONE_OF.keys()]).map(titled),
  }
}

function findName(whole: string): FoundZone | undefined {
  for (const name of [
    whole,
    whole.replace(/^the /u, ''),
    whole.replace(/ (?:city|time|timezone|time zone)$/u, ''),
  ]) {
    const zone = name === '' ? undefined : zoneOf(name)
    if (zone !== undefined) return { type: 'zone', zone, name: titled(name) }
    if (LARGE.has(name)) return { type: 'large' }
  }
  const [only, ...more] = whole.length > 2 ? zonesOfCountry(whole.replace(/^the /u, '')) : []
  if (only === undefined) return undefined
  return more.length > 0
    ? { type: 'large' }
    : { type: 'zone', zone: only, name: titled(whole.replace(/^the /u, '')) }
}

/** A city's own zone, or that of the state or country behind it, where the city there is another one. */
function within(found: Extract<FoundZone, { type: 'zone' }>, around: readonly string[]): FoundZone {
  const name = [found.name, ...around.map(titled)].join(', ')
  for (const part of around) {
    const state = STATES.get(part) ?? (zonesOfCountry(part).length > 0 ? undefined : ZONE_OF.get(part))
    const country = zonesOfCountry(part)
    if ([...(state === undefined ? [] : [state]), ...country].some((zone) => isSameZone(zone, found.zone)))
      return found
    if (state !== undefined) return { type: 'zone', zone: state, name }
    // Of a country with several the usual one, `Cordoba, Spain`; the city that was found is not there.
    const usual = ZONE_OF.get(part)
    if (country.length > 1 && (usual === undefined || LARGE.has(part))) return { type: 'unknown', like: [] }
    if (usual !== undefined) return { type: 'zone', zone: usual, name }
    if (country[0] !== undefined) return { type: 'zone', zone: country[0], name }
  }
  return found
}

function isRegion(part: string): boolean {
  return STATES.has(part) || ZONE_OF.has(part) || LARGE.has(part) || zonesOfCountry(part).length > 0
}

let codes: ReadonlyMap<string, string> | undefined

/** The zones of a country, named in English or by its two letters, as Intl knows them. */
function zonesOfCountry(name: string): readonly string[] {
  if (name === '') return []
  codes ??= countryCodes()
  const code = codes.get(COUNTRY_NAMES[name] ?? name)
  if (code === undefined) return []
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & {
    getTimeZones?: () => readonly string[] | undefined
  }
  return locale.getTimeZones?.() ?? []
}

/** As people say them. */
const COUNTRY_NAMES: { readonly [name: string]: string } = {
  usa: 'united states',
  'u s a': 'united states',
  america: 'united states',
  england: 'united kingdom',
  scotland: 'united kingdom',
  wales: 'united kingdom',
  britain: 'united kingdom',
  'great britain': 'united kingdom',
  holland: 'netherlands',
  uae: 'united arab emirates',
  korea: 'south korea',
  turkey: 'turkiye',
  'czech republic': 'czechia',
}

function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return new Map(
    letters.flatMap((first) =>
      letters.flatMap((second) => {
        const code = `${first}${second}`
        const name = names.of(code)
        if (name === undefined) return []
        return [plain(name.replace('&', 'and').replace(/ \(.*\)| SAR China/u, '')), code.toLowerCase()].map(
          (one) => [one, code] as const,
        )
      }),
    ),
  )
}

const SHORT =
  /^(?:utc|gmt|us|uk|uae|usa|nyc|ny|dc|sf|hk|nz|nsw|[ecmp][sd]?t|[cejki]et|[bijk]st|sgt|hkt|msk|ae[sd]t|nz[sd]t)(?=[+-]|$)/u

/** `New York` of `new york`, `UTC+3` of `utc+3`. */
function titled(name: string): string {
  if (/^la$|^[a-z]{2}$/u.test(name)) return name.toUpperCase()
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

function isSameZone(one: string, other: string): boolean {
  const nameOf = (zone: string) =>
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  return nameOf(one) === nameOf(other)
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
    .replace(/["'“”‘’?!.]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^\s*(?:in|at|for|over in|down in)\s+/u, '')
    .replace(/\s+(?:right now|now|currently|at the moment|please|pls)$/u, '')
    .trim()
}
