// A list of plain values as one text, `128, 320, 640`, and back.
import type { ListNode, Plain, ScalarNode } from './tree.ts'

/** Whether the list holds plain values only; an empty one does. */
export function isPlainListNode(list: ListNode): boolean {
  return list.items.every((item) => item.type === 'scalar')
}

/** Items with a comma in them, or a quote or blank at an end, stand in double quotes. Empty list: null. */
export function joinItems(list: ListNode): string | null {
  if (list.items.length === 0) return null
  return scalarsOf(list)
    .map(({ text }) => (/^$|[,\r\n]|^["\s]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(', ')
}

/** Items of such a text; blanks around them do not count, and none are in an empty text. */
export function splitItems(text: string): readonly string[] {
  if (text.trim() === '') return []
  const items: string[] = []
  let at = 0
  while (at <= text.length) {
    const quoted = /\s*"((?:[^"]|"")*)"\s*(?=,|$)/y
    quoted.lastIndex = at
    const found = quoted.exec(text)
    const end = found === null ? endOfItem(text, at) : at + found[0].length
    items.push(found === null ? text.slice(at, end).trim() : (found[1] ?? '').replaceAll('""', '"'))
    at = end + 1
  }
  return items
}

function endOfItem(text: string, at: number): number {
  const comma = text.indexOf(',', at)
  return comma === -1 ? text.length : comma
}

export function scalarsOf(list: ListNode): readonly ScalarNode[] {
  return list.items.filter((item) => item.type === 'scalar')
}

/** How many items at the beginning and at the end of two lists are the same; they do not overlap. */
export function sameEnds(
  old: readonly Plain[],
  next: readonly Plain[],
): { readonly first: number; readonly last: number } {
  const most = Math.min(old.length, next.length)
  let first = 0
  while (first < most && old[first] === next[first]) first += 1
  let last = 0
  while (last < most - first && old[old.length - 1 - last] === next[next.length - 1 - last]) last += 1
  return { first, last }
}
