// A further line of a list, written as its other lines are. Pure.
import type { Group } from './groups.ts'

type List = Extract<Group, { type: 'list' }>

/** The line with a text that a message has. */
export function entryLine({ lines, texts }: List, thing: string): string {
  const [, space = '', number, sign = '', bullet = '', box = ''] =
    /^(\s*)(?:(\d+)([.)]\s+)|([-*+•]\s+))?(\[[ xX]\]\s+)?/u.exec(lines.at(-1) ?? '') ?? []
  const mark = number === undefined ? bullet : `${Number(number) + 1}${sign}`
  return `${space}${mark}${box.replace(/[xX]/, ' ')}${casedLike(thing, texts)}`
}

/** With a capital first where all of them have one. */
export function casedLike(text: string, others: readonly string[]): string {
  const some = others.filter((one) => one !== '')
  const isUpper = some.length > 0 && some.every((one) => /^[^\p{Ll}]*\p{Lu}/u.test(one))
  return isUpper && /^\p{Ll}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
