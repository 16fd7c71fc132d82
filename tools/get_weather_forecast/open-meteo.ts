// Open-Meteo's two questions: where is a place, and what is the weather there. Answers are read field by field: what is not
// there is said, never made up. https://open-meteo.com/en/docs and /en/docs/geocoding-api
import { type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { statusFailure } from '../../source/toolkit/http-failure.ts'
import { httpGet } from '../../source/toolkit/http-get.ts'

export interface Place {
  readonly name: string
  /** Empty where the service does not say. */
  readonly region: string
  readonly country: string
  /** `US`. */
  readonly countryCode: string
  /** The smaller regions around it: a county, a district. */
  readonly districts: readonly string[]
  readonly latitude: number
  readonly longitude: number
}

export type Units = {
  /** `°C`. */
  readonly temperature: string
  /** `km/h`. */
  readonly wind: string
  /** `mm`. */
  readonly rain: string
}

export type Day = {
  /** `2026-03-12`. */
  readonly date: string
  readonly code: number
  readonly low: number
  readonly high: number
  /** null: the service does not say. */
  readonly rain: number | null
  readonly rainPercent: number | null
  readonly wind: number | null
}

export type Now = {
  /** On the clocks there, `10:15`. */
  readonly time: string
  readonly temperature: number
  readonly feels: number
  readonly code: number
  readonly wind: number
}

export type Forecast = {
  readonly now: Now
  /** From today on, in the order of the calendar. */
  readonly days: readonly Day[]
  readonly units: Units
}

/** The most that the service gives. */
export const FORECAST_DAYS = 16
const LIMIT_MS = 12_000
const MOST_BYTES = 400_000
const QUARTER_MS = 15 * 60_000
const GEOCODING = 'https://geocoding-api.open-meteo.com'
const WEATHER = 'https://api.open-meteo.com'
const NOW = ['temperature_2m', 'apparent_temperature', 'weather_code', 'wind_speed_10m']
const DAILY = [
  'weather_code',
  'temperature_2m_max',
  'temperature_2m_min',
  'precipitation_sum',
  'precipitation_probability_max',
  'wind_speed_10m_max',
]

/** Places of that name, the most important first; none: there is no such place. */
export async function findPlaces(name: string, context: ToolContext): Promise<readonly Place[]> {
  const answer = await ask(
    '/v1/search',
    { name, count: '10', language: 'en', format: 'json' },
    GEOCODING,
    context,
  )
  if (answer.results === undefined) return []
  return listOf(answer.results).map((one) => {
    const place = membersOf(one)
    return {
      name: textOf(place.name),
      region: textOf(place.admin1),
      country: textOf(place.country),
      countryCode: textOf(place.country_code).toUpperCase(),
      districts: [place.admin2, place.admin3, place.admin4].map(textOf).filter((one) => one !== ''),
      latitude: needed(place.latitude),
      longitude: needed(place.longitude),
    }
  })
}

/** The weather at a place as the service answers. */
export function askForecast({ latitude, longitude }: Place, context: ToolContext): Promise<unknown> {
  const imperial = { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph', precipitation_unit: 'inch' }
  const query = {
    latitude: String(latitude),
    longitude: String(longitude),
    current: NOW.join(','),
    daily: DAILY.join(','),
    timezone: 'auto',
    forecast_days: String(FORECAST_DAYS),
    ...(context.services.weather?.units === 'imperial' ? imperial : {}),
  }
  return ask('/v1/forecast', query, WEATHER, context)
}

/** Reads such an answer. Throws `ToolFailure` where something is missing. */
export function readForecast(answer: unknown): Forecast {
  const { current, current_units, daily, daily_units } = membersOf(answer)
  const now = membersOf(current)
  const units = membersOf(current_units)
  const columns = membersOf(daily)
  const column = (name: string) => listOf(columns[name])
  const dates = column('time').map(textOf)
  if (dates.length === 0 || !dates.every((date) => /^\d{4}-\d\d-\d\d$/.test(date))) throw unreadable()
  return {
    now: {
      time: /T(\d\d:\d\d)/.exec(textOf(now.time))?.[1] ?? '',
      temperature: needed(now.temperature_2m),
      feels: needed(now.apparent_temperature),
      code: needed(now.weather_code),
      wind: needed(now.wind_speed_10m),
    },
    days: dates.flatMap((date, at) => {
      const [code, low, high] = ['weather_code', 'temperature_2m_min', 'temperature_2m_max'].map(
        (name) => column(name)[at],
      )
      // The last days of a forecast may still be empty.
      if (typeof code !== 'number' || typeof low !== 'number' || typeof high !== 'number') return []
      const rain = numberOr(column('precipitation_sum')[at])
      const rainPercent = numberOr(column('precipitation_probability_max')[at])
      return [{ date, code, low, high, rain, rainPercent, wind: numberOr(column('wind_speed_10m_max')[at]) }]
    }),
    units: {
      temperature: textOf(units.temperature_2m),
      // The service says `mp/h`.
      wind: textOf(units.wind_speed_10m).replace('mp/h', 'mph'),
      rain: textOf(membersOf(daily_units).precipitation_sum),
    },
  }
}

/** Whether it may be another day there, so long after the answer came: it tells the time to a quarter of an hour. */
export function isAnotherDay(answer: unknown, sinceMs: number): boolean {
  const time = textOf(membersOf(membersOf(answer).current).time)
  const latestMs = Date.parse(`${time}Z`) + QUARTER_MS + sinceMs
  return !Number.isNaN(latestMs) && new Date(latestMs).toISOString().slice(0, 10) !== time.slice(0, 10)
}

async function ask(
  path: string,
  query: { readonly [name: string]: string },
  usual: string,
  { services, signal }: ToolContext,
): Promise<Members> {
  const base = services.weather?.baseUrl
  const url = new URL(`${base ?? usual}${path}`)
  url.search = new URLSearchParams(query).toString()
  // A server of one's own was named by the person, so it may be anywhere.
  const allowPrivate =
    base === undefined ? [] : [`${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`]
  const answer = await httpGet(url, { signal, limitMs: LIMIT_MS, maxBytes: MOST_BYTES, allowPrivate }).catch(
    (error: unknown) => {
      signal.throwIfAborted()
      if (!(error instanceof ToolFailure)) throw error
      throw new ToolFailure(
        'no_weather',
        `The weather service cannot be reached, so there is no forecast. ${error.message}`,
        { cause: error },
      )
    },
  )
  if (statusFailure(answer.status, url.origin) !== undefined)
    throw new ToolFailure(
      'no_weather',
      `The weather service gave no forecast (${reasonOf(answer.body) ?? `status ${answer.status}`}); try again later.`,
    )
  try {
    return membersOf(JSON.parse(answer.body.toString('utf8')))
  } catch {
    throw unreadable()
  }
}

/** The service says what was wrong as `{"error": true, "reason": "…"}`. */
function reasonOf(body: Buffer): string | undefined {
  try {
    return textOf(membersOf(JSON.parse(body.toString('utf8'))).reason).replace(/\.$/, '') || undefined
  } catch {
    return undefined
  }
}

type Members = { readonly [name: string]: unknown }

function unreadable(): ToolFailure {
  return new ToolFailure(
    'no_weather',
    'The weather service answered with something that is no forecast; try again later.',
  )
}

function membersOf(value: unknown): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw unreadable()
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw unreadable()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function needed(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw unreadable()
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
