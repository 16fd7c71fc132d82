// Takes timers and alarms away before they ring.
import type { Ring, RingBook } from '../../source/contracts/rings.ts'
import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { needRings } from '../../source/toolkit/ring-request.ts'
import { chooseRings, itselfOf } from './choose-rings.ts'

type Arguments = { readonly which?: string }

type Cancelled = { readonly cancelled: readonly { readonly id: number; readonly text: string }[] }

/** "Turn off the alarm at 6:20", "kill the oven timer": behind the order, and to its end. */
const NAMED = String.raw`\b(?:cancel|stop|kill|drop|delete|remove|abort|end|scrap|bin|undo|turn off|switch off|shut off|call off|clear)\s+(?:off\s+)?(?:(?:the|my|our|that|this)\s+)?((?:(?!(?:alarm|timer|and|but|the|for|my)\b)[\p{L}\d:.-]+\s+){0,3}(?:alarm|timer)(?:\s+(?:number\s+|no\.?\s+|#)?(?:\d+(?![:.\d])|one|two|three|four|five|six)|\s+(?:at|for|called|named)\s+(?:(?:the|my)\s+)?[\p{L}\d:]+(?:\s+(?!(?:please|pls|plz|now|so|and|because|before|thanks)\b)\p{L}+){0,2}|\s+of\s+[\p{L}]*\d[\d:]*(?:\s+\p{L}+)?)?)(?=\s*(?:[.,;!?]|$)|\s+(?:please|pls|plz|now|so|because|but|before|thanks)\b|\s+and\s+(?!(?:the|my|our|also|all|both|that|this|timer|alarm|for|at|to|\p{L}+\s+(?:timer|alarm))\b|\d))`

/** For the call that takes one back. */
const GONE = 'The one before has rung or was cancelled already, so nothing was cancelled.'

export default defineTool<Arguments, Cancelled>({
  name: 'timer_cancel',
  description: 'Cancel a timer or an alarm, or all of them',
  parameters: {
    type: 'object',
    properties: {
      which: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-latest': true,
        'x-named': NAMED,
        'x-when': String.raw`\b(?:timers?|tiemrs?|alarms?|alrams?|all|every|everything|both|each|last|first|next)\b|\d|["“]|\bthe\s+(?!beep|ring|nois|sound|thing|bell|countdown|clock)\p{L}`,
        description: 'the words for it: name, number, time, or all',
      },
    },
    required: [],
  },
  risk: 'write',
  async preview(args, context) {
    const { chosen, rows } = await choose(args, context)
    return rows(chosen).join('\n')
  },
  async run(args, context) {
    const { rings, chosen, rows } = await choose(args, context)
    const gone: Ring[] = []
    for (const { id } of chosen) {
      const ring = await rings.cancel(id).catch((error: unknown) => {
        if (!(error instanceof ToolFailure) || gone.length === 0) throw error
        throw new ToolFailure(error.code, `Cancelled: ${rows(gone).join('; ')}. ${error.message}`, {
          cause: error,
        })
      })
      if (ring !== undefined) gone.push(ring)
    }
    if (gone.length === 0)
      throw new ToolFailure('not_found', 'It has just rung, so there is nothing to cancel.')
    const texts = rows(gone)
    return { cancelled: gone.map(({ id }, at) => ({ id, text: texts[at] ?? '' })) }
  },
  say({ cancelled }) {
    const [first] = cancelled
    if (cancelled.length === 1) return { sentence: `Cancelled: ${first?.text}.` }
    const detail = cancelled.map(({ text }) => text).join('\n')
    return {
      sentence: `Cancelled ${cancelled.length}: they will not ring.`,
      detail,
      key: [String(cancelled.length)],
    }
  },
})

async function choose(
  { which = '' }: Arguments,
  { services, clock }: ToolContext,
): Promise<{
  readonly rings: RingBook
  readonly chosen: readonly Ring[]
  rows(of: readonly Ring[]): readonly string[]
}> {
  const rings = needRings(services)
  const rows = (of: readonly Ring[]) =>
    of.map((ring) => rings.describe(ring, clock.now().getTime(), clock.timeZone))
  const all = await rings.list()
  const { found, isPlain } = chooseRings(which, all, clock)
  // Another one may have its number by now, so none is named.
  if (found.length === 0 && itselfOf(which) !== undefined) throw new ToolFailure('not_found', GONE)
  if (all.length === 0)
    throw new ToolFailure('not_found', 'No timer or alarm is set, so nothing was cancelled.')
  const those = (found.length > 0 ? found : all).slice(0, 10)
  if (found.length > 0 && isPlain) return { rings, chosen: found, rows }
  const list = rows(those).join('; ')
  if (found.length > 0)
    throw new ToolFailure(
      'several',
      `Nothing was cancelled, there are ${found.length}: ${list}. Say which one, or all.`,
    )
  throw new ToolFailure(
    'not_found',
    `Nothing was cancelled, no timer or alarm fits \`${visible(which)}\`. There is ${list}.`,
  )
}
