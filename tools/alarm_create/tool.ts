// An alarm at a time of day. Reading times and dates: source/toolkit/read-moment.ts; ringing: docs/rings.md.
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { aboutText } from '../../source/toolkit/durations.ts'
import { clockText } from '../../source/toolkit/local-time.ts'
import { momentText, readMoment } from '../../source/toolkit/read-moment.ts'
import {
  cleanLabel,
  keepRing,
  LABEL_CUE,
  needRings,
  secrecyOf,
  secretNote,
} from '../../source/toolkit/ring-request.ts'
import { wallTime } from '../../source/toolkit/zoned-time.ts'
import { DATE_CUE } from './date-cue.ts'

type Arguments = { readonly time: string; readonly date?: string; readonly label?: string }

type Created = {
  readonly id: number
  readonly label: string
  /** `Friday, 13 March 2026, 07:00`, on the person's clock. */
  readonly moment: string
  /** `07:00`. */
  readonly time: string
  /** `20 hours and 36 minutes`. */
  readonly left: string
  /** ISO 8601. */
  readonly due: string
  /** It is kept in memory alone. */
  readonly isSecret?: boolean
}

/** Reminders come again, alarms do not. */
const AGAIN =
  /\b(?:(?:every|each)(?:\s+(?:single|other|second))?\s+\p{L}+|daily|weekdays|weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/iu

const FURTHEST_MS = 10 * 366 * 86_400_000

export default defineTool<Arguments, Created>({
  name: 'alarm_create',
  description: 'Set an alarm for a time of day, also on another day',
  parameters: {
    type: 'object',
    properties: {
      time: {
        type: 'string',
        'x-from': 'message',
        'x-kind': 'clock',
        'x-ask': 'For what time?',
        description: 'when it rings, e.g. 7:30 am',
      },
      date: {
        type: 'string',
        'x-from': 'message',
        'x-kind': 'day',
        'x-when': DATE_CUE,
        'x-keeps': String.raw`^(?![\s\S]*(?:${DATE_CUE}|\bday after\b))[\s\S]*(?:\b(?:same|another|also|second|too|as well)\b|^(?:and|plus)\b)`,
        description: 'the day as the user names it',
      },
      label: {
        type: 'string',
        'x-from': 'message',
        'x-when': LABEL_CUE,
        description: 'what it is for, in a word or two',
      },
    },
    required: ['time'],
  },
  risk: 'write',
  preview(args, context) {
    const { label, moment, left } = plan(args, context)
    return `An alarm${label === '' ? '' : ` for ${label}`} on ${moment}, in ${left}.`
  },
  async run(args, context) {
    const { ms, ...planned } = plan(args, context)
    const setMs = context.clock.now().getTime()
    const ring = { kind: 'alarm', label: planned.label, dueMs: ms, setMs } as const
    const { id } = await keepRing(needRings(context.services), ring)
    return { id, ...planned, due: new Date(ms).toISOString(), ...secrecyOf(context.services) }
  },
  say(created) {
    const { id, label, moment, time, left } = created
    const name = label === '' ? `Alarm ${id}` : `Alarm ${id} (${label})`
    const sentence = `${name} rings on ${moment}, in ${left}.${secretNote(created)}`
    return { sentence, key: [[time, twelveHours(time)]] }
  },
  // An id comes again once its ring is gone; the moment says which one it was.
  undoneBy: ({ id, due }) => ({ tool: 'timer_cancel', arguments: { which: `${id} due ${due}` } }),
})

function plan(args: Arguments, { clock }: Pick<ToolContext, 'clock'>) {
  const { time, date, label } = withLabel(args)
  const said = date === undefined || time.includes(date) ? time : `${time} ${date}`
  const again = AGAIN.exec(said)?.[0]
  if (again !== undefined)
    throw new ToolFailure(
      'repeats',
      `An alarm rings once, and "${again}" is again and again; ask for a reminder ("remind me ${again} at …"), or name one day.`,
    )
  const found = readMoment(time, date, clock)
  if (found.type !== 'moment') {
    throw found.type === 'past'
      ? new ToolFailure('past', `\`${said}\` is over; name a time that is still to come.`)
      : new ToolFailure('bad_time', `\`${said}\` is no time that can be read; say it like 7:30 am tomorrow.`)
  }
  const nowMs = clock.now().getTime()
  const { ms } = found
  if (ms - nowMs > FURTHEST_MS)
    throw new ToolFailure('bad_time', `\`${said}\` is more than ten years away; name an earlier time.`)
  return {
    ms,
    label: cleanLabel(label),
    moment: momentText(ms, clock.timeZone),
    time: clockText(wallTime(ms, clock.timeZone)),
    left: aboutText(ms - nowMs),
  }
}

/** "6:15, tomorrow morning, gym": what stands behind the day is what it is for. */
function withLabel(args: Arguments): Arguments {
  const [, day, rest = ''] = /^([^,]+),\s*(\p{L}[^,]*)$/u.exec(args.date ?? '') ?? []
  return day === undefined || /\d|day\b/u.test(rest)
    ? args
    : { ...args, date: day, label: args.label ?? rest }
}

/** `19:30` as `7:30 pm`. */
function twelveHours(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${((hour + 11) % 12) + 1}${minutes} ${hour < 12 ? 'am' : 'pm'}`
}
