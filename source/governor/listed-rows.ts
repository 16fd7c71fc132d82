// "Mark the second as done" behind a list whose rows begin with ids: the place becomes the id. Pure.
import type { EarlierCall } from '../contracts/manifest.ts'
import { NTH, placeOf } from './reference-rule.ts'

const ROW = /^#?(\d+): \S/u
const PLACE = new RegExp(
  String.raw`\bthe\s+(?<nth>${NTH})(?:\s+(?<noun>one|reminder|memory|entry|note|item|task))?(?=\s*(?:$|[.,!?;)]|(?:and|or|as|is|was|off|to|please|pls|now|can|too|from)(?!\p{L})))`,
  'giu',
)

/** The message with the ids of the rows that it names by their place; undefined: it names none, or there is no such list. */
export function withRows(message: string, { said }: EarlierCall): string | undefined {
  const ids = said.split('\n').flatMap((line) => ROW.exec(line)?.[1] ?? [])
  if (ids.length < 2) return undefined
  const named = message.replace(PLACE, (whole: string, nth: string, noun: string | undefined) => {
    const id = ids.at(placeOf(nth))
    const what = noun === undefined || noun.toLowerCase() === 'one' ? 'number' : noun
    return id === undefined ? whole : `${what} ${id}`
  })
  return named === message ? undefined : named
}
