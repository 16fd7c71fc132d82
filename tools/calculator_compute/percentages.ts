// Percentages behind one another: `100 - 20% - 10%`, `5% + 2%`. The parser would take the first sign for the rest of a division and read
// 20 mod -10%. Pure.
import { ToolFailure } from '../../source/contracts/tool.ts'

const PERCENTAGE = String.raw`(?<![\w.])[\d.]+(?:e[+-]?\d+)?\s?%`
/** Two or more as the last terms of a bracket, of a function's value or of all. */
const CHAIN = new RegExp(String.raw`${PERCENTAGE}(?:\s*[+-]\s*${PERCENTAGE})+(?=\s*(?:$|[),]))`, 'i')
/** A percentage before a sign; or one that would be divided by. */
const UNCLEAR = new RegExp(String.raw`%\s*(?:[+-]|${PERCENTAGE}(?!\s*[\w(.]))`, 'i')

/**
 * Gives the expression with brackets that leave one reading: each percentage is one of all that stands before it, as on a pocket calculator
 * (100 - 20% - 10% is 72); where nothing stands there they are added up (5% + 2% is 0.07). Throws `ToolFailure` where both could be meant.
 */
export function bracketPercentages(expression: string): string {
  let text = expression
  for (let chain = CHAIN.exec(text); chain !== null; chain = CHAIN.exec(text)) {
    const start = startOfLevel(text, chain.index)
    const end = chain.index + chain[0].length
    text = `${text.slice(0, start)}${inBrackets(text.slice(start, chain.index), chain[0])}${text.slice(end)}`
  }
  if (UNCLEAR.test(text)) throw twoMeanings()
  return text
}

/** Failure for a `%` that may be a percentage or the rest of a division, or a percentage that may be one of this or of that. */
export function twoMeanings(): ToolFailure {
  return new ToolFailure(
    'bad_expression',
    '`%` before a sign or a bracket can mean two things; write 10/100 for percent or mod(a, b) for the rest.',
  )
}

function inBrackets(before: string, chain: string): string {
  if (/^\s*[+-]?\s*$/.test(before)) return before + chain.replace(/([\d.]+(?:e[+-]?\d+)?)\s?%/gi, '($1/100)')
  // `50% * 5% + 2%`: one half of the sum, or of the 5 alone.
  if (!/\w/.test(before.replace(new RegExp(PERCENTAGE, 'gi'), ''))) throw twoMeanings()
  const [first = '', ...others] = chain.split(/(?<=%)/)
  return others.reduce((all, next) => `(${all})${next}`, before + first)
}

/** Where the bracket, or the function's value, begins in which `at` lies. */
function startOfLevel(text: string, at: number): number {
  let depth = 0
  for (let start = at; start > 0; start -= 1) {
    const character = text[start - 1]
    if (character === ')') depth += 1
    if (depth === 0 && (character === '(' || character === ',')) return start
    if (character === '(') depth -= 1
  }
  return 0
}
