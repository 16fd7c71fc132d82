// Dates and times as the numbers that Excel keeps (ECMA-376 part 1, 18.17.4). Pure.

const DAY_MS = 86_400_000
/** 1 January 1900 is 1, and 29 February 1900 (a day that was not) is 60: from 1 March on days count from here. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999. */
const LAST_DAY = 2_958_465

/** `2026-11-28`, with the time where that is asked for; undefined: it is no date. */
export function dateOfSerial(serial: number, hasTime: boolean, is1904: boolean): string | undefined {
  if (!(serial >= 0) || serial > LAST_DAY + 1) return undefined
  const seconds = Math.round(serial * 86_400)
  const days = Math.floor(seconds / 86_400)
  if (!is1904 && (days === 60 || days < 1)) return undefined
  const epoch = is1904 ? EPOCH_1904 : days < 60 ? EPOCH_1900 + DAY_MS : EPOCH_1900
  const day = new Date(epoch + days * DAY_MS).toISOString().slice(0, 10)
  return hasTime ? `${day} ${clock(seconds - days * 86_400)}` : day
}

/** `07:30`, `36:00:05`; undefined: it is less than nothing. */
export function timeOfSerial(serial: number): string | undefined {
  return serial >= 0 && serial <= LAST_DAY ? clock(Math.round(serial * 86_400)) : undefined
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${two(hours)}:${two(minutes)}${rest === 0 ? '' : `:${two(rest)}`}`
}

/** The number for `2026-11-28`, `2026-11-28 14:05` or `07:30`; undefined: a day before the first. */
export function serialOf(text: string, is1904: boolean): number | undefined {
  const [first = '', second] = text.split(' ')
  if (!first.includes('-')) return seconds(first) / 86_400
  const time = Date.parse(`${first}T00:00:00Z`)
  const days = Math.round((time - (is1904 ? EPOCH_1904 : EPOCH_1900)) / DAY_MS)
  const serial = is1904 || days > 60 ? days : days - 1
  if (Number.isNaN(serial) || serial < (is1904 ? 0 : 1) || serial > LAST_DAY) return undefined
  return serial + (second === undefined ? 0 : seconds(second) / 86_400)
}

function seconds(clockText: string): number {
  const [hours = 0, minutes = 0, rest = 0] = clockText.split(':').map(Number)
  return hours * 3600 + minutes * 60 + rest
}
