/**
 * `date('now')`, `CURRENT_DATE` and all others of SQLite's date functions by the session's clock: SQLite asks the machine, whose day need not be
 * the person's. They are put in the place of SQLite's and hand their work to a second, empty database, so that every form and modifier is
 * SQLite's own. Invariant: no argument, however it came about (a cell that holds `now`), reaches the machine's clock.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

/** Position of the time among the arguments. */
const TIME_AT: { readonly [name: string]: number } = {
  date: 0,
  time: 0,
  datetime: 0,
  julianday: 0,
  strftime: 1,
}
const CURRENT: { readonly [name: string]: string } = {
  current_date: 'date',
  current_time: 'time',
  current_timestamp: 'datetime',
}
/** Names of all functions that ask a clock and are made anew here. */
export const DATE_FUNCTIONS: readonly string[] = [...Object.keys(TIME_AT), ...Object.keys(CURRENT)]

/** Few dates stand in a table, each many times. */
const MOST_KEPT = 20_000
const MOST_ARGUMENTS = 12
/** In the place of a time each of them is the present; the latter two since SQLite 3.42. */
const NOW = ['now', 'subsec', 'subsecond']

/** Defines them in `db`; `now` gives the person's wall clock, `2026-11-28 14:05:00`. The second database lives as long as the process. */
export function defineDates(db: DatabaseSync, now: () => string): void {
  const inner = new DatabaseSync(':memory:')
  const statements = new Map<string, StatementSync>()
  const kept = new Map<string, SQLOutputValue>()
  const reckon = (name: string, given: readonly SQLInputValue[]): SQLOutputValue => {
    if (given.length > MOST_ARGUMENTS) return null
    const args = withoutClock(name, given, now())
    const key = `${name}\0${args.map((one) => `${typeof one} ${one}`).join('\0')}`
    const before = kept.get(key)
    if (before !== undefined) return before
    const result = statementFor(inner, statements, name, args.length).get(...args)?.value ?? null
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, result)
    return result
  }
  for (const name of Object.keys(TIME_AT))
    db.function(name, { deterministic: true, varargs: true }, (...given) => reckon(name, given))
  for (const [name, by] of Object.entries(CURRENT))
    db.function(name, { deterministic: true }, () => reckon(by, ['now']))
}

/**
 * The moment in the place of `now` or of none. There is one time here, the person's, in the cells as in the clock, so `localtime` and `utc` are
 * left out, but of a count of seconds (`unixepoch`), which is no one's wall clock yet.
 */
function withoutClock(name: string, given: readonly SQLInputValue[], now: string): readonly SQLInputValue[] {
  const at = TIME_AT[name] ?? 0
  if (given.length < at) return given
  const [head, time, modifiers] = [given.slice(0, at), given[at], given.slice(at + 1)]
  const isNow = time === undefined || NOW.includes(word(time))
  const isCount = !isNow && modifiers.some((one) => ['unixepoch', 'auto'].includes(word(one)))
  const zones = isCount ? [] : ['localtime', 'utc']
  return [...head, isNow ? now : time, ...modifiers.filter((one) => !zones.includes(word(one)))]
}

function word(value: SQLInputValue): string {
  // SQLite takes a text up to its first zero character.
  return typeof value === 'string' ? (value.split('\0', 1)[0] ?? '').trim().toLowerCase() : ''
}

function statementFor(
  inner: DatabaseSync,
  statements: Map<string, StatementSync>,
  name: string,
  count: number,
): StatementSync {
  const key = `${name} ${count}`
  const statement =
    statements.get(key) ?? inner.prepare(`SELECT ${name}(${Array(count).fill('?').join(', ')}) AS value`)
  statements.set(key, statement)
  return statement
}
