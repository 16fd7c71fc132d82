// A cell of a date as a moment to come, on the person's clock.
import type { Clock } from '../../contracts/clock.ts'
import { type CellValue, ChangeRefused } from '../../contracts/folder.ts'
import { dayNumber, exists, today } from '../../toolkit/civil-date.ts'
import { momentOf } from '../../toolkit/zoned-time.ts'

export interface CellMoment {
  readonly ms: number
  /** It is told to the second, as what is reckoned from the present is (`datetime('now', '+10 minutes')`). */
  readonly hasSeconds: boolean
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/

/** `2026-11-28 14:05` exactly; a day alone, and words, as reminders read them. Throws `ChangeRefused` for what is over and what is none. */
export async function readCellMoment(value: CellValue, clock: Clock): Promise<CellMoment> {
  const text = String(value ?? '').trim()
  const [, year, month, day, hour, minute, second] = DATE.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (year !== undefined && !exists(date)) throw unreadable(text)
  if (year !== undefined && hour !== undefined) {
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) throw unreadable(text)
    const wall = { ...date, hour: Number(hour), minute: Number(minute) }
    const ms = momentOf(wall, clock.timeZone) + Number(second ?? 0) * 1000
    if (ms <= clock.now().getTime()) throw over(text)
    return { ms, hasSeconds: second !== undefined }
  }
  if (year !== undefined && dayNumber(date) < dayNumber(today(clock))) throw over(text)
  // What reads times takes a third of a second to load.
  const { findDue } = await import('../../toolkit/due-time.ts')
  const found = text === '' ? undefined : findDue(text, { clock, isReminder: true })
  if (found === undefined) throw unreadable(text)
  return { ms: found.getTime(), hasSeconds: false }
}

function over(text: string): ChangeRefused {
  return new ChangeRefused(`\`${text}\` is over; name a time that is still to come.`)
}

function unreadable(text: string): ChangeRefused {
  return new ChangeRefused(`\`${text}\` is no time that can be read; give it like \`2026-11-28 14:05\`.`)
}
