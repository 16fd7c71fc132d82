// What a unit's words say of the number: `5 miles`, `98.6°F`, `2 1/2 cups`, `thousand miles`, `half a mile`. Pure.
import { COUNT_SOURCE, readNumber } from '../../source/toolkit/spoken-number.ts'

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
const FIGURES =
  /^(?<sign>[-+−])?\s*(?:(?<whole>\d+)\s+)?(?:(?<above>\d+)\/(?<below>[1-9]\d*)|(?<figure>\d[\d.,]*)\s*(?<half>½)?|(?<alone>½))\s*(?=\S)/u
const WORD = new RegExp(`^(?:an? )?(?<word>${Object.keys(TIMES).join('|')})(?: an?| of)*\\s+(?=\\S)`, 'iu')
const COUNT = new RegExp(`^(?<word>${COUNT_SOURCE})\\s+(?=\\S)`, 'iu')

/** The number and the unit that are meant; figures before the unit count more than `given`, for they are what was said. */
export function readAmount(given: number | undefined, words: string): { value: number; unit: string } {
  const text = words.trim()
  const figures = FIGURES.exec(text)
  // `5 thousand miles`, `2 dozen inches`: what is behind the figures is read in its turn.
  if (figures?.groups) return readAmount(numberOf(figures.groups), text.slice(figures[0].length))
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
  whole,
  above,
  below,
  figure,
  half,
}: {
  [name: string]: string | undefined
}): number {
  const fraction = above === undefined ? 0 : Number(above) / Number(below)
  const plain = (figure ?? '0').replace(/,(?=\d{3}(?:\D|$))/gu, '').replace(',', '.')
  const rest = figure === undefined && above === undefined ? 0.5 : half === undefined ? 0 : 0.5
  const number = Number(whole ?? 0) + fraction + (Number(plain.replace(/\.$/u, '')) || 0) + rest
  return sign === undefined || sign === '+' ? number : -number
}
