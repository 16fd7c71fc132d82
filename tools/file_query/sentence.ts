// What was found in a table, in words. Pure.
import type { Said } from '../../source/contracts/tool.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import type { TableAnswer } from './answer.ts'

/** The answer as it is told, the rows that it is of with it. */
export function sentenceOf(path: string, answer: TableAnswer): Said {
  const { operation, column, value, name: called, rows, of, where, shown, groups } = answer
  const { unread, by } = answer
  const isSome = unread > 0 && rows > 0
  const told = [...where.map(visible), ...(isSome ? [`${unread} more could not be read`] : [])].join(', ')
  const rowsOf =
    where.length === 0
      ? `${count(rows, 'row', 'rows')} of ${path}${isSome ? ` (${told})` : ''}`
      : `${rows} of ${count(of, 'row', 'rows')} of ${path} (${told})`
  if (rows === 0) return { sentence: nothingOf(path, answer) }
  const detail = shown.length === 0 ? {} : { detail: visible(shown.join('\n')) }
  const [first] = groups
  if (first !== undefined) {
    const what =
      column === null || operation === 'count' || operation === 'list'
        ? 'Rows'
        : `${{ average: 'Average', median: 'Median' }[String(operation)] ?? 'Total'} ${visible(column)}`
    return {
      sentence: `${what} by ${visible(by ?? 'group')}, over ${rowsOf}:`,
      detail: visible(groups.map(({ name, value }) => `${name}: ${value ?? 'no number'}`).join('\n')),
      key: first.value === null ? [] : [first.value],
    }
  }
  if (operation === 'list') {
    const part = rows > shown.length ? `, the first ${shown.length}` : ''
    return { sentence: `${rowsOf}${part}:`, ...detail }
  }
  if (value === null || operation === 'count')
    return { sentence: `That is ${rowsOf}.`, ...detail, key: [String(rows)] }
  if (operation === 'share')
    return {
      sentence: `${rowsOf} have ${visible(value)} of the total ${visible(column ?? '')}.`,
      key: [visible(value)],
    }
  if (operation === 'distinct')
    return {
      sentence: `There are ${value} different values of ${visible(column ?? '')} in ${rowsOf}.`,
      key: [value],
    }
  const name = operation === 'sum' ? 'total' : operation
  const sentence = `The ${name} ${visible(column ?? '')} of ${rowsOf} is ${visible(value)}`
  const [row, ...others] = shown
  const key = [value, ...(called === null ? [] : [called])].map(visible)
  return row === undefined || others.length > 0
    ? { sentence: `${sentence}.`, ...detail, key }
    : { sentence: `${sentence}: ${visible(row)}.`, key }
}

/** No row fits, or none of those that fit has a value that is asked for. */
function nothingOf(path: string, { column, where, unread }: TableAnswer): string {
  const told = visible(where.join(', '))
  if (column === null)
    return where.length === 0 ? `${path} has no such value.` : `No row of ${path} fits: ${told}.`
  const rows = where.length === 0 ? `No row of ${path}` : `No row of ${path} that fits (${told})`
  return `${rows} has a value in ${visible(column)}${unread === 0 ? '' : ' that can be read'}.`
}
