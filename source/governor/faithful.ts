// Is an answer true to the facts? Every number, time, date, path and name in it must stand in the facts or the message,
// the result must be in it, and a failure must be called one. A wrong alarm costs a tool's own sentence in place of
// the model's; a miss costs the person's trust: so in doubt it says no. Read read-numbers.ts and denials.ts next.

import { findWrongOutcome, saysNothingFound } from './denials.ts'
import { findMisplaced, findUnexplained, findUnspoken } from './in-place.ts'
import { calendarOf, hasPath, namesOf, pathsOf, quotesOf, squeezed, wordsOf } from './read-names.ts'
import { currenciesOf, isCurrency, type Quantity, quantitiesOf } from './read-numbers.ts'
import {
  datesOf,
  isSameDate,
  isSameTime,
  MONTHS,
  type TimeOfDay,
  timesOf,
  type WrittenDate,
  withoutTimes,
} from './read-times.ts'
import { findTurned } from './turned-time.ts'

type Keys = readonly (string | readonly string[])[]

export interface FaithfulInput {
  readonly answer: string
  /** What the tools said. */
  readonly facts: string
  /** Of each call, what an answer must bring: one of these; empty where anything may do. */
  readonly keys: readonly (readonly (string | readonly string[])[])[]
  readonly message: string
  /** What was told from memory besides: its values may be said, none has to be. */
  readonly remembered?: string
  readonly failed: boolean
  /** What each tool said, where there were several: an answer speaks of all of them. */
  readonly parts?: readonly string[]
}

/** What an answer may say: everything that stands in the facts and the message. */
export interface Sources {
  readonly times: readonly TimeOfDay[]
  readonly dates: readonly WrittenDate[]
  /** Units by canonical number; the empty unit: it stands there without one. */
  readonly numbers: ReadonlyMap<string, ReadonlySet<string>>
  readonly money: ReadonlySet<string>
  readonly calendar: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  readonly lower: string
  readonly squeezed: string
}

/** undefined: faithful; else the reason in a few words. */
export function findUnfaithful(input: FaithfulInput): string | undefined {
  const answer = plain(input.answer)
  if (answer.trim() === '') return 'the answer is empty'
  const facts = plain(input.facts)
  const message = plain(input.message)
  return (
    findInvented(answer, readSources(`${facts}\n${plain(input.remembered ?? '')}\n${message}`)) ??
    (input.failed ? undefined : findTurned(answer, facts)) ??
    findWrongOutcome({
      answer,
      facts,
      message,
      sentences: sentencesOf(facts, input.keys.length),
      failed: input.failed,
    }) ??
    (input.failed
      ? findUnexplained(answer, facts, message)
      : findMissing(answer, facts, message, input.keys)) ??
    (input.failed || input.keys.some((key) => key.length > 0)
      ? undefined
      : findMisplaced(
          answer,
          facts
            .split('\n')
            .slice(1)
            .filter((line) => line.trim() !== ''),
          message,
        )) ??
    (input.failed ? undefined : findUnspoken(answer, input.parts ?? [], message))
  )
}

/** Takes facts and message apart, once for all the checks of an answer that is being written. */
export function readSources(text: string): Sources {
  const clean = plain(text)
  const dates = datesOf(clean)
  const quantities = quantitiesOf(clean)
  const numbers = new Map<string, Set<string>>()
  for (const { forms, parts, unit } of quantities) {
    for (const form of [...forms, ...parts])
      numbers.set(form, (numbers.get(form) ?? new Set()).add(unit ?? ''))
  }
  if (saysNothingFound(clean.split('\n')[0] ?? '')) numbers.set('0', new Set(['']))
  const months = dates.flatMap((date) => date.readings.map((reading) => MONTHS[reading.month - 1] ?? ''))
  return {
    times: timesOf(clean),
    dates,
    numbers,
    money: new Set(currenciesOf(clean)),
    calendar: new Set([...calendarOf(clean), ...months]),
    words: new Set(wordsOf(clean)),
    lower: clean.toLowerCase(),
    squeezed: squeezed(clean),
  }
}

/**
 * The first number, time, date, path or name in `answer` that does not stand in `sources`.
 * Also used while the answer is still being written: `answer` then ends where a clause does.
 */
export function findInvented(answer: string, sources: Sources): string | undefined {
  const text = withoutListNumbers(plain(answer))
  const time = timesOf(text).find((said) => !sources.times.some((real) => isSameTime(said, real)))
  if (time) return `the time ${time.text} is not in the facts`
  let rest = withoutTimes(text).replace(/\b(?:12|24)-hour\b/gi, ' ')
  for (const date of datesOf(rest)) {
    if (sources.dates.some((real) => isSameDate(date, real)) && hasYear(date, sources))
      rest = rest.replace(date.text, ' ')
    else if (!date.isDoubtful) return `the date ${date.text} is not in the facts`
  }
  const number = quantitiesOf(rest).find((said) => !isKnown(said, sources))
  if (number) return `the number ${number.text} is not in the facts`
  const unit = quantitiesOf(rest).find((said) => !hasUnit(said, sources))
  if (unit) return `the unit ${unit.unit} of ${unit.text} is not in the facts`
  const path = pathsOf(rest).find((said) => !hasPath(sources.lower, said))
  if (path !== undefined) return `the name ${path} is not in the facts`
  const day = [...calendarOf(rest), ...(rest.toLowerCase().match(/\b(?:yesterday|tomorrow)\b/g) ?? [])].find(
    (said) => !sources.calendar.has(said) && !sources.words.has(said),
  )
  if (day !== undefined) return `${day} is not in the facts`
  const name = namesOf(rest).find((said) => !hasWord(sources.words, said))
  if (name !== undefined) return `the name ${name} is not in the facts`
  const quote = quotesOf(text).find((said) => !sources.squeezed.includes(squeezed(said)))
  return quote === undefined ? undefined : `"${quote}" does not stand in the facts`
}

/** Where the last whole clause of a growing text ends: what stands before can be checked, a time may still get its `pm`. */
export function endOfLastClause(text: string): number {
  const ends = [...text.matchAll(/[,;:.!?]["')*`\]]*\s+|\n/g)]
  const last = ends.at(-1)
  return last === undefined ? 0 : last.index + last[0].length
}

function hasYear(date: WrittenDate, sources: Sources): boolean {
  return date.readings.some(({ year }) => year === undefined || sources.numbers.has(String(year)))
}

function isKnown({ forms, parts }: Quantity, { numbers }: Sources): boolean {
  return (
    forms.some((form) => numbers.has(form) || isRounded(form, numbers.keys())) ||
    (parts.length > 0 && parts.every((part) => numbers.has(part)))
  )
}

/** `0.6857` for a `0.685714285714286` that no person would read out: three decimals or more, of six or more. */
function isRounded(form: string, known: Iterable<string>): boolean {
  const decimals = decimalsOf(form)
  if (decimals < 3) return false
  for (const exact of known) {
    if (decimalsOf(exact) >= 6 && decimalsOf(exact) > decimals && Number(exact).toFixed(decimals) === form)
      return true
  }
  return false
}

function decimalsOf(number: string): number {
  return /^-?\d*\.(\d+)$/.exec(number)?.[1]?.length ?? 0
}

/** A unit may be left out. It may be added to a bare number only if it is no percent and no foreign money. */
function hasUnit({ forms, unit }: Quantity, { numbers, money }: Sources): boolean {
  if (unit === undefined) return true
  const units = new Set(forms.flatMap((form) => [...(numbers.get(form) ?? [])]))
  if (units.size === 0 || units.has(unit)) return true
  return unit !== '%' && units.has('') && (!isCurrency(unit) || money.has(unit))
}

function hasWord(words: ReadonlySet<string>, name: string): boolean {
  return [name, name.replace(/e?s$/, ''), name.replace(/s$/, ''), ...[`${name}s`]].some((form) =>
    words.has(form),
  )
}

/** Every key must be in the answer; a "yes" to a message that names it is enough. */
function findMissing(
  answer: string,
  facts: string,
  message: string,
  keys: readonly Keys[],
): string | undefined {
  const text = withoutListNumbers(answer)
  const known = readSources(facts)
  if (contradicts(text, facts, known)) return 'the result is not in it'
  const isConfirmation =
    /^\W*(?:yes|yep|no|right|correct|indeed|exactly)\b/i.test(text) && findInvented(text, known) === undefined
  const isThere = (key: string) => brings(text, key) || (isConfirmation && brings(message, key))
  const hasAll = keys.flat().every((key) => (typeof key === 'string' ? isThere(key) : key.some(isThere)))
  return hasAll ? undefined : 'the result is not in it'
}

/** Only other times, dates or weekdays than those that were found, even if the message names them. */
function contradicts(answer: string, facts: string, known: Sources): boolean {
  return (
    clash(timesOf(answer), known.times, isSameTime) ||
    clash(datesOf(answer), known.dates, isSameDate) ||
    clash(weekdaysOf(answer), weekdaysOf(facts), (one, other) => one === other)
  )
}

function clash<T>(said: readonly T[], real: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return said.length > 0 && real.length > 0 && !said.some((one) => real.some((other) => isSame(one, other)))
}

function weekdaysOf(text: string): readonly string[] {
  return calendarOf(text).filter((name) => name.endsWith('day'))
}

/** Whether `text` holds `key`: a time, a number, a name or words. */
function brings(text: string, key: string): boolean {
  const wanted = plain(key)
  const [time] = timesOf(wanted)
  if (time !== undefined) return timesOf(text).some((said) => isSameTime(said, time))
  const [number] = quantitiesOf(wanted)
  if (number !== undefined && number.text === wanted) {
    const said = quantitiesOf(withoutTimes(text)).flatMap(({ forms, parts }) => [...forms, ...parts])
    return (
      number.forms.some((form) => said.includes(form) || said.some((one) => isRounded(one, [form]))) ||
      datesOf(text).some((date) => isDay(date, wanted))
    )
  }
  const name = wanted.replace(/\/$/, '').split('/').at(-1) ?? wanted
  return squeezed(text).includes(squeezed(name))
}

function isDay(date: WrittenDate, key: string): boolean {
  return date.readings.some(({ day }) => String(day) === key)
}

/** The first line of what each call said. */
function sentencesOf(facts: string, calls: number): readonly string[] {
  const lines = facts.split('\n')
  return calls > 1 ? lines.flatMap((line) => /^\d+\. (.*)/.exec(line)?.[1] ?? []) : lines.slice(0, 1)
}

function withoutListNumbers(text: string): string {
  return text.replace(/^\s*\d{1,2}[.)]\s/gm, ' ')
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/[\u2018\u2019]/g, "'")
}
