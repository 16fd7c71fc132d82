// "Push the dentist to Monday at 9": which open reminder is moved, and how it reads then. What of its time is not said stays.
import type { Clock } from '../contracts/clock.ts'
import type { Memory, MemoryEntry, MovedReminder } from '../contracts/memory.ts'
import { type CivilDate, dayNumber, MONTHS, today } from '../toolkit/civil-date.ts'
import { findDue, timeWordsIn } from '../toolkit/due-time.ts'
import { readDuration } from '../toolkit/durations.ts'
import { clockText } from '../toolkit/local-time.ts'
import { momentAfter } from '../toolkit/read-moment.ts'
import { type WallTime, wallTime } from '../toolkit/zoned-time.ts'
import { type Move, movesSomething } from './words.ts'

const MONTH = MONTHS.map((name) => name.slice(0, 3)).join('|')
const ON_DAY = new RegExp(
  String.raw`^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTH}))`,
  'i',
)
/** From which hour to which the parts of a day are. */
const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/\bmorning\b/i, 4, 12],
  [/\bafternoon\b/i, 12, 18],
  [/\bevening\b/i, 17, 24],
  [/night\b/i, 19, 24],
]
const NAMES_TODAY = /\b(?:today|tonight|this\s+(?:morning|afternoon|evening|night))\b/i

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

/** What the message leaves out of day and time is that of the moment at which it is due, whatever its own words say. */
function movedText(entry: MemoryEntry, when: string, clock: Clock): string {
  const { text, due } = entry
  const [said, old] = [timeWordsIn(when, clock), timeWordsIn(text, clock)]
  const lead = ON_DAY.test(when) ? 'on ' : /^(?:\d|noon\b|midnight\b)/i.test(when) ? 'at ' : ''
  const plain = `${bareText(text, clock)} ${lead}${when}`
  if (due === null) return plain
  const wall = wallTime(Date.parse(due), clock.timeZone)
  const alone = wallOf(plain, clock)
  if (said?.hasDay === false && !NAMES_TODAY.test(when)) {
    // One that rang is moved to the next such time, and so is one of today whose words name no day.
    const ahead = dayNumber(wall) - dayNumber(today(clock))
    const isKept = ahead > 0 || (ahead === 0 && old?.hasDay === true)
    const isUsual = alone !== undefined && dayNumber(alone) === dayNumber(wall)
    return isKept && !isUsual ? `${bareText(text, clock)}${dayText(wall, clock)} ${lead}${when}` : plain
  }
  if (said?.hasTime !== false || !isWithin(wall, when)) return plain
  const timed = `${plain} at ${clockText(wall)}`
  // A time that nobody said needs not be kept where it is over by then, nor be written where it is the usual one.
  const isSaid = old?.hasTime === true
  const isUsual = alone !== undefined && clockText(alone) === clockText(wall)
  return isSaid || !(isUsual || wallOf(timed, clock) === undefined) ? timed : plain
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
  const onDay = `${bareText(text, clock)}${dayText(wall, clock)}`
  const isDayAlone = timeWordsIn(text, clock)?.hasTime === false && ms === 0
  // The words of a day alone may stand for another hour than the usual one: "tonight".
  const isUsual = findDue(onDay, { clock, isReminder: true })?.getTime() === moment
  return isDayAlone && isUsual ? onDay : `${onDay} at ${clockText(wall)}`
}

/** What it says besides its time. */
function bareText(text: string, clock: Clock): string {
  const rest = timeWordsIn(text, clock)?.rest.replace(/^[\s,:;]+/, '') ?? text
  return rest.replace(/[\s,]+$/, '')
}

function wallOf(text: string, clock: Clock): WallTime | undefined {
  const due = findDue(text, { clock, isReminder: true })
  return due && wallTime(due.getTime(), clock.timeZone)
}

/** Whether a time of day is one of the part of the day that is named, "Monday evening"; any is where none is. */
function isWithin({ hour }: WallTime, when: string): boolean {
  const part = PARTS.find(([words]) => words.test(when))
  return part === undefined || (hour >= part[1] && hour < part[2])
}

function dayText({ year, month, day }: CivilDate, clock: Clock): string {
  return ` on ${day} ${MONTHS[month - 1]}${year === today(clock).year ? '' : ` ${year}`}`
}
