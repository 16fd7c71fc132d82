// What a unit's words say of the number: `5 miles`, `98.6°F`, `2 1/2 cups`, `thousand miles`, `half a mile`. Pure.
import { ToolFailure } from '../../contracts/tool.ts'
import { visible } from '../plain-words.ts'
import { COUNT_SOURCE, readNumber } from '../spoken-number.ts'

/** Words that multiply the number before them, or are one themselves. */
const TIMES: { readonly [word: string]: number } = {
  half: 0.5,
  quarter: 0.25,
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
}
/** `1/2`, `2 1/2`, `2½`. */
const FRACTION =
  /^(?<sign>[-+−])?\s*(?:(?<whole>\d+)(?:\s+|(?=½)))?(?:(?<above>\d+)\/(?<below>[1-9]\d*)|½)\s*(?=\S)/u
/** `98.6`, `1.500,50`, `10 000`. */
const FIGURE =
  /^(?<sign>[-+−])?\s*(?<figure>\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?|[.,]?\d[\d.,]*)(?![\d.,])\s*(?=\S)/u
const WORD = new RegExp(`^(?:an? )?(?<word>${Object.keys(TIMES).join('|')})(?: an?| of)*\\s+(?=\\S)`, 'iu')
const COUNT = new RegExp(`^(?<word>${COUNT_SOURCE})\\s+(?=\\S)`, 'iu')

/**
 * The number and the unit that are meant; figures before the unit count more than `given`, for they are what was said. Throws `ToolFailure`
 * for figures that are not one number.
 */
export function readAmount(given: number | undefined, words: string): { value: number; unit: string } {
  const text = words.trim()
  const figures = FRACTION.exec(text) ?? FIGURE.exec(text)
  // `5 thousand miles`, `2 dozen inches`: what is behind the figures is read in its turn.
  if (figures?.groups) {
    const rest = text.slice(figures[0].length)
    if (/^[-+−]?\s*[\d½]/u.test(rest)) throw notOneNumber(/^[^\p{L}]*/u.exec(text)?.[0] ?? text)
    return readAmount(numberOf(figures.groups), rest)
  }
  const times = WORD.exec(text)
  if (times) {
    const by = TIMES[times.groups?.word?.toLowerCase() ?? ''] ?? 1
    return { value: timesOnce(given, by), unit: text.slice(times[0].length) }
  }
  const count = COUNT.exec(text)
  if (count)
    return { value: given ?? readNumber(count.groups?.word ?? '') ?? 1, unit: text.slice(count[0].length) }
  return { value: given ?? 1, unit: words }
}

/** A number that has it in it already stays: 5000 `thousand miles` are 5 thousand. */
function timesOnce(given: number | undefined, by: number): number {
  if (given === undefined) return by
  if (by < 1) return given % 1 === 0 ? given * by : given
  return given >= by && given % by === 0 ? given : given * by
}

function numberOf({
  sign,
  whole = '0',
  above,
  below,
  figure,
}: {
  readonly [name: string]: string | undefined
}): number {
  const part = above === undefined ? 0.5 : Number(above) / Number(below)
  const number = figure === undefined ? Number(whole) + part : readFigure(figure)
  return sign === undefined || sign === '+' ? number : -number
}

/** Of `1,500` the comma parts thousands and of `1.500` the point does not, as in the calculator; else they stand where only one is meant. */
function readFigure(figure: string): number {
  const bare = figure.replace(/[\s'’]/gu, '').replace(/[.,]$/u, '')
  const isCommaGrouped =
    /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u.test(bare) || /^[1-9]\d?(?:,\d\d)+,\d{3}(?:\.\d+)?$/u.test(bare)
  const isPointGrouped = /^\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/u.test(bare)
  const plain = isCommaGrouped
    ? bare.replaceAll(',', '')
    : (isPointGrouped ? bare.replaceAll('.', '') : bare).replace(',', '.')
  if (!/^\d*(?:\.\d+)?$/u.test(plain)) throw notOneNumber(figure)
  return Number(plain)
}

function notOneNumber(figures: string): ToolFailure {
  return new ToolFailure(
    'bad_value',
    `\`${visible(figures.trim())}\` is not one number; write it like 1500.5, with one unit behind it.`,
  )
}
