// Is an answer true? Judged by the case's gold facts, which were written by people who saw neither tools nor answers,
// and by arithmetic that shares no code with the checker inside the governor.
import type { JsonValue } from '../contracts/json.ts'
import type { EvalTurn } from './cases.ts'

/** undefined: true; else what is wrong. */
export function judge(one: EvalTurn, answer: string, result: JsonValue): string | undefined {
  const text = plain(answer)
  const numbers = numbersOf(answer)
  for (const alternatives of one.gold) {
    if (!alternatives.some((fact) => hasFact(text, numbers, fact))) return `lacks ${alternatives.join(' | ')}`
  }
  if (
    one.fails &&
    !/\b(no|none|not|cannot|can.?t|could ?n.?t|fail\w*|error|unable|outside|invalid|missing|refus\w*|undefined|incomplete|never|only|does ?n.?t|is ?n.?t|did you mean|nothing|must)\b/i.test(
      answer,
    )
  ) {
    return 'does not say that it failed'
  }
  const known = numbersOf(
    [
      one.input,
      ...[result, one.arguments, one.calls ?? [], one.gold].map((part) => JSON.stringify(part)),
    ].join(' '),
  )
  const foreign = [...numbers].find((number) => !known.has(number) && !isClock(number, answer))
  return foreign === undefined ? undefined : `the number ${foreign} comes from nowhere`
}

function hasFact(text: string, numbers: ReadonlySet<number>, fact: string): boolean {
  if (/^-?[\d,. ]*\d$/.test(fact.trim())) {
    const hasSign = !fact.trim().startsWith('-') || /(?:[-\u2212]|minus |negative )\d/.test(text)
    return (
      hasSign && [...numbersOf(fact)].every((number) => [...numbers].some((one) => says(one, number, fact)))
    )
  }
  return text.includes(plain(fact))
}

/** The number of the fact, or one that is more exact and rounds to it: 3.14159 says 3.14, not 3. */
function says(number: number, wanted: number, fact: string): boolean {
  const decimals = /\.(\d+)\s*$/.exec(fact)?.[1]?.length ?? 0
  return number === wanted || (decimals > 0 && number.toFixed(decimals) === wanted.toFixed(decimals))
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[’`*]/g, "'").replace(/\s+/g, ' ').trim()
}

function numbersOf(text: string): ReadonlySet<number> {
  const found = text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '').match(/\d+(?:\.\d+)?/g) ?? []
  return new Set(found.map(Number))
}

/** 14 in "14:30" may be said as 2 in "2:30 pm". */
function isClock(number: number, answer: string): boolean {
  return new RegExp(`\\b${number}:\\d{2} ?[ap]\\.?m`, 'i').test(answer)
}
