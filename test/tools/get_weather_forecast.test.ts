// The answers are recorded in the form that Open-Meteo documents (open-meteo.com/en/docs and /en/docs/geocoding-api), by hand: no
// test asks the real service.
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import type { WeatherAccess } from '../../source/contracts/outside.ts'
import { keptSettings } from '../../source/home/lent/kept-settings.ts'
import { outsideAccess } from '../../source/home/lent/outside-access.ts'
import { homePaths } from '../../source/paths.ts'
import { openSettings } from '../../source/settings.ts'
import getWeatherForecast from '../../tools/get_weather_forecast/tool.ts'
import { temporaryFolder } from '../toolkit/temporary-folder.ts'
import { type Loopback, serve } from './loopback-server.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'

const PARIS = {
  id: 2988507,
  name: 'Paris',
  latitude: 48.85341,
  longitude: 2.3488,
  elevation: 42.0,
  feature_code: 'PPLC',
  country_code: 'FR',
  timezone: 'Europe/Paris',
  population: 2138551,
  country_id: 3017382,
  country: 'France',
  admin1: 'Île-de-France Region',
}
const PARIS_TEXAS = {
  id: 4717560,
  name: 'Paris',
  latitude: 33.66094,
  longitude: -95.55551,
  elevation: 183.0,
  feature_code: 'PPLA2',
  country_code: 'US',
  timezone: 'America/Chicago',
  population: 24782,
  country_id: 6252001,
  country: 'United States',
  admin1: 'Texas',
}
const GHENT = {
  id: 2797656,
  name: 'Gent',
  latitude: 51.05,
  longitude: 3.71667,
  country: 'Belgium',
  admin1: 'Flanders',
}

const DAYS = Array.from({ length: 16 }, (_, at) =>
  new Date(Date.UTC(2026, 2, 12 + at)).toISOString().slice(0, 10),
)

const FORECAST = {
  latitude: 48.86,
  longitude: 2.3399997,
  generationtime_ms: 0.12,
  utc_offset_seconds: 3600,
  timezone: 'Europe/Paris',
  timezone_abbreviation: 'GMT+1',
  elevation: 38.0,
  current_units: {
    time: 'iso8601',
    interval: 'seconds',
    temperature_2m: '°C',
    apparent_temperature: '°C',
    weather_code: 'wmo code',
    wind_speed_10m: 'km/h',
  },
  current: {
    time: '2026-03-12T10:15',
    interval: 900,
    temperature_2m: 8.4,
    apparent_temperature: 5.1,
    weather_code: 3,
    wind_speed_10m: 12.2,
  },
  daily_units: {
    time: 'iso8601',
    weather_code: 'wmo code',
    temperature_2m_max: '°C',
    temperature_2m_min: '°C',
    precipitation_sum: 'mm',
    precipitation_probability_max: '%',
    wind_speed_10m_max: 'km/h',
  },
  daily: {
    time: DAYS,
    weather_code: [61, 3, 0, 95, 71, ...Array(11).fill(2)],
    temperature_2m_max: [11.3, 10.1, 14.8, 16, 3.2, ...Array(11).fill(12.5)],
    temperature_2m_min: [4.2, 3.9, 2.7, 8.1, -1.4, ...Array(11).fill(5.5)],
    precipitation_sum: [2.4, 0, 0, 11.2, 4, ...Array(10).fill(0), null],
    precipitation_probability_max: [68, 12, 3, 90, 75, ...Array(10).fill(10), null],
    wind_speed_10m_max: [22.1, 14, 9.8, 41.3, 20, ...Array(11).fill(15)],
  },
}

function recorded({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const json = (value: object, status = 200) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(value))
  if (pathname === '/v1/forecast') return void json(FORECAST)
  if (pathname !== '/v1/search') return void json({ error: true, reason: 'Not Found' }, 404)
  const name = searchParams.get('name')?.toLowerCase() ?? ''
  if (name === 'bad')
    return void json({ error: true, reason: 'Parameter count must be between 1 and 100.' }, 400)
  const found =
    name === 'paris' ? [PARIS, PARIS_TEXAS] : name === 'gen' ? [{ ...GHENT, name: 'Genua' }, GHENT] : []
  // Without a result there is no `results`.
  json(found.length === 0 ? { generationtime_ms: 0.4 } : { results: found, generationtime_ms: 0.7 })
}

/** What the tool is lent, with a home of its own. */
function lent(t: TestContext, server: Pick<Loopback, 'url'>, units: WeatherAccess['units'] = 'metric') {
  const home = homePaths(temporaryFolder(t), {})
  const opened = openSettings(home.settings)
  assert.ok(opened.ok)
  opened.file.set('weatherUrl', `${server.url}/`)
  opened.file.set('weatherUnits', units)
  return { services: outsideAccess(home, keptSettings(home.settings)) }
}

test('the weather now, today and the next days', async (t) => {
  const server = await serve(t, recorded)
  const outcome = await call(getWeatherForecast, { place: 'paris' }, lent(t, server))
  assert.ok(outcome.type === 'said')
  assert.deepEqual(outcome.said, {
    sentence:
      'Weather in Paris, Île-de-France Region, France now: 8.4 °C (feels like 5.1 °C), overcast, wind 12.2 km/h; today light rain, 4.2 to 11.3 °C, 68 % chance of rain, 2.4 mm of rain or snow, wind up to 22.1 km/h.',
    detail: [
      'Friday 13 March: overcast, 3.9 to 10.1 °C, 12 % chance of rain, wind up to 14 km/h',
      'Saturday 14 March: clear sky, 2.7 to 14.8 °C, 3 % chance of rain, wind up to 9.8 km/h',
      'Sunday 15 March: thunderstorms, 8.1 to 16 °C, 90 % chance of rain, 11.2 mm of rain or snow, wind up to 41.3 km/h',
      'Source: Open-Meteo, 10:15 there.',
    ].join('\n'),
    key: [['8.4']],
  })
  const query = new URL(server.asked[1] ?? '', server.url).searchParams
  assert.equal(query.get('latitude'), '48.85341')
  assert.equal(query.get('timezone'), 'auto')
  assert.equal(query.get('temperature_unit'), null)
})

test('one day, and several', async (t) => {
  const context = lent(t, await serve(t, recorded))
  assert.equal(
    await sentenceOf(getWeatherForecast, { place: 'Paris', day: 'on Monday' }, context),
    'Weather in Paris, Île-de-France Region, France on Monday 16 March: light snow, -1.4 to 3.2 °C, 75 % chance of rain, 4 mm of rain or snow, wind up to 20 km/h.',
  )
  assert.match(
    await sentenceOf(getWeatherForecast, { place: 'Paris', day: 'this weekend' }, context),
    /, Saturday 14 March to Sunday 15 March:$/,
  )
  assert.match(
    await sentenceOf(getWeatherForecast, { place: 'Paris', day: 'today' }, context),
    / now: 8\.4 °C/,
  )
})

test('a place with its region or country is that one', async (t) => {
  const context = lent(t, await serve(t, recorded))
  for (const place of ['Paris, Texas', 'Paris, Texas, U.S.', 'paris, united states', 'Paris, USA'])
    assert.match(
      await sentenceOf(getWeatherForecast, { place }, context),
      /^Weather in Paris, Texas, United States now/,
      place,
    )
  assert.equal(
    await sentenceOf(getWeatherForecast, { place: 'Paris, Spain' }, context),
    'unknown_place: There is no place `Paris, Spain`; there is Paris, Île-de-France Region, France and Paris, Texas, United States.',
  )
})

test('an unknown place is told with the nearest one, or without', async (t) => {
  const context = lent(t, await serve(t, recorded))
  assert.equal(
    await sentenceOf(getWeatherForecast, { place: 'Gentt' }, context),
    'unknown_place: There is no place `Gentt`; did you mean Gent, Flanders, Belgium?',
  )
  assert.equal(
    await sentenceOf(getWeatherForecast, { place: 'Qqqqq' }, context),
    'unknown_place: There is no place `Qqqqq`; check its spelling, or name a larger town near it.',
  )
})

test('an answer is kept for half an hour, for its place and units alone', async (t) => {
  const server = await serve(t, recorded)
  const context = lent(t, server)
  const at = (minutes: number) => ({
    ...context,
    clock: { ...someContext.clock, now: () => new Date(Date.UTC(2026, 2, 12, 9, minutes)) },
  })
  const first = await sentenceOf(getWeatherForecast, { place: 'Paris' }, at(0))
  assert.equal(await sentenceOf(getWeatherForecast, { place: 'PARIS' }, at(29)), first)
  assert.match(
    await sentenceOf(getWeatherForecast, { place: 'Paris', day: 'tomorrow' }, at(29)),
    /Friday 13 March/,
  )
  assert.equal(server.asked.length, 2)
  await sentenceOf(getWeatherForecast, { place: 'Paris' }, at(31))
  assert.equal(server.asked.length, 4)
  await sentenceOf(getWeatherForecast, { place: 'Paris, Texas' }, at(31))
  assert.equal(server.asked.length, 6)
})

test('units are those of the settings', async (t) => {
  const server = await serve(t, recorded)
  await sentenceOf(getWeatherForecast, { place: 'Paris' }, lent(t, server, 'imperial'))
  const query = new URL(server.asked[1] ?? '', server.url).searchParams
  assert.equal(query.get('temperature_unit'), 'fahrenheit')
  assert.equal(query.get('wind_speed_unit'), 'mph')
  assert.equal(query.get('precipitation_unit'), 'inch')
})

test('without the service there is no forecast, and never an old one', async (t) => {
  const server = await serve(t, recorded)
  const context = lent(t, server)
  await sentenceOf(getWeatherForecast, { place: 'Paris' }, context)
  await server.stop()
  const later = { ...someContext.clock, now: () => new Date('2026-03-12T12:00:00Z') }
  const said = await sentenceOf(getWeatherForecast, { place: 'Paris' }, { ...context, clock: later })
  assert.match(said, /^no_weather: The weather service cannot be reached, so there is no forecast\. `127/)
  assert.doesNotMatch(said, /°C/)
  assert.match(await sentenceOf(getWeatherForecast, { place: 'Paris' }), /^no_weather: There is no forecast/)
})

test('answers that are none are said', async (t) => {
  const context = lent(t, await serve(t, recorded))
  assert.equal(
    await sentenceOf(getWeatherForecast, { place: 'bad' }, context),
    'no_weather: The weather service gave no forecast (Parameter count must be between 1 and 100); try again later.',
  )
  const html = lent(t, await serve(t, (_, response) => void response.end('<html>sign in</html>')))
  assert.match(
    await sentenceOf(getWeatherForecast, { place: 'Paris' }, html),
    /^no_weather: .* no forecast; try again/,
  )
  const empty = lent(
    t,
    await serve(t, ({ url = '' }, response) => {
      const answer = url.startsWith('/v1/search')
        ? { results: [PARIS] }
        : { ...FORECAST, daily: { time: [] } }
      response.end(JSON.stringify(answer))
    }),
  )
  assert.match(await sentenceOf(getWeatherForecast, { place: 'Paris' }, empty), /^no_weather: /)
})

test('days that are past, too far ahead or no days at all are said', async (t) => {
  const context = lent(t, await serve(t, recorded))
  const said = (day: string) => sentenceOf(getWeatherForecast, { place: 'Paris', day }, context)
  assert.equal(
    await said('2026-04-20'),
    'no_forecast: There is no forecast for `2026-04-20` (2026-04-20) yet; forecasts reach to 2026-03-27.',
  )
  assert.equal(
    await said('2026-03-01'),
    'no_forecast: `2026-03-01` is past; there are forecasts from today on.',
  )
  assert.match(await said('someday'), /^bad_day: `someday` is no day that I know/)
})
