// Which timers and alarms a person means: by number, name, time, length, kind, or all. Pure.
import type { Clock } from '../../source/contracts/clock.ts'
import type { Ring } from '../../source/contracts/rings.ts'
import { dayNumber, today } from '../../source/toolkit/civil-date.ts'
import { readClock } from '../../source/toolkit/read-clock.ts'
import { readDate, writesMonthFirst } from '../../source/toolkit/read-date.ts'
import { readTimer } from '../../source/toolkit/read-moment.ts'
import { wallTime } from '../../source/toolkit/zoned-time.ts'

/** What takes a timer or an alarm back says: its id and its moment. */
const ITSELF = /^(?<id>\d+) due (?<due>\d{4}-\d\d-\d\dT[\d:.]+Z)$/u

const ALL = /\b(?:all|every|everything|each|both|any)\b/u
const EXCEPT = /\b(?:except(?: for)?|but(?: not)?|besides|apart from|other than|without)\b/u
const NOISE =
  /\b(?:timers?|tiemrs?|alarms?|alrams?|the|my|our|an?|for|called|named|labell?ed|about|one|ones|that|this|which|with|of|at|on|set|from|please|number|no|id|running|current|please)\b|#/gu

/** Those that `which` names; several where it does not say enough, none where nothing fits. `isPlain`: all of them are meant. */
export function chooseRings(
  which: string,
  rings: readonly Ring[],
  clock: Clock,
): { readonly found: readonly Ring[]; readonly isPlain: boolean } {
  const itself = itselfOf(which)
  if (itself !== undefined) {
    const found = rings.filter(({ id, dueMs }) => id === itself.id && dueMs === itself.dueMs)
    return { found, isPlain: found.length === 1 }
  }
  const [meant = '', spared] = which.toLowerCase().trim().split(EXCEPT)
  if (spared === undefined) return chooseNamed(meant, rings, clock)
  const all = chooseNamed(meant, rings, clock)
  const kept = chooseNamed(spared, rings, clock)
  // What is to stay has to be known before anything goes.
  if (kept.found.length === 0 || !kept.isPlain) return { found: kept.found, isPlain: false }
  return { found: all.found.filter((ring) => !kept.found.includes(ring)), isPlain: all.isPlain }
}

/** The one that a call takes back; undefined: a person names some. */
export function itselfOf(which: string): { readonly id: number; readonly dueMs: number } | undefined {
  const { id, due } = ITSELF.exec(which)?.groups ?? {}
  return id === undefined || due === undefined ? undefined : { id: Number(id), dueMs: Date.parse(due) }
}

function chooseNamed(
  said: string,
  rings: readonly Ring[],
  clock: Clock,
): { readonly found: readonly Ring[]; readonly isPlain: boolean } {
  const text = inFigures(said.trim())
  const ofKind = rings.filter(({ kind }) => isKindMeant(text, kind))
  const core = text
    .replace(NOISE, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^["'“”\s]+|["'“”\s.!?]+$/gu, '')
  if (ALL.test(text)) return { found: ofKind, isPlain: !/\bboth\b/u.test(text) || ofKind.length === 2 }
  if (core === '') return { found: ofKind, isPlain: ofKind.length === 1 }
  const itself = firstFull([
    () => (/^\d+$/u.test(core) ? ofKind.filter(({ id }) => id === Number(core)) : []),
    () => ofKind.filter(({ label }) => label.toLowerCase() === core),
  ])
  const each = itself.length > 0 ? [] : chooseEach(text, ofKind, clock)
  if (each.length > 0) return { found: each, isPlain: true }
  const found = firstFull([
    () => itself,
    () => ofKind.filter((ring) => sharesName(ring, core)),
    () => inOrder(ofKind, core),
    () => ofLength(ofKind, core),
    () => atTime(ofKind, core, clock),
    () => onDay(ofKind, core, clock),
  ])
  return { found, isPlain: found.length === 1 }
}

const JOINT = /\s*,\s*(?:and\s+)?|\s*&\s*|\s+and\s+/u

/** "Timers 1 and 2", "the tea timer and the gym alarm"; none where one of them is not plain. */
function chooseEach(text: string, rings: readonly Ring[], clock: Clock): readonly Ring[] {
  const parts = text.split(JOINT).filter((part) => part !== '')
  if (parts.length < 2) return []
  const chosen = parts.map((part) => chooseNamed(part, rings, clock))
  if (!chosen.every(({ isPlain }) => isPlain)) return []
  return rings.filter((ring) => chosen.some(({ found }) => found.includes(ring)))
}

const COUNTED = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const IN_WORDS = COUNTED.join('|')
/** "Two alarms" counts, "alarm two" names; "the alarm at seven" is a time. */
const NUMBERED = new RegExp(
  `(?<=\\b(?:timers?|alarms?|number|no\\.?)\\s+(?:number\\s+)?(?:(?:${IN_WORDS}|\\d+)(?:,|\\s|and\\b)+)*)\\b(?:${IN_WORDS})\\b(?!\\s+(?:${IN_WORDS}|\\d|o\\W?clock|minutes?|hours?|seconds?|am|pm))|^(?:${IN_WORDS})$`,
  'gu',
)

function inFigures(text: string): string {
  return text.replace(NUMBERED, (word) => String(COUNTED.indexOf(word) + 1))
}

function firstFull(ways: readonly (() => readonly Ring[])[]): readonly Ring[] {
  for (const way of ways) {
    const found = way()
    if (found.length > 0) return found
  }
  return []
}

function isKindMeant(text: string, kind: string): boolean {
  const [timer, alarm] = [/\bti[me]{2}rs?\b/u.test(text), /\bal[ra]{1,3}ms?\b/u.test(text)]
  return timer === alarm || (kind === 'timer' ? timer : alarm)
}

/** One of the label's words is said, or the other way round. */
function sharesName({ label }: Ring, core: string): boolean {
  // The timer for the eggs is "the egg timer".
  const words = (text: string) =>
    (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''))
  const own = words(label)
  const said = words(core)
  return (
    own.length > 0 &&
    said.length > 0 &&
    (said.every((word) => own.includes(word)) || own.every((word) => said.includes(word)))
  )
}

/** Behind the first. */
const ORDINALS = [
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
]

function inOrder(rings: readonly Ring[], core: string): readonly Ring[] {
  const bySetting = rings.toSorted((a, b) => a.setMs - b.setMs || a.id - b.id)
  if (/^(?:last|latest|newest|most recent)$/u.test(core)) return bySetting.slice(-1)
  if (/^(?:first|oldest)$/u.test(core)) return bySetting.slice(0, 1)
  const place = ORDINALS.findIndex((words) => words.includes(core))
  if (place >= 0) return bySetting.slice(place + 1, place + 2)
  return core === 'next' ? rings.slice(0, 1) : []
}

function ofLength(rings: readonly Ring[], core: string): readonly Ring[] {
  const ms = readTimer(core)?.ms
  return rings.filter((ring) => ring.kind === 'timer' && ring.dueMs - ring.setMs === ms)
}

function atTime(rings: readonly Ring[], core: string, clock: Clock): readonly Ring[] {
  const time = readClock(core)
  if (time === undefined) return []
  const day = time.rest === '' ? undefined : readDay(time.rest, clock)
  return rings.filter(({ dueMs }) => {
    const wall = wallTime(dueMs, clock.timeZone)
    const sameHour = time.isOpen ? wall.hour % 12 === time.hour % 12 : wall.hour === time.hour
    return sameHour && wall.minute === time.minute && (day === undefined || dayNumber(wall) === day)
  })
}

function onDay(rings: readonly Ring[], core: string, clock: Clock): readonly Ring[] {
  const day = readDay(core, clock)
  return rings.filter(({ dueMs }) => day !== undefined && dayNumber(wallTime(dueMs, clock.timeZone)) === day)
}

function readDay(text: string, clock: Clock): number | undefined {
  const date = readDate(
    text
      .replace(/['’]s\b/gu, '')
      .replace(/\b(?:morning|evening|afternoon)\b/gu, '')
      .trim(),
    {
      today: today(clock),
      direction: 'future',
      monthFirst: writesMonthFirst(clock.timeZone),
    },
  )
  return date && dayNumber(date)
}
