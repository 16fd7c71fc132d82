// "Push the dentist to Monday at 9": which open reminder is moved, and how it reads then. What of its time is not said stays.
import type { Clock } from '../contracts/clock.ts'
import type { Memory, MemoryEntry, MovedReminder } from '../contracts/memory.ts'
import { type CivilDate, MONTHS, today } from '../toolkit/civil-date.ts'
import { findDue, timeWordsIn } from '../toolkit/due-time.ts'
import { readDuration } from '../toolkit/durations.ts'
import { clockText } from '../toolkit/local-time.ts'
import { momentAfter } from '../toolkit/read-moment.ts'
import { wallTime } from '../toolkit/zoned-time.ts'
import { type Move, movesSomething } from './words.ts'

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i

/** Undefined: the message moves nothing, or it is not plain which one. A length of time counts from the time that it has. One that repeats is not moved so. */
export function movedReminder(message: string, memory: Memory, clock: Clock): MovedReminder | undefined {
  const move = movesSomething(message)
  if (move === undefined || (move.shift === undefined && !isTime(move.when, clock))) return undefined
  const [entry, ...others] = memory.named(move.what, 'reminder')
  if (entry === undefined || others.length > 0 || entry.repeats !== null) return undefined
  const text = move.shift === undefined ? movedText(entry, move.when, clock) : shiftedText(entry, move, clock)
  if (text === undefined) return undefined
  return findDue(text, { clock, isReminder: true }) && { id: entry.id, text }
}

/** Little more than a time: "Monday at 9", "4 pm please". */
function isTime(when: string, clock: Clock): boolean {
  const rest = timeWordsIn(when, clock)?.rest.replace(/\b(?:the|next|this|instead|please|pls|then)\b/giu, '')
  return rest !== undefined && !/\p{L}{3,}/u.test(rest)
}

function movedText({ text, due }: MemoryEntry, when: string, clock: Clock): string {
  const old = timeWordsIn(text, clock)
  const said = timeWordsIn(when, clock)
  const bare = old?.rest ?? text
  const lead = /^\d/.test(when) ? 'at ' : WEEKDAY.test(when) ? 'on ' : ''
  const time = lead + when
  const wall = due === null ? undefined : wallTime(new Date(due).getTime(), clock.timeZone)
  const day = said?.hasDay === false && old?.hasDay && wall ? dayText(wall, clock) : ''
  const clockTime = said?.hasTime === false && old?.hasTime && wall ? ` at ${clockText(wall)}` : ''
  return `${bare.replace(/[\s,]+$/, '')}${day} ${time}${clockTime}`
}

/** Later or earlier than it was due; undefined: it had no time, it would be over by now, or `when` is no length that can be read. */
function shiftedText({ text, due }: MemoryEntry, { when, shift }: Move, clock: Clock): string | undefined {
  const duration = readDuration(when)
  if (due === null || duration === undefined) return undefined
  const sign = shift === 'earlier' ? -1 : 1
  const { months, days, ms } = duration
  const by = { months: sign * months, days: sign * days, ms: sign * ms }
  const moment = momentAfter(by, { ...clock, now: () => new Date(due) })
  if (moment <= clock.now().getTime()) return undefined
  const wall = wallTime(moment, clock.timeZone)
  const old = timeWordsIn(text, clock)
  const isDayAlone = old?.hasTime === false && ms === 0
  const time = isDayAlone ? '' : ` at ${clockText(wall)}`
  return `${(old?.rest ?? text).replace(/[\s,]+$/, '')}${dayText(wall, clock)}${time}`
}

function dayText({ year, month, day }: CivilDate, clock: Clock): string {
  return ` on ${day} ${MONTHS[month - 1]}${year === today(clock).year ? '' : ` ${year}`}`
}
