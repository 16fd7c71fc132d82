// Which end of a column a superlative means: the oldest has the highest age and the earliest date, the best the most points and the shortest time. Pure.
import { type Column, isAge } from './columns.ts'
import type { Operation } from './question.ts'

const OF_AGE = /\b(?:oldest|eldest|youngest)\b/iu
const OF_SPEED = /\b(?:fastest|quickest|slowest)\b/iu
const IS_SPEED =
  /(?<!\p{L})(?:speeds?|velocity|geschwindigkeit|kmh|km_?\/?_?h|kph|mph|knots?|wpm|[kmg]bps|[kmg]bit)(?!\p{L})/iu
/** Of these less is better. */
const IS_BETTER_LOW =
  /(?<!\p{L})(?:times?|zeit|dauer|duration|pace|latency|ping|delay|ranks?|ranking|place|placing|position|pos|platz|rang|errors?|faults?|mistakes?|penalt(?:y|ies)|strokes)(?!\p{L})/iu
/** Of these it is where a time is asked for; minutes may be played, too. */
const IS_UNIT_OF_TIME = /(?<!\p{L})(?:h|hours?|min|mins|minutes?|s|secs?|seconds?|ms)(?!\p{L})/iu
const IS_SPENT = /(?<!\p{L})(?:costs?|spent|spend|expenses?|price|fee)(?!\p{L})/iu

/** `operation` as it is meant of the numbers of `column`: "best" finds the highest at first, and of times the lowest. */
export function endOf(operation: Operation, question: string, column: Column | undefined): Operation {
  if (column === undefined || (operation !== 'highest' && operation !== 'lowest')) return operation
  if (!isTurned(question, column)) return operation
  return operation === 'highest' ? 'lowest' : 'highest'
}

function isTurned(question: string, column: Column): boolean {
  if (OF_AGE.test(question)) return isAge(column)
  if (OF_SPEED.test(question)) return IS_SPEED.test(column.name)
  const [said] = /\b(?:best|worst)\b/iu.exec(question) ?? []
  if (said === undefined || OTHER.test(question)) return false
  const isTime = IS_UNIT_OF_TIME.test(column.name) && /\btimes?\b/iu.test(question)
  return (
    isTime ||
    IS_BETTER_LOW.test(column.name) ||
    (said.toLowerCase() === 'worst' && IS_SPENT.test(column.name))
  )
}

/** Says itself which end is meant. */
const OTHER = /\b(?:highest|lowest|longest|shortest|biggest|smallest|fewest)\b/iu

/** Whether the oldest or youngest is asked for, which a date tells or an age. */
export function isOfAge(question: string): boolean {
  return OF_AGE.test(question)
}
