// What a line of a list looks like: indentation, bullet, box, text. Pure; the writing of items is in list-change.ts.

/** The box of an item: `[x]`, or a sign such as `☑` that is bullet and box in one. */
export interface BoxForm {
  /** Offset in the line of the one character that says whether it is done. */
  readonly at: number
  /** That character. */
  readonly mark: string
  readonly isDone: boolean
  /** Whether it stands in brackets. */
  readonly isBracketed: boolean
}

/** One line of a list, taken apart; joined, `indent`, `bullet`, `gap`, the box and the text are the line again. */
export interface ItemForm {
  readonly indent: string
  /** `-`, `*`, `12.`, `•`; empty where the box stands alone. */
  readonly bullet: string
  /** Between the bullet and what follows. */
  readonly gap: string
  readonly box: BoxForm | undefined
  /** Between the box and the text. */
  readonly boxGap: string
  /** Offsets in the line of the text, without blanks around it. */
  readonly textStart: number
  readonly textEnd: number
}

const BULLET = /^([-*+]|\d{1,3}[.)])([ \t]+|$)|^([•◦▪‣])([ \t]*)/
const BRACKETS = /^\[([ xX])\](?=[ \t]|$)/
const SIGN = /^([☐☑☒✓✔✗✘✅❌])\ufe0f?/u
const DONE_MARKS = new Set(['x', 'X', '☑', '☒', '✓', '✔', '✅'])
/** What the first visible character of an item can be: most lines need no pattern. */
const BEGINNINGS = new Set('-*+•◦▪‣[☐☑☒✓✔✗✘✅❌0123456789')

/** The line as an item; undefined: it is none. A number needs a text behind it, a bullet does not. */
export function parseItem(line: string): ItemForm | undefined {
  let start = 0
  while (line.charCodeAt(start) === 32 || line.charCodeAt(start) === 9) start++
  if (!BEGINNINGS.has(line.charAt(start))) return undefined
  const rest = line.slice(start)
  const bulletFound = BULLET.exec(rest)
  const bullet = bulletFound?.[1] ?? bulletFound?.[3] ?? ''
  const gap = bulletFound?.[2] ?? bulletFound?.[4] ?? ''
  const boxStart = start + bullet.length + gap.length
  const behind = line.slice(boxStart)
  const found = BRACKETS.exec(behind) ?? SIGN.exec(behind)
  if (!found && bullet === '') return undefined
  const box = found && boxForm(found, boxStart)
  const boxEnd = boxStart + (found?.[0].length ?? 0)
  const boxGap = /^[ \t]*/.exec(line.slice(boxEnd))?.[0] ?? ''
  const textEnd = line.trimEnd().length
  const textStart = Math.min(boxEnd + boxGap.length, Math.max(textEnd, boxEnd))
  if (/\d/.test(bullet) && textEnd <= boxStart) return undefined
  return {
    indent: line.slice(0, start),
    bullet,
    gap,
    box: box ?? undefined,
    boxGap: line.slice(boxEnd, textStart),
    textStart,
    textEnd: Math.max(textStart, textEnd),
  }
}

function boxForm(found: RegExpExecArray, start: number): BoxForm {
  const isBracketed = found[0].startsWith('[')
  const mark = found[1] ?? ''
  return { at: start + (isBracketed ? 1 : 0), mark, isDone: DONE_MARKS.has(mark), isBracketed }
}

/** The number of an ordered bullet; undefined: it has none. */
export function bulletNumber(bullet: string): number | undefined {
  const digits = /^\d+/.exec(bullet)?.[0]
  return digits === undefined ? undefined : Number(digits)
}
