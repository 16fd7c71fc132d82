// The time of day somewhere else. A tool of its own: `get_time` has no parameters, so it is called without the model.
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { dayNumber, today, WEEKDAYS, weekdayOf } from '../../source/toolkit/civil-date.ts'
import { durationText } from '../../source/toolkit/durations.ts'
import { clockText } from '../../source/toolkit/local-time.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { wallTime, zoneOffsetMinutes } from '../../source/toolkit/zoned-time.ts'
import { findZone } from './find-zone.ts'

type Arguments = { readonly place: string }

type Answer = {
  /** As it is said: `Tokyo`. */
  readonly place: string
  /** IANA name, or an offset. */
  readonly timeZone: string
  /** `18:24`, 24 hours. */
  readonly time: string
  /** Named where it is another one than here; else empty. */
  readonly weekday: string
  /** What its clocks are ahead of those here; negative: behind. */
  readonly aheadMinutes: number
}

const WITH_ARTICLE =
  /^(?:UK|UAE|United|Emirates|Netherlands|Philippines|Czech Republic|Dominican Republic|Maldives|Bahamas|Azores|Canaries|Canary)\b/u

export default defineTool<Arguments, Answer>({
  name: 'get_time_in',
  description: 'Current time of day in another place or time zone',
  parameters: {
    type: 'object',
    properties: {
      place: {
        type: 'string',
        'x-from': 'message',
        'x-kind': 'place',
        'x-ask': 'In which city?',
        description: 'city, country or zone',
      },
    },
    required: ['place'],
  },
  risk: 'read',
  run({ place }, { clock }) {
    const found = findZone(place)
    const shown = visible(place.trim().slice(0, 60))
    if (found.type === 'large')
      throw new ToolFailure('several_zones', `\`${shown}\` has several time zones; name a city there.`)
    if (found.type === 'unknown') {
      const hint =
        found.like.length > 0
          ? `did you mean ${found.like.map((one) => `\`${one}\``).join(' or ')}?`
          : 'name a large city of the same zone.'
      throw new ToolFailure('unknown_place', `The time zone of \`${shown}\` is not known here; ${hint}`)
    }
    const nowMs = clock.now().getTime()
    const wall = wallTime(nowMs, found.zone)
    return {
      place: found.name,
      timeZone: found.zone,
      time: clockText(wall),
      weekday: dayNumber(wall) === dayNumber(today(clock)) ? '' : weekdayOf(wall),
      aheadMinutes: zoneOffsetMinutes(nowMs, found.zone) - zoneOffsetMinutes(nowMs, clock.timeZone),
    }
  },
  say({ place, time, weekday, aheadMinutes }) {
    const day = WEEKDAYS.some((name) => name === weekday) ? ` on ${weekday}` : ''
    const far = durationText(Math.abs(aheadMinutes) * 60_000)
    const than =
      aheadMinutes === 0 ? 'the same as here' : `${far} ${aheadMinutes > 0 ? 'ahead of' : 'behind'} here`
    const where = WITH_ARTICLE.test(place) ? `the ${place}` : place.replace(/^The (?!Hague)/, 'the ')
    return { sentence: `It is ${time}${day} in ${where}, ${than}.`, key: [time] }
  },
})
