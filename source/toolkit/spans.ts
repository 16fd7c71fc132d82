// Days and periods that English words name, as dates: what "last week" or "thursday" may mean on a day. Shown to a model, which chooses.
import { en, type ParsedResult } from 'chrono-node'
import { withDaysInFull } from '../language/en/short-days.ts'

/** What words of a message may mean: a day (`to` is the same), a month (`2026-03-%`), a period with both ends in it, or one of two days. ISO dates. */
export interface Span {
  readonly words: string
  readonly from: string
  readonly to: string
  /** The same words for another day, one that is over, or a month of the next year. */
  readonly before?: string
}

const DAY_MS = 86_400_000
const NEAR = ['this', 'current'] as const
const AHEAD = ['next', 'coming'] as const
const BACK = ['last', 'past', 'previous'] as const
const UNITS = ['week', 'weekend', 'month', 'quarter', 'year'] as const
type Unit = (typeof UNITS)[number]

/** Every period that has a name of two words, with how many units it is away. */
const PERIODS: readonly (readonly [words: string, unit: Unit, away: number])[] = UNITS.flatMap((unit) => [
  ...NEAR.map((word) => [`${word} ${unit}`, unit, 0] as const),
  ...AHEAD.map((word) => [`${word} ${unit}`, unit, 1] as const),
  ...BACK.map((word) => [`${word} ${unit}`, unit, -1] as const),
])
/** More say more than a small model can use. */
const MOST_SPANS = 3

/** The days and periods that a message names, in its order, at most three. `today` is an ISO date. */
export function spansIn(message: string, today: string): readonly Span[] {
  const full = withDaysInFull(message)
  const said = full.toLowerCase().replace(/\s+/g, ' ')
  const now = Date.parse(`${today}T00:00:00Z`)
  const periods = PERIODS.flatMap(([words, unit, away]) => {
    const at = placeOf(said, words)
    return at === -1 ? [] : [{ at, span: { words, ...periodOf(now, unit, away) } }]
  }).filter(
    ({ at, span }, _, all) => !all.some((one) => one.at === at && one.span.words.length > span.words.length),
  )
  const days = daysIn(full, now).filter(
    ({ at, span }) =>
      !periods.some((one) => at < one.at + one.span.words.length && one.at < at + span.words.length),
  )
  return [...periods, ...days]
    .sort((a, b) => a.at - b.at)
    .map(({ span }) => span)
    .slice(0, MOST_SPANS)
}

/** Where words stand whole; -1: nowhere. */
function placeOf(said: string, words: string): number {
  const isBorder = (character: string | undefined) =>
    character === undefined || !/[\p{L}\p{N}]/u.test(character)
  for (let at = said.indexOf(words); at !== -1; at = said.indexOf(words, at + 1))
    if (isBorder(said[at - 1]) && isBorder(said[at + words.length])) return at
  return -1
}

function periodOf(now: number, unit: Unit, away: number): { from: string; to: string } {
  const date = new Date(now)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (unit === 'week' || unit === 'weekend') {
    const monday = now - ((date.getUTCDay() + 6) % 7) * DAY_MS + away * 7 * DAY_MS
    return { from: iso(monday + (unit === 'weekend' ? 5 * DAY_MS : 0)), to: iso(monday + 6 * DAY_MS) }
  }
  if (unit === 'year') return { from: `${year + away}-01-01`, to: `${year + away}-12-31` }
  const size = unit === 'quarter' ? 3 : 1
  const first = month - (month % size) + away * size
  return { from: iso(Date.UTC(year, first, 1)), to: iso(Date.UTC(year, first + size, 0)) }
}

/** Single days: what chrono-node finds, both ways where a weekday or a day without a year may be over. */
function daysIn(message: string, now: number): readonly { at: number; span: Span }[] {
  const noon = { instant: new Date(now + DAY_MS / 2), timezone: 0 }
  return en.casual.parse(message, noon, { forwardDate: true }).flatMap((hit) => {
    const month = monthOf(hit, now)
    if (month !== undefined) return [{ at: hit.index, span: month }]
    if (!namesDay(hit)) return []
    const from = dayOf(hit.start)
    const to = hit.end ? dayOf(hit.end) : from
    const before = beforeOf(hit, from, now)
    const span: Span = { words: hit.text.toLowerCase(), from, to, ...(before !== undefined && { before }) }
    return [{ at: hit.index, span }]
  })
}

/** A month alone, as a pattern of both years that it may be of: `march`. */
function monthOf({ start, text }: ParsedResult, now: number): Span | undefined {
  if (!start.isCertain('month') || start.isCertain('day') || start.isCertain('weekday')) return undefined
  const month = start.get('month') ?? 1
  const today = new Date(now)
  const latest = today.getUTCFullYear() - (month > today.getUTCMonth() + 1 ? 1 : 0)
  const pattern = (year: number) => `${year}-${String(month).padStart(2, '0')}-%`
  const words = text.toLowerCase()
  if (start.isCertain('year'))
    return { words, from: pattern(start.get('year') ?? latest), to: pattern(start.get('year') ?? latest) }
  return { words, from: pattern(latest), to: pattern(latest), before: pattern(latest + 1) }
}

/** Not "3.5 hours", nor "the week before", which is before something that was said. */
function namesDay(hit: ParsedResult): boolean {
  const { start, text } = hit
  const tags = hit.tags()
  if (tags.has('result/relativeDateAndTime')) return false
  if (tags.has('result/relativeDate') && !start.isCertain('weekday') && !/\d/.test(text))
    return start.date().getTime() > hit.refDate.getTime()
  return start.isCertain('day') || start.isCertain('weekday')
}

/** The day that is over, where the same words could mean it, too. */
function beforeOf({ start }: ParsedResult, from: string, now: number): string | undefined {
  if (from <= iso(now)) return undefined
  if (start.isCertain('weekday') && !start.isCertain('day'))
    return iso(Date.parse(`${from}T00:00:00Z`) - 7 * DAY_MS)
  if (start.isCertain('year') || !start.isCertain('month')) return undefined
  return `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`
}

function dayOf(start: ParsedResult['start']): string {
  return iso(Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1))
}

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
