// What is common to all that may be added: how a message tells it, and where it comes. Pure.
import type { FileChange } from '../contracts/file-change.ts'
import type { Group } from './groups.ts'
import type { RowDraft } from './new-row.ts'
import type { Addition } from './read-addition.ts'
import type { Typed } from './typed.ts'
import { isSame, tellingOf } from './words.ts'

/** A message with what it may add. */
export interface Told {
  /** As it was typed. */
  readonly message: string
  /** With its numbers and times in figures. */
  readonly heard: string
  readonly today: Typed
  /** Ways to read it, of both. */
  readonly typed: readonly Addition[]
  readonly figures: readonly Addition[]
  /** All that takes a further line in the folder. */
  readonly groups: readonly Group[]
}

/** A place for it, with how well it fits. */
export interface Found {
  readonly group: Group
  readonly score: number
  /** The whole line, or what is known of a row. */
  readonly line: string | Draft
}

export interface Draft {
  readonly draft: RowDraft
  readonly said: string
  /** A row of that name may be there already. */
  readonly isNew: boolean
}

/** How near in meaning a list is to what comes into it, 0 to 1; 0 where no sentence model is. */
export type Near = (group: Group, thing: string) => number

/** How plainly words speak of a group: those of its name or headings, rare ones of the folder more; 1 is a word of its own. */
export function placed(words: string, { about }: Group, groups: readonly Group[]): number {
  const names = tellingOf(about)
  const said = tellingOf(words).filter((word) => names.some((name) => isSame(word, name)))
  return said.reduce((sum, word) => {
    const having = groups.filter((one) => tellingOf(one.about).some((name) => isSame(word, name))).length
    return sum + Math.log(1 + groups.length / having) / Math.log(1 + groups.length)
  }, 0)
}

export function isAllOf(stems: readonly string[], there: readonly string[]): boolean {
  return stems.length > 0 && stems.every((stem) => there.some((one) => isSame(stem, one)))
}

/** Behind the last line of a group; undefined: no passage before it stands in the file only once. */
export function behindLast({ file, last }: Group, line: string): FileChange | undefined {
  const lines = file.text.split('\n')
  const end = lines[last]?.endsWith('\r') ? '\r' : ''
  for (let from = last; from >= 0; from--) {
    const old = lines.slice(from, last + 1).join('\n')
    const at = file.text.indexOf(old)
    if (old.trim() !== '' && at >= 0 && file.text.indexOf(old, at + 1) < 0)
      return { path: file.path, old, new: `${old}\n${line}${end}` }
  }
  return undefined
}
