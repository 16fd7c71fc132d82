// What a number format says of its numbers: that they are dates or times, per cents, or have a unit (ECMA-376 part 1, 18.8.30 and 18.8.31). Pure.

export interface NumberFormat {
  readonly kind: 'number' | 'date' | 'time' | 'text'
  /** A date with the time of the day. */
  readonly hasTime: boolean
  readonly isPercent: boolean
  /** A text beside the digits: `€`, `kg`. */
  readonly unit?: string
}

const NUMBER: NumberFormat = { kind: 'number', hasTime: false, isPercent: false }
const PERCENT: NumberFormat = { ...NUMBER, isPercent: true }
const DATE: NumberFormat = { ...NUMBER, kind: 'date' }
const TIME: NumberFormat = { ...NUMBER, kind: 'time', hasTime: true }

/** The format of a number that the file does not write out. Those of East Asia are dates, too. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return PERCENT
  if (id === 22) return { ...DATE, hasTime: true }
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return DATE
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return TIME
  return id === 49 ? { ...NUMBER, kind: 'text' } : NUMBER
}

/** A format that is written out: `#,##0.00\ "€"`, `dd.mm.yyyy`. Its first section counts. */
export function parseNumberFormat(code: string): NumberFormat {
  const { marks, unit } = readSection(code)
  if (marks === '@') return { ...NUMBER, kind: 'text' }
  if (/^general$/i.test(marks)) return unit === undefined ? NUMBER : { ...NUMBER, unit }
  if (/[#0?]/.test(marks) && !/[ydhs]/i.test(marks.replace(/e[+-]/gi, ''))) {
    if (marks.includes('%')) return PERCENT
    return unit === undefined ? NUMBER : { ...NUMBER, unit }
  }
  const letters = marks.toLowerCase().replace(/am\/pm|a\/p/g, 'h')
  const hasTime = /[hs]/.test(letters)
  // `m` is a month but beside hours and seconds.
  const hasDay = /[ydge]/.test(letters) || (/m/.test(letters) && !hasTime && !letters.includes('['))
  if (hasDay) return { ...DATE, hasTime }
  return hasTime || /\[m+\]/.test(letters) ? TIME : NUMBER
}

/** What is no text of the first section, and the text that stands beside its digits. */
function readSection(code: string): { readonly marks: string; readonly unit?: string } {
  let marks = ''
  let words = ''
  const pattern = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[(h+|m+|s+)\]|\[[^\]]*\]|;|./gisu
  for (const found of code.matchAll(pattern)) {
    const [all, quoted, escaped, currency, elapsed] = found
    if (all === ';') break
    if (quoted !== undefined || escaped !== undefined || currency !== undefined)
      words += quoted ?? escaped ?? currency ?? ''
    else if (elapsed !== undefined) marks += `[${elapsed}]`
    else if (/^[_*[]/.test(all)) continue
    else if (/\p{Sc}/u.test(all)) words += all
    else marks += all
  }
  const unit = words.trim()
  // Words around a number (`"Total: "0`) are no unit.
  const isUnit = /^(?:\p{Sc}|\p{L}{0,3}\p{Sc}|[\p{L}°µ][\p{L}\p{N}°²³/.·%]{0,11})$/u.test(unit)
  return { marks: marks.trim(), ...(isUnit ? { unit } : {}) }
}
