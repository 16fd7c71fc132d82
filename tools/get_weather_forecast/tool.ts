// The weather from Open-Meteo, kept for half an hour (docs/network.md). It is asked for or it is not there: nothing is made up.
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { datesOf, daysBetween } from './day.ts'
import {
  askForecast,
  type Day,
  type Forecast,
  isAnotherDay,
  type Now,
  readForecast,
  type Units,
} from './open-meteo.ts'
import { choosePlace, placeName } from './place.ts'
import { sayWeather } from './say.ts'

type Arguments = { readonly place: string; readonly day?: string }

export type Weather = {
  /** With region and country. */
  readonly place: string
  /** The asked days; without one the days from today on. */
  readonly days: readonly Day[]
  /** null: another day than today was asked for. */
  readonly now: Now | null
  /** `2026-03-12` there. */
  readonly today: string
  readonly units: Units
}

const KEPT_MS = 30 * 60_000
/** Shown where no day is asked for. */
const SHOWN_DAYS = 4
/** Words that name a day; whichever a message has, it has a day. */
const DAY_WORDS =
  '\\b(?:today|tonight|tom+or+ow|tmrw|tmr|weekend|week|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur|sat)(?:day)?s?|sundays?|(?:on|this|next) sun|in (?:\\d+|a|one|two|three|four|five|six|seven) (?:days?|week)|next (?:few |couple of |\\d+ |(?:two|three|four|five|six|seven|ten) )?days|the \\d{1,2}(?:st|nd|rd|th)|\\d{4}-\\d\\d?-\\d\\d?|\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?) \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}\\.\\d{1,2}\\.)(?![\\p{L}\\d])'

export default defineTool<Arguments, Weather>({
  name: 'get_weather_forecast',
  description: 'Weather now and forecast for a place',
  parameters: {
    type: 'object',
    properties: {
      place: {
        type: 'string',
        maxLength: 100,
        'x-from': 'message',
        'x-kind': 'place',
        'x-ask': 'For which place do you want the weather?',
        description: 'city or town',
      },
      day: {
        type: 'string',
        maxLength: 40,
        'x-from': 'message',
        'x-kind': 'day',
        'x-when': DAY_WORDS,
        description: 'day, as written; left out: now and the next days',
      },
    },
    required: ['place'],
  },
  risk: 'network',
  approvalKey: 'place',
  preview: ({ place }, { services }) =>
    `Asks ${services.weather?.baseUrl ?? 'open-meteo.com'} where \`${visible(place)}\` is, and for the weather there.`,
  async run({ place: asked, day }, context) {
    if (context.services.weather === undefined)
      throw new ToolFailure('no_weather', 'There is no forecast: the network cannot be used here.')
    const { place, forecast } = await recallOrAsk(asked.trim(), context)
    const { days, now, units } = forecast
    const today = days[0]?.date ?? ''
    const dates = day === undefined ? days.slice(0, SHOWN_DAYS).map(({ date }) => date) : datesOf(day, today)
    if (dates === undefined)
      throw new ToolFailure(
        'bad_day',
        `\`${day}\` is no day that I know; write \`tomorrow\`, a weekday, or a date like \`${today}\`.`,
      )
    const wanted = days.filter(({ date }) => dates.includes(date))
    if (wanted.length === 0) throw outOfReach(day ?? '', dates[0] ?? '', days)
    return { place, days: wanted, now: wanted[0]?.date === today ? now : null, today, units }
  },
  say: sayWeather,
})

async function recallOrAsk(
  asked: string,
  context: ToolContext,
): Promise<{ readonly place: string; readonly forecast: Forecast }> {
  const { clock, services } = context
  const now = clock.now().getTime()
  const key = JSON.stringify([services.weather?.baseUrl ?? '', services.weather?.units, asked.toLowerCase()])
  const kept = services.weather?.recall(key)
  if (kept !== undefined && kept.at <= now && now - kept.at < KEPT_MS) {
    const [place, answer] = Array.isArray(kept.value) ? kept.value : []
    if (typeof place === 'string' && !isAnotherDay(answer, now - kept.at))
      return { place, forecast: readForecast(answer) }
  }
  const found = await choosePlace(asked, context)
  const answer = await askForecast(found, context)
  const forecast = readForecast(answer)
  const place = placeName(found)
  // It came as JSON.
  services.weather?.keep(key, now, [place, answer as never])
  return { place, forecast }
}

function outOfReach(words: string, date: string, days: readonly Day[]): ToolFailure {
  const today = days[0]?.date ?? ''
  const last = days.at(-1)?.date ?? today
  const sentence =
    daysBetween(today, date) < 0
      ? `\`${words}\` is past; there are forecasts from today on.`
      : `There is no forecast for \`${words}\` (${date}) yet; forecasts reach to ${last}.`
  return new ToolFailure('no_forecast', sentence)
}
