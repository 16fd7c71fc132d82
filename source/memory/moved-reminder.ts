// "Push the dentist to Monday at 9": which open reminder is moved, and how it reads then. What of its time is not said stays.
import type { Clock } from '../contracts/clock.ts'
import type { Memory, MemoryEntry, MovedReminder } from '../contracts/memory.ts'
import { MONTHS, today } from '../toolkit/civil-date.ts'
import { findDue, timeWordsIn } from '../toolkit/due-time.ts'
import { clockText } from '../toolkit/local-time.ts'
import { wallTime } from '../toolkit/zoned-time.ts'
import { movesSomething } from './words.ts'

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i

/** Undefined: the message moves nothing, or it is not plain which one. One that repeats is not moved so. */
export function movedReminder(message: string, memory: Memory, clock: Clock): MovedReminder | undefined {
  const { what, when } = movesSomething(message) ?? {}
  if (what === undefined || when === undefined || !isTime(when, clock)) return undefined
  const [entry, ...others] = memory.named(what, 'reminder')
  if (entry === undefined || others.length > 0 || entry.repeats !== null) return undefined
  const text = movedText(entry, when, clock)
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
  const year = wall && wall.year !== today(clock).year ? ` ${wall.year}` : ''
  const day =
    said?.hasDay === false && old?.hasDay && wall ? ` on ${wall.day} ${MONTHS[wall.month - 1]}${year}` : ''
  const clockTime = said?.hasTime === false && old?.hasTime && wall ? ` at ${clockText(wall)}` : ''
  return `${bare.replace(/[\s,]+$/, '')}${day} ${time}${clockTime}`
}
