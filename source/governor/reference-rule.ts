// What the rules of references.ts share.
import type { EntriesOf, Shown, ShownPath } from './shown-paths.ts'

/** The message with a path in the place of words that point at it; undefined: it has no such words. */
export type Rule = (
  message: string,
  shown: Shown,
  entriesOf: EntriesOf,
) => Promise<string | undefined> | string | undefined

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const SHORT_ORDINALS = '1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th'.split(' ')

/** Alternatives of a regular expression for `placeOf`. */
export const NTH = [...ORDINALS, ...SHORT_ORDINALS, 'last'].join('|')

/** Index in a list, from 0; -1 is the last. */
export function placeOf(nth: string): number {
  const word = nth.toLowerCase()
  return word === 'last' ? -1 : Math.max(ORDINALS.indexOf(word), SHORT_ORDINALS.indexOf(word))
}

export const OPENING = String.raw`(?:open|read|show(?:\s+me)?|display|print|view|cat|see|look\s+at|look\s+into|go\s+through)`

/** `message` with the path where `match` was. */
export function put(
  message: string,
  match: RegExpExecArray | RegExpMatchArray,
  found: ShownPath | undefined,
): string | undefined {
  if (found === undefined) return undefined
  const at = match.index ?? 0
  const words = found.kind === 'folder' ? `the folder ${found.path}` : found.path
  return message.slice(0, at) + words + message.slice(at + match[0].length)
}
