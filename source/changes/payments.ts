// Who pays whom, and how much of it: what is paid in part, or by us to a customer, is not what a customer owes. Pure.
import { isKind } from './column-kinds.ts'
import type { CellChange, Row } from './items.ts'
import { isKeyOf } from './row-identity.ts'
import { isSame, tellingOf } from './words.ts'

const PAID = /^(?:paid|settled|payment|deposit|fee|money|subs?)$/iu
const YES = /^(?:yes|y|x|✓|✔|true|ja|oui|sí|si)$/iu
const AMOUNT =
  /(?<!\p{L})(?:paid|payed|pays|transferred)\s+(?:(?:me|us|only|just|about)\s+)*[£$€]?\s?(?<amount>\d[\d.,]*)(?!\d|\s*(?:st|nd|rd|th|days?|weeks?|months?|years?|minutes?|hours?)(?!\p{L}))/iu
const PAYER = /^(?:customer|client|guest|tenant|buyer|patient|student|pupil|member|kunde)s?$/iu
const WE_PAID =
  /(?<!\p{L})(?:i|we)(?:['’]ve| have)?(?: just| already)? paid (?:for )?(?:the )?(?<whom>[^,.;!?]+)/iu

/** Whether the row becomes paid by what is no payment of it: a part of it, or money that went the other way. */
export function isNoPayment(row: Row, message: string, changes: readonly CellChange[]): boolean {
  const isPaid = changes.some(
    ({ cell, text }) => PAID.test(text) || (YES.test(text) && PAID.test(cell.column.name.replace(/_/g, ' '))),
  )
  // "Paid the deposit, 50" is all of it.
  const isWhole = /(?<!\p{L})(?:deposit|fees?|subs?)(?!\p{L})/iu.test(message)
  return isPaid && ((!isWhole && isPart(row, message)) || isByUs(row, message))
}

/** "Paid 20 pounds" of 58. */
function isPart({ cells }: Row, message: string): boolean {
  const said = AMOUNT.exec(message)?.groups?.amount
  const amount = Number(said?.replace(/,(?=\d{3}(?!\d))/g, '').replace(/[.,]$/, ''))
  if (said === undefined || Number.isNaN(amount)) return false
  const owed = cells
    .filter(({ column }, at) => isKind(column.values, 'number') && !(at === 0 && isKeyOf(column)))
    .map(({ text }) => Number(text.replace(/[^\d.]/g, '')))
  const isKnown = cells.some(({ text }) => Number(text.replace(/[^\d.]/g, '')) === amount)
  return !isKnown && owed.some((one) => one > amount)
}

function isByUs({ cells }: Row, message: string): boolean {
  const whom = tellingOf(WE_PAID.exec(message)?.groups?.whom ?? '')
  return cells.some(
    ({ text, column }) =>
      PAYER.test(column.name) &&
      tellingOf(text).some((stem) => whom.slice(0, 2).some((word) => isSame(word, stem))),
  )
}
