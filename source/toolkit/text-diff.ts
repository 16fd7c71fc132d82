// What a change of a text would do, as a unified diff that a screen holds; the only importer of diff.
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { sha256Hex } from '../lib/checksum.ts'
import { count, visible } from './plain-words.ts'
import { splitLines } from './read-text.ts'
import { cutLine } from './truncate.ts'

const MOST_LINES = 40
const MOST_CHARACTERS = 160
/** Texts that have nothing in common take long to compare; then their sizes have to do. */
const MOST_MS = 500
/** Of a checksum that is shown. */
const MARK_CHARACTERS = 12

/**
 * The diff from `before` (undefined: there is nothing) to `after`. What is too long is cut at its end; then a checksum of all of it
 * stands there, so that no two changes look the same (`holdsPreview`).
 */
export function diffTexts(name: string, before: string | undefined, after: string): string {
  const shown = visible(name)
  if (before === after) return `${shown} would not change.`
  const patch = createTwoFilesPatch(
    before === undefined ? '/dev/null' : shown,
    shown,
    before ?? '',
    after,
    '',
    '',
    {
      context: 2,
      timeout: MOST_MS,
      headerOptions: FILE_HEADERS_ONLY,
    },
  )
  if (patch === undefined) return tooDifferent(shown, before ?? '', after)
  const lines = visible(patch.trimEnd()).split('\n')
  const kept = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines
  const more = lines.length - kept.length
  const isCut = more > 0 || kept.some((line) => line.length > MOST_CHARACTERS)
  const what = more > 0 ? `${count(more, 'more line', 'more lines')} of this change` : 'long lines are cut'
  const end = isCut ? [`[... ${what}; checksum of all of it: ${markOf(patch)} ...]`] : []
  return [...kept.map((line) => cutLine(line, MOST_CHARACTERS)), ...end].join('\n')
}

function tooDifferent(name: string, before: string, after: string): string {
  const lines = (text: string) => count(splitLines(text).length, 'line', 'lines')
  return `${name} would be replaced: ${lines(before)} by ${lines(after)} (checksum of the change: ${markOf(`${before}\0${after}`)}).`
}

function markOf(text: string): string {
  return sha256Hex(Buffer.from(text)).slice(0, MARK_CHARACTERS)
}
