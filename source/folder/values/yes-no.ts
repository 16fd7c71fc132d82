// Columns of yes and no. Pure.
import { ChangeRefused } from '../../contracts/folder.ts'
import type { TypedColumn, YesNoForm } from './column-form.ts'

/** Pairs of forms, yes first; an empty second is an empty cell. 1 and 0 are numbers. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['yes', 'no'],
  ['y', 'n'],
  ['true', 'false'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['sim', 'não'],
  ['ja', 'nee'],
  ['да', 'нет'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['evet', 'hayır'],
  ['j', 'n'],
  ['wahr', 'falsch'],
  ['vrai', 'faux'],
  ['✓', '✗'],
  ['✔', '✘'],
  ['✔', '✖'],
  ['✓', '✕'],
  ['✅', '❌'],
  ['☑', '☐'],
  ['[x]', '[ ]'],
  ['x', '-'],
  ['✓', '-'],
  ['✔', '-'],
  ['x', ''],
  ['✓', ''],
  ['✔', ''],
  ['✅', ''],
  ['✓', 'x'],
  ['✔', 'x'],
]

/** The longest word of a pair. */
const MOST_LETTERS = 6

/** The column as yes and no; undefined: it has something else. Cells are trimmed. */
export function typeYesNo(cells: readonly string[], title: string): TypedColumn | undefined {
  const counts = new Map<string, number>()
  for (const cell of cells) {
    if (cell.length > MOST_LETTERS) return undefined
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
    // Each word in three cases, and nothing.
    if (counts.size > 12) return undefined
  }
  const written = [...counts].filter(([cell]) => cell !== '').sort(([, a], [, b]) => b - a)
  const words = new Set(written.map(([cell]) => cell.toLowerCase()))
  if (words.size === 0) return undefined
  const pair = PAIRS.find(([yes, no]) =>
    [...words].every((word) => word === yes || (no !== '' && word === no)),
  )
  // `-` alone is no answer.
  if (pair === undefined || (pair[1] === '-' && !words.has(pair[0]))) return undefined
  const pairOnly = emptyMeansNo(pair, words)
  const [yes, no] = pairOnly
  const usual = (word: string) => written.find(([cell]) => cell.toLowerCase() === word)?.[0]
  const [usualYes, usualNo] = [usual(yes), usual(no)]
  const form: YesNoForm = {
    type: 'yes/no',
    title,
    yes: usualYes ?? likeCase(yes, usualNo ?? no),
    no: usualNo ?? likeCase(no, usualYes ?? yes),
  }
  const values = cells.map((cell) => {
    const word = cell.toLowerCase()
    if (word === yes) return 1
    return word === no ? 0 : null
  })
  return { type: 'yes/no', form, values, notes: [] }
}

/** Marks without their counterpart stand against empty cells. */
function emptyMeansNo(
  pair: readonly [string, string],
  words: ReadonlySet<string>,
): readonly [string, string] {
  const [yes] = pair
  return words.size === 1 && PAIRS.some(([first, second]) => first === yes && second === '')
    ? [yes, '']
    : pair
}

function likeCase(word: string, model: string): string {
  if (model === model.toLowerCase()) return word
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase()
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** The column's word for 1 or 0, or for any word that says so. Throws `ChangeRefused` for anything else. */
export function writeYesNo(value: string | number | bigint, form: YesNoForm, near: string): string {
  const answer = answerOf(value)
  if (answer === undefined) {
    throw new ChangeRefused(
      `The column \`${form.title}\` holds yes or no and \`${value}\` is neither: give 1 for yes or 0 for no.`,
    )
  }
  const isSame = near !== '' && answerOf(near) === answer
  if (isSame) return near
  return answer ? form.yes : form.no
}

function answerOf(value: string | number | bigint): boolean | undefined {
  const word = String(value).trim().toLowerCase()
  if (word === '1' || word === '0') return word === '1'
  if (word === '' || word === '-') return undefined
  if (PAIRS.some(([yes]) => yes === word)) return true
  return PAIRS.some(([, no]) => no === word) ? false : undefined
}
