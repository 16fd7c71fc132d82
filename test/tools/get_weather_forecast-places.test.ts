// Answers in the form that Open-Meteo documents, made by hand: which place is meant, and how long an answer counts.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { JsonValue } from '../../source/contracts/json.ts'
import type { ToolContext } from '../../source/contracts/tool.ts'
import getWeatherForecast from '../../tools/get_weather_forecast/tool.ts'
import { serve } from './loopback-server.ts'
import { sentenceOf, someContext } from './tool-context.ts'

const placeOf = (name: string, admin1: string, country: string, country_code: string, more: object = {}) => ({
  ...{ name, admin1, country, country_code, latitude: 1, longitude: 2 },
  ...more,
})
const USA = ['United States', 'US'] as const
const PLACES: { readonly [name: string]: readonly object[] } = {
  Austin: [placeOf('Austin', 'Minnesota', ...USA), placeOf('Austin', 'Texas', ...USA, { admin2: 'Travis' })],
  'St Ives': [
    placeOf('St Ives', 'New South Wales', 'Australia', 'AU'),
    placeOf('St Ives', 'England', 'United Kingdom', 'GB', { admin2: 'Cornwall' }),
  ],
  Frankfurt: [
    placeOf('Frankfort', 'Kentucky', ...USA),
    placeOf('Frankfurt am Main', 'Hesse', 'Germany', 'DE', { admin4: 'Frankfurt' }),
  ],
  Steyning: [placeOf('Steyning', 'England', 'United Kingdom', 'GB')],
}

/** As it is at this time there, with the days from this one on. */
function forecastAt(time: string): JsonValue {
  const from = Date.parse(time.slice(0, 10))
  const dates = Array.from({ length: 16 }, (_, at) =>
    new Date(from + at * 86_400_000).toISOString().slice(0, 10),
  )
  const column = (value: number) => dates.map(() => value)
  return {
    current: { time, temperature_2m: 4, apparent_temperature: 3, weather_code: 0, wind_speed_10m: 5 },
    current_units: { temperature_2m: '°C', wind_speed_10m: 'km/h' },
    daily: {
      ...{
        time: dates,
        weather_code: column(2),
        temperature_2m_max: column(9),
        temperature_2m_min: column(1),
      },
      ...{ precipitation_sum: column(0), precipitation_probability_max: column(0) },
      wind_speed_10m_max: column(1),
    },
    daily_units: { precipitation_sum: 'mm' },
  }
}

/** The service, and what it was kept from it; `time` is that of the place. */
async function open(t: TestContext) {
  const there = { time: '2026-03-12T10:15' }
  const { url, asked } = await serve(t, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const places = { results: PLACES[searchParams.get('name') ?? ''] }
    response.end(JSON.stringify(pathname === '/v1/search' ? places : forecastAt(there.time)))
  })
  const kept = new Map<string, { at: number; value: JsonValue }>()
  const weather = {
    baseUrl: url,
    units: 'metric' as const,
    recall: (key: string) => kept.get(key),
    keep: (key: string, at: number, value: JsonValue) => void kept.set(key, { at, value }),
  }
  const ask = (args: { place: string; day?: string }, now = '2026-03-12T09:24:00Z') => {
    const clock = { ...someContext.clock, now: () => new Date(now) }
    return sentenceOf(getWeatherForecast, args, { clock, services: { weather } } as Partial<ToolContext>)
  }
  return { ask, asked, there }
}

test('a place is found by the state, county or country as people shorten it', async (t) => {
  const { ask } = await open(t)
  for (const [place, found] of Object.entries({
    'Austin, TX': 'Austin, Texas, United States',
    'Austin, mn': 'Austin, Minnesota, United States',
    'Austin, Travis': 'Austin, Texas, United States',
    'St Ives, Cornwall': 'St Ives, England, United Kingdom',
    'St Ives, AU': 'St Ives, New South Wales, Australia',
    'Frankfurt, DE': 'Frankfurt am Main, Hesse, Germany',
  }))
    assert.ok((await ask({ place })).startsWith(`Weather in ${found} now`), place)
})

test('the only place of its name is taken, and named, wherever it is looked for', async (t) => {
  const { ask } = await open(t)
  assert.match(await ask({ place: 'Steyning, Sussex' }), /^Weather in Steyning, England, United Kingdom now/)
  assert.match(await ask({ place: 'Austin, Narnia' }), /^unknown_place: There is no place `Austin, Narnia`/)
})

test('behind midnight at the place today is not yesterday', async (t) => {
  const { ask, asked, there } = await open(t)
  const args = { place: 'Steyning', day: 'today' }
  there.time = '2026-03-12T23:30'
  assert.match(await ask(args, '2026-03-12T22:35:00Z'), / now: .*; today /)
  assert.equal(asked.length, 2)
  await ask(args, '2026-03-12T22:40:00Z')
  assert.equal(asked.length, 2)
  there.time = '2026-03-13T00:00'
  assert.match(await ask(args, '2026-03-12T23:01:00Z'), / now: .*; today /)
  assert.match(
    await ask({ place: 'Steyning', day: 'tomorrow' }, '2026-03-12T23:02:00Z'),
    /on Saturday 14 March/,
  )
  assert.equal(asked.length, 4)
})
