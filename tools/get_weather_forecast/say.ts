// The weather in words. Pure.
import type { Said } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { dateWords } from './day.ts'
import type { Day, Units } from './open-meteo.ts'
import type { Weather } from './tool.ts'
import { weatherWords } from './weather-words.ts'

/** One sentence for now or the only day; several days stand below it, a line each. */
export function sayWeather(weather: Weather, args: { readonly day?: string }): Said {
  const { days, now, today, units } = weather
  const place = visible(weather.place)
  const [first, ...others] = days
  if (first === undefined) return { sentence: `There is no forecast for ${place}.` }
  const source = 'Source: Open-Meteo'
  if (args.day !== undefined && days.length > 1) {
    const last = days.at(-1) ?? first
    const sentence = `Weather in ${place}, ${dateWords(first.date)} to ${dateWords(last.date)}:`
    return { sentence, detail: [...days.map((day) => dayLine(day, units)), `${source}.`].join('\n') }
  }
  if (now === null || first.date !== today) {
    const sentence = `Weather in ${place} on ${dateWords(first.date)}: ${dayWords(first, units)}.`
    return { sentence, detail: `${source}.`, key: keyOf(first) }
  }
  const { temperature, feels, code, wind, time } = now
  const degrees = `${temperature} ${units.temperature}`
  const felt = Math.abs(temperature - feels) >= 2 ? ` (feels like ${feels} ${units.temperature})` : ''
  const sentence = `Weather in ${place} now: ${degrees}${felt}, ${weatherWords(code)}, wind ${wind} ${units.wind}; today ${dayWords(first, units)}.`
  const lines = args.day === undefined ? others.map((day) => dayLine(day, units)) : []
  const at = time === '' ? '' : `, ${time} there`
  return { sentence, detail: [...lines, `${source}${at}.`].join('\n'), key: [[String(temperature)]] }
}

function dayLine(day: Day, units: Units): string {
  return `${dateWords(day.date)}: ${dayWords(day, units)}`
}

function dayWords({ code, low, high, rain, rainPercent, wind }: Day, units: Units): string {
  const wet = rain !== null && rain > 0 ? `${rain} ${units.rain} of rain or snow` : ''
  const chance = rainPercent === null ? '' : `${rainPercent} % chance of rain`
  return [
    weatherWords(code),
    `${low} to ${high} ${units.temperature}`,
    ...[chance, wet].filter((part) => part !== ''),
    ...(wind === null ? [] : [`wind up to ${wind} ${units.wind}`]),
  ].join(', ')
}

function keyOf({ high, low }: Day): readonly (readonly string[])[] {
  return [[String(high), String(low)]]
}
