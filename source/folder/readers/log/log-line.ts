// One line of a log by its form: when, how grave, from where, what. Pure.
import { MONTH_NAMES } from '../../../lib/month-names.ts'

/** The beginning of an entry. */
export interface LogLine {
  /** `2026-11-28 14:05:01`, or to the minute, as the line has it; the clock is that of the log. */
  readonly time: string
  /** As it stands. */
  readonly level: string | undefined
  readonly source: string | undefined
  readonly text: string
}

/** An entry's time, and where in its line that ends. */
interface Stamp {
  readonly time: string
  readonly end: number
  readonly isSyslog: boolean
}

// A priority of syslog may stand before it (`<34>1 `), brackets around it.
const ISO =
  /^(?:<\d{1,3}>\d? ?)?\[?(\d{4})([-/.])(\d\d)\2(\d\d)[T ,_]{1,2}(\d\d):(\d\d)(?::(\d\d))?(?:[.,:]\d{1,9})?(?:\s?(?:Z|UTC|GMT|[-+]\d\d:?\d\d))?\]?(?=[\s:|,;\]-]|$)/
const DAY_FIRST =
  /^\[?(\d\d)([./])(\d\d)\2(\d{4})[ ,]{1,2}(\d\d):(\d\d)(?::(\d\d))?(?:[.,]\d{1,9})?\]?(?=[\s:|,;\]-]|$)/
const SYSLOG = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(?:\.\d+)? /
const ACCESS =
  /^(\S+) \S+ (.{1,80}?) \[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):(\d\d) [-+]\d{4}\] "((?:[^"\\]|\\.)*)" (\d{3}|-)/
const MONTHS = new Map(MONTH_NAMES.map((name, index) => [name.slice(0, 3), index + 1]))
/** The levels of syslog and of the libraries for logs: they are the format. */
const LEVEL =
  /^[[(<]?(trace|debug|verbose|info|information|notice|warn|warning|error|err|critical|crit|fatal|severe|alert|emerg|panic|fine|finer|finest)[\])>]?(?=[\s:|\-,]|$)/i
const GLUE = /^[\s:|,;-]+/
const BRACKETED = /^\[([^[\]]{1,80})\]/
const NAMED = /^([^\s:[\]"']{1,80}?)(?:\[\d+\])?:(?=\s)/
const DASHED = /^([^\s"']{1,80}) (?:-|\|) /
const HOSTED = /^\S+ ([^\s:[\]]{1,80})(?:\[\d+\])?: ?/
const HOST_AND_PROCESS = /^\S+ ([^\s:[\]]{1,80})\[\d+\]: ?/

/** The line as the beginning of an entry; undefined: it has no time in front. `modifiedMs`: of the file, for years that are not written. */
export function parseLogLine(line: string, modifiedMs: number): LogLine | undefined {
  const code = line.charCodeAt(0)
  // Blanks and tabs: what goes on an entry.
  if (code === 32 || code === 9 || line === '') return undefined
  const access = line.includes('"') ? parseAccess(line) : undefined
  if (access) return access
  const stamp = parseStamp(line, modifiedMs)
  if (!stamp) return undefined
  const rest = line.slice(stamp.end).replace(GLUE, '')
  const hosted = (stamp.isSyslog ? HOSTED : HOST_AND_PROCESS).exec(rest)
  if (hosted) {
    const text = rest.slice(hosted[0].length)
    return { time: stamp.time, source: hosted[1], level: LEVEL.exec(text)?.[1], text }
  }
  return { time: stamp.time, ...parseRest(rest) }
}

function parseAccess(line: string): LogLine | undefined {
  const found = ACCESS.exec(line)
  const month = MONTHS.get(found?.[4]?.toLowerCase() ?? '')
  if (!found || month === undefined) return undefined
  const time = `${found[5]}-${two(month)}-${found[3]} ${found[6]}:${found[7]}:${found[8]}`
  return { time, level: found[10], source: found[1], text: found[9] ?? '' }
}

function parseStamp(line: string, modifiedMs: number): Stamp | undefined {
  const iso = ISO.exec(line)
  if (iso) {
    const [all, year, , month, day, hour, minute, second] = iso
    return { time: timeText(year, month, day, hour, minute, second), end: all.length, isSyslog: false }
  }
  const dayFirst = DAY_FIRST.exec(line)
  if (dayFirst) {
    const [all, day, , month, year, hour, minute, second] = dayFirst
    if (Number(month) > 12) return undefined
    return { time: timeText(year, month, day, hour, minute, second), end: all.length, isSyslog: false }
  }
  const syslog = SYSLOG.exec(line)
  const month = MONTHS.get(syslog?.[1]?.toLowerCase() ?? '')
  if (!syslog || month === undefined) return undefined
  const [all, , day, hour, minute, second] = syslog
  const year = yearOf(month, Number(day), modifiedMs)
  const time = timeText(String(year), two(month), two(Number(day)), hour, minute, second)
  return { time, end: all.length, isSyslog: true }
}

/** A log is written before its file is changed last: what would be later is of the year before. A day is left for time zones. */
function yearOf(month: number, day: number, modifiedMs: number): number {
  const modified = new Date(modifiedMs)
  const year = modified.getFullYear()
  return new Date(year, month - 1, day).getTime() > modifiedMs + 86_400_000 ? year - 1 : year
}

function timeText(
  year = '',
  month = '',
  day = '',
  hour = '',
  minute = '',
  second: string | undefined = undefined,
): string {
  return `${year}-${month}-${day} ${hour}:${minute}${second === undefined ? '' : `:${second}`}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** Level and source stand first, in either order: `ERROR app: …`, `[main] INFO com.example.App - …`, `app - INFO - …`. */
function parseRest(rest: string): Omit<LogLine, 'time'> {
  let text = rest
  let source: string | undefined
  let level: string | undefined
  const before = LEVEL.exec(text) ? undefined : sourceBeforeLevel(text)
  if (before) {
    source = before.source
    text = text.slice(before.length).replace(GLUE, '')
  }
  const found = LEVEL.exec(text)
  if (found) {
    level = found[1]
    text = text.slice(found[0].length).replace(GLUE, '')
  }
  const named = BRACKETED.exec(text) ?? NAMED.exec(text) ?? DASHED.exec(text)
  if (named && (level !== undefined || source === undefined)) {
    source = named[1]
    text = text.slice(named[0].length).replace(GLUE, '')
  }
  return { level, source, text }
}

/** One or two words, or brackets, that stand before the level. */
function sourceBeforeLevel(text: string): { readonly source: string; readonly length: number } | undefined {
  let at = 0
  for (let count = 0; count < 2; count++) {
    const part = /^(?:\[([^[\]]{1,80})\]|([^\s[\]]{1,80}))[\s:|-]+/.exec(text.slice(at))
    if (!part) return undefined
    at += part[0].length
    const source = (part[1] ?? part[2] ?? '').replace(/[:|]+$/, '')
    if (LEVEL.test(text.slice(at))) return { source, length: at }
  }
  return undefined
}
