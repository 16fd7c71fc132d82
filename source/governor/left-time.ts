// "Remind me about the first one tomorrow": a time that the request says and the written text left out would never ring. Pure.
import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import { matchesOutside } from '../lib/outside-pattern.ts'
import { saysAgain, timePhrases } from './change-time.ts'

/** Longer requests are stories, with times of their own. */
const LONGEST = 200

/** "Next week" is less than its start. */
const OF_PERIOD = /(?<!\p{L})(?:start|beginning|middle|end)\s+of(?!\p{L})/iu

/** `args` with the only time of the sentence that an `x-timed` matches, at the end of a text that has none, or in place of what the text has of it: `at 8` of `every day at 8`. */
export function withLeftTime(args: JsonObject, { properties = {} }: JsonSchema, request: string): JsonObject {
  if (request.length > LONGEST) return args
  const timed = Object.entries(args).map(([name, value]) => {
    const pattern = properties[name]?.['x-timed']
    if (typeof pattern !== 'string' || typeof value !== 'string') return [name, value]
    const sentences = request.split(/(?<=[.!?;])\s+|\n+/u)
    const asked = sentences.filter((sentence) => matchesOutside(pattern, sentence) === true)
    const [time, ...others] = asked.flatMap(timePhrases)
    return [name, time === undefined || others.length > 0 ? value : withTime(value, time)]
  })
  return Object.fromEntries(timed)
}

function withTime(value: string, time: string): string {
  const [own, ...more] = timePhrases(value)
  if (own === undefined) return `${value} ${time}`
  const isPart = more.length === 0 && time.toLowerCase().includes(own.toLowerCase())
  const saysMore = (saysAgain(time) && !saysAgain(own)) || (OF_PERIOD.test(time) && !OF_PERIOD.test(own))
  return isPart && saysMore ? value.replace(own, () => time) : value
}
