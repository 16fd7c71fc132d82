// What the tools for timers and alarms share: the store, and the person's words for what a ring is for.

import type { ToolServices } from '../contracts/lent.ts'
import type { Ring, RingBook } from '../contracts/rings.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { readClock } from './read-clock.ts'
import { readTimer } from './read-moment.ts'

const NUMBERS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|sixteen|twenty|thirty|forty|fifty|sixty|ninety|half|quarter'
const UNITS = '(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)'
const DAYS =
  'today|tonight|tomorrow|noon|midnight|midday|this|next|the (?:next|morning|evening|afternoon|day|\\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december'
const NO_PURPOSE = String.raw`\d|(?:${NUMBERS}|${DAYS}|me|us|please|about|around|exactly|another|that|it)\b|an? (?:${UNITS}|couple|${NUMBERS}|day|while|bit|moment)\b`
const NO_ACT =
  'set|start|make|create|have|be|put|get|know|wake|ring|go|run|begin|count|time|see|use|stop|the|a|an|my|me|you|it|go off'
const NO_NAME = String.raw`an?|the|my|our|your|set|sett|start|strat|stat|new|another|one|this|that|${UNITS}|please|pls|plz|quick|short|long|countdown|count|with|of|and|me|early|loud|simple|kitchen|phone|day|morning|evening|need|want|run|make|create|add|put|use|next|second|third|is|for|no|any|make me|give|\w+teen|${NUMBERS}`

/** Expression for messages that say what a timer or an alarm is for: "for the pasta", "tea timer", "called laundry", "12 min eggs". */
export const LABEL_CUE = [
  String.raw`\b(?:called|named|labell?ed|titled|call it|name it|label(?: it)?)\b`,
  '["“«]',
  String.raw`\bfor (?!${NO_PURPOSE})\p{L}`,
  String.raw`(?<!quarter|half|like|want|need|going|got|have|able) to (?!\d|(?:${NUMBERS}|${DAYS}|${NO_ACT})\b)\p{L}`,
  String.raw`(?<![\p{L}-])(?!(?:${NO_NAME})\b)\p{L}{2,} (?:timer|alarm)\b`,
  String.raw`\d\s*${UNITS} (?!timer|alarm|are|is|has|have|had|up|left|more|passed|please|pls|plz|thanks?|thx|from|now|countdown|count|starting|and|for|on|go|ok|long|until|then|to|with|ahead|later|in|wake|ring|set|start)\p{L}{3,}`,
].join('|')

/** The store; throws `ToolFailure` where there is none. */
export function needRings({ rings }: ToolServices): RingBook {
  if (rings !== undefined) return rings
  throw new ToolFailure(
    'unavailable',
    'Timers and alarms cannot be kept here; start the program with a home that can be written.',
  )
}

/** Keeps one; what the disk refuses is said. */
export async function keepRing(
  rings: RingBook,
  ring: Pick<Ring, 'kind' | 'label' | 'dueMs' | 'setMs'>,
): Promise<Ring> {
  try {
    return await rings.add(ring)
  } catch (error) {
    throw new ToolFailure(
      'not_kept',
      `The ${ring.kind} was not set: it cannot be kept (${diskReason(error)}).`,
      {
        cause: error,
      },
    )
  }
}

/** True where what is set now stays in memory; left out elsewhere. */
export function secrecyOf({ secret }: ToolServices): { readonly isSecret?: true } {
  return secret?.isOn() ? { isSecret: true } : {}
}

/** Said behind a ring of which nothing is kept; else empty. */
export function secretNote({ isSecret }: { readonly isSecret?: boolean }): string {
  return isSecret ? ' As secret is on, it rings only if the program is still open then.' : ''
}

/** The label without quotes, articles and the words for the thing itself; empty where nothing is left, or only a time. */
export function cleanLabel(label: string | undefined): string {
  const bare = (label ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[\s"'“”‘’«»(]+|[\s"'“”‘’«»).,!?]+$/gu, '')
    .replace(/^(?:(?:for|to|the|my|our|an?|called|named)\s+)+/iu, '')
    .replace(/\s*\b(?:timer|alarm)s?$/iu, '')
    .trim()
  const said = bare.replace(/\b(?:timer|alarm|please|pls|now|me|it)s?\b/giu, '').trim()
  if (said === '' || /^[\d\s:.,-]+$/u.test(said)) return ''
  const isTime = readTimer(bare)?.rest === '' || readClock(bare)?.rest === ''
  return isTime ? '' : bare.slice(0, 80)
}
