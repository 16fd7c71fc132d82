// A timer that rings after a while. Reading durations: source/toolkit/durations.ts; ringing: docs/rings.md.
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { durationText, readDuration } from '../../source/toolkit/durations.ts'
import { clockText } from '../../source/toolkit/local-time.ts'
import { readTimer } from '../../source/toolkit/read-moment.ts'
import {
  cleanLabel,
  keepRing,
  LABEL_CUE,
  needRings,
  secrecyOf,
  secretNote,
} from '../../source/toolkit/ring-request.ts'
import { wallTime } from '../../source/toolkit/zoned-time.ts'

type Arguments = { readonly duration: string; readonly label?: string }

type Created = {
  readonly id: number
  readonly label: string
  /** `10 minutes`. */
  readonly duration: string
  /** `14:05`, on the person's clock. */
  readonly time: string
  /** ISO 8601. */
  readonly due: string
  /** It is kept in memory alone. */
  readonly isSecret?: boolean
}

const LONGEST_MS = 99 * 86_400_000

export default defineTool<Arguments, Created>({
  name: 'timer_create',
  description: 'Start a timer that rings after a while',
  parameters: {
    type: 'object',
    properties: {
      duration: {
        type: 'string',
        'x-from': 'message',
        'x-kind': 'length',
        'x-keeps': 'unit',
        'x-each': true,
        'x-ask': 'For how long?',
        description: 'how long it runs, e.g. 10 minutes',
      },
      label: {
        type: 'string',
        'x-from': 'message',
        'x-when': LABEL_CUE,
        description: 'what it is for, in a word or two',
      },
    },
    required: ['duration'],
  },
  risk: 'write',
  preview(args, context) {
    const { label, duration, time } = plan(args, context)
    return `A timer of ${duration}${label === '' ? '' : ` for ${label}`} that rings at ${time}.`
  },
  async run(args, context) {
    const { ms, ...planned } = plan(args, context)
    const setMs = context.clock.now().getTime()
    const ring = { kind: 'timer', label: planned.label, dueMs: setMs + ms, setMs } as const
    const { id } = await keepRing(needRings(context.services), ring)
    return { id, ...planned, due: new Date(setMs + ms).toISOString(), ...secrecyOf(context.services) }
  },
  say(created) {
    const { id, label, duration, time } = created
    const name = label === '' ? `Timer ${id}` : `Timer ${id} (${label})`
    const sentence = `${name} rings at ${time}, in ${duration}.${secretNote(created)}`
    return { sentence, key: [[time, duration]] }
  },
  // An id comes again once its ring is gone; the moment says which one it was.
  undoneBy: ({ id, due }) => ({ tool: 'timer_cancel', arguments: { which: `${id} due ${due}` } }),
})

function plan({ duration, label }: Arguments, { clock }: Pick<ToolContext, 'clock'>) {
  const ms = readMinutes(duration) ?? readTimer(duration)?.ms
  if (ms === undefined) {
    if (readDuration(duration)?.months)
      throw new ToolFailure(
        'bad_duration',
        `A timer counts days, hours, minutes and seconds, not \`${duration}\`; set an alarm with a date.`,
      )
    const hint = /^\s*\d+\s*$/.test(duration)
      ? `say ${duration.trim()} minutes or ${duration.trim()} seconds`
      : 'say it like 10 minutes or an hour and a half'
    throw new ToolFailure('bad_duration', `\`${duration}\` is no duration; ${hint}.`)
  }
  if (ms < 1_000)
    throw new ToolFailure('bad_duration', `A timer runs for a second at least, not \`${duration}\`.`)
  if (ms > LONGEST_MS)
    throw new ToolFailure(
      'bad_duration',
      `A timer runs for 99 days at most, not \`${duration}\`; set an alarm with a date.`,
    )
  const time = clockText(wallTime(clock.now().getTime() + ms, clock.timeZone))
  return { ms, label: cleanLabel(label), duration: durationText(ms), time }
}

/** `4:30` on a timer is minutes and seconds, `1:30:00` has hours before them. */
function readMinutes(text: string): number | undefined {
  const match = /^\s*(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\s*$/.exec(text)
  if (!match) return undefined
  return (Number(match[1] ?? 0) * 3_600 + Number(match[2]) * 60 + Number(match[3])) * 1_000
}
