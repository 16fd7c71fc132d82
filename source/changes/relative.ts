// A number by which something changes, and not what it is then: "10% more", "up 50", "2 degrees higher", "less than 40". Pure.
import type { Typed } from './typed.ts'

const COMPARED =
  'more|less|fewer|extra|cheaper|dearer|higher|lower|up|down|longer|shorter|larger|bigger|greater|smaller|warmer|colder|hotter|cooler|faster|slower|heavier|lighter|louder|quieter|brighter|darker|older|younger|on top'
/** With its unit between: "5 euros less"; "35 now, up from 30" is a value. */
const BEHIND = new RegExp(
  String.raw`^\s*(?:[%£$€°]|(?!(?:now|and|again|instead|please|today)(?!\p{L}))°?\p{L}+)?\s*(?<!\p{L})(?:${COMPARED})(?!\p{L}|\s+from\s+[£$€]?\d)|^\s*%\s+off(?!\p{L})`,
  'iu',
)
/** "Put down 50" writes it. */
const WRITTEN = String.raw`(?<!(?:put|puts|write|wrote|note|noted|jot|mark|ends?|ended|adds?|added|sums?|comes?|came|makes?|made|signed|sign)\s+)`
/** "Up to 50" tells what it is. */
const BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:by|${WRITTEN}(?:${COMPARED})(?:\s+(?:than|by|about|around|another))?|(?:rises?|rose|risen|increase[sd]?|decrease[sd]?|fell|falls?|drops?|dropped)(?:\s+(?:about|around|another))?|under|below|above)\s*[£$€]?\s*$`,
  'iu',
)

/** Whether the number at that place of a message tells a difference, or a bound. */
export function isRelative(message: string, { kind, from, to }: Typed): boolean {
  if (kind !== 'number') return false
  const before = message.slice(0, from)
  if (/(?<!\p{L})(?:to|at)\s*[£$€]?\s*$/iu.test(before)) return false
  return BEFORE.test(before) || BEHIND.test(message.slice(to))
}
