// The lines of a text that answer a question, with what they belong to: a small model that reads all of it takes another one. Pure.
import { type FileProfile, LONGEST_GIST } from './file-profile.ts'

/** Of a shorter text all is told, in characters. */
const SHORT = 150
/** A line is meant that fits so well, and so well beside the best. */
const LEAST_FIT = 0.4
const BESIDE_BEST = 0.85
const MOST_MEANT = 2
const MOST_BLOCK = 12
/** A shorter line may lean on those beside it. */
const SHORT_ROW = 24
/** Several things are asked for, and nobody knows in which lines they stand. */
const ASKS_SEVERAL =
  /(?<!\p{L})(?:list|all|every(?:thing)?|still|left|open|remain(?:s|ing)?|un\p{L}+ed|tasks?|jobs?|to[- ]?dos?|(?:which|what)\s+\p{L}{3,}s(?<!ss|us|is))(?!\p{L})/iu
/** What a line has that answers such a question. */
const ANSWERS: readonly (readonly [asks: RegExp, has: RegExp])[] = [
  [/\b(?:what|which) time\b/iu, /\d{1,2}[:.]\d{2}|\b\d{1,2}\s?[ap]m\b|noon|midnight/iu],
  [/\bwhen\b/iu, /\d|\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?\b/iu],
  [/\bhow (?:much|many|long|far|old|often)\b|\b(?:number|code|price|cost)\b/iu, /\d/u],
]
const OF_KIND = 0.3

/** What is not done yet. */
const ASKS_OPEN =
  /(?<!\p{L})(?:still|left|open|remain(?:s|ing)?|un\p{L}+ed|to[- ]?dos?|must|have to|got to|due)(?!\p{L})/iu
const BOX = /^\s*(?:[-*+]\s+)?\[(?<done>[ xX])\]/u

/**
 * The lines that fit best, each with what it belongs to; of a list to be ticked off what is open, where that is asked for; undefined: all of
 * the text may be meant. `fit` says how well a line does, 0 to 2.
 */
export function excerptOf(
  question: string,
  { rows, lines }: FileProfile,
  fit: (row: string, line: ReadonlySet<string>) => number,
): string | undefined {
  const open = rows.filter((row) => BOX.exec(row)?.groups?.done === ' ')
  if (open.length > 0 && ASKS_OPEN.test(question)) return open.map((row) => row.trim()).join('\n')
  if (rows.join('\n').length <= SHORT || ASKS_SEVERAL.test(question)) return undefined
  const answers = ANSWERS.find(([asks]) => asks.test(question))?.[1]
  const ranked = rows
    .map((row, at) => {
      const said = row.trim().slice(0, LONGEST_GIST)
      if (said === '' || isHeading(row)) return { at, fits: 0 }
      return { at, fits: fit(said, lines[at] ?? new Set()) + (answers?.test(said) ? OF_KIND : 0) }
    })
    .sort((a, b) => b.fits - a.fits)
  const least = Math.max(LEAST_FIT, (ranked[0]?.fits ?? 0) * BESIDE_BEST)
  const meant = ranked.filter(({ fits }) => fits >= least).slice(0, MOST_MEANT)
  if (meant.length === 0) return undefined
  const told = new Set(meant.flatMap(({ at }) => [headingOf(rows, at), ...blockOf(rows, at)]))
  return rows.filter((row, at) => told.has(at) && row.trim() !== '').join('\n')
}

/** What a line belongs to: its item of a list, its indented block with the line above that, else the lines beside it. */
function blockOf(rows: readonly string[], at: number): readonly number[] {
  const row = rows[at] ?? ''
  const depth = depthOf(row)
  // A record in one line.
  if (/":\s.*":\s/.test(row)) return [at]
  const isOut = (other: string) => other.trim() !== '' && depthOf(other) < depth
  const isItem = /^\s*- /.test(row)
  // A row of a Markdown table, with the names of its columns.
  if (row.trimStart().startsWith('|')) {
    const head = rows.slice(0, at).findLastIndex((other) => !other.trimStart().startsWith('|')) + 1
    return [head, at]
  }
  if (depth === 0 && !isItem) return row.length < SHORT_ROW ? [at - 1, at, at + 1] : [at]
  const from = isItem ? at : rows.slice(0, at).findLastIndex(isOut)
  const behind = rows.slice(at + 1).findIndex((other) => isOut(other) || (isItem && depthOf(other) <= depth))
  const to = behind < 0 ? rows.length : at + 1 + behind
  const isNear = (one: number) => Math.abs(one - at) <= MOST_BLOCK
  return rows.map((_, one) => one).filter((one) => one >= from && one < to && isNear(one))
}

function depthOf(row: string): number {
  return row.length - row.trimStart().length
}

function isHeading(row: string): boolean {
  return /^\s*#|^[^:]+:\s*$|^\s*\[[^\]]{2,}\]\s*$/u.test(row)
}

/** Where the heading stands that a line is under; its own place where there is none. */
function headingOf(rows: readonly string[], at: number): number {
  const above = rows.slice(0, at).findLastIndex(isHeading)
  return above < 0 ? at : above
}
