// What of a message a table has, as figures from which a learned score is made (score.ts). Pure.
import type { FolderTable } from '../../contracts/folder.ts'
import type { SaidWords } from '../show/said-words.ts'
import { profileOf, type TableProfile } from './profile.ts'

/** The figures of a table, in the order of the weights. */
export const FEATURES = [
  'bias',
  'name',
  'nameLead',
  'columns',
  'columnsLead',
  'row',
  'rowLead',
  'rare',
  'rareLead',
  'any',
  'anyLead',
  'meaning',
  'meaningLead',
  'rowMeaning',
  'rowMeaningLead',
  'last',
  'before',
  'date',
  'size',
  'csv',
  'records',
  'list',
  'table',
  'text',
  'settings',
  'log',
  'folder',
  'own',
] as const

/** What a message is held against besides its words. */
export interface GroundInput {
  readonly said: SaidWords
  /** How much a stem says of what a message is about, 0 to 1. */
  weightOf(stem: string): number
  /** The message names a day or a period. */
  readonly hasSpan: boolean
  /** Likeness of the message to a text, -1 to 1; 0 where nobody knows. */
  likeness(gist: string): number
  /** Names of the tables of the last turn, and of the one before. */
  readonly last: readonly string[]
  readonly before: readonly string[]
}

interface Share {
  readonly name: number
  readonly columns: number
  readonly row: number
  readonly rare: number
  readonly any: number
  readonly meaning: number
  readonly rowMeaning: number
}

/** Figures of each table, in their order; `tables` are all of the folder. */
export function featuresOf(
  input: GroundInput,
  tables: readonly FolderTable[],
): readonly (readonly number[])[] {
  const profiles = tables.map(profileOf)
  const words = knownWords(input.said, profiles)
  const whole = [...input.said.stems].reduce((sum, stem) => sum + input.weightOf(stem), 0)
  const shares = profiles.map((profile) =>
    shareOf(profile, words, input, Math.max(whole, 0.5), profiles.length),
  )
  return tables.map((table, at) => {
    const own = shares[at]
    const profile = profiles[at]
    if (own === undefined || profile === undefined) return []
    const lead = (name: keyof Share) =>
      own[name] - Math.max(0, ...shares.map((other, index) => (index === at ? 0 : other[name])))
    const pair = (name: keyof Share) => [own[name], lead(name)]
    const isOf = (...kinds: readonly string[]) => (kinds.includes(table.kind) ? 1 : 0)
    return [
      1,
      ...(['name', 'columns', 'row', 'rare', 'any', 'meaning', 'rowMeaning'] as const).flatMap(pair),
      input.last.includes(table.name) ? 1 : 0,
      input.before.includes(table.name) ? 1 : 0,
      input.hasSpan && profile.hasDates ? 1 : 0,
      Math.log10(1 + profile.rowCount) / 3,
      isOf('csv'),
      isOf('records', 'sheet'),
      isOf('list'),
      isOf('table'),
      isOf('text'),
      isOf('settings', 'keys'),
      isOf('log'),
      isOf('folder'),
      isOf('memories', 'reminders', 'timers'),
    ]
  })
}

/** A stem of the folder that the message has or may mean, with how surely, and in how many tables it stands. */
interface KnownWord {
  readonly stem: string
  readonly weight: number
  readonly tables: number
}

function knownWords(said: SaidWords, profiles: readonly TableProfile[]): readonly KnownWord[] {
  const tables = new Map<string, number>()
  const weights = new Map<string, number>()
  for (const { index } of profiles)
    for (const [stem, likeness] of index.near(said)) {
      weights.set(stem, likeness)
      tables.set(stem, (tables.get(stem) ?? 0) + 1)
    }
  return [...weights].map(([stem, weight]) => ({ stem, weight, tables: tables.get(stem) ?? 0 }))
}

function shareOf(
  { name, columns, rows, gists }: TableProfile,
  words: readonly KnownWord[],
  { weightOf, likeness }: GroundInput,
  whole: number,
  count: number,
): Share {
  let [inName, inColumns, any, rare] = [0, 0, 0, 0]
  const perRow = new Map<number, number>()
  for (const { stem, weight, tables } of words) {
    const said = weight * weightOf(stem)
    const places = rows.get(stem)
    if (name.has(stem)) inName += said
    if (columns.has(stem)) inColumns += said
    if (!name.has(stem) && !columns.has(stem) && places === undefined) continue
    any += said
    rare += said * (1 - (tables - 1) / Math.max(count, 1))
    for (const row of places ?? []) perRow.set(row, (perRow.get(row) ?? 0) + said)
  }
  const [gist = '', ...others] = gists
  return {
    name: inName / whole,
    columns: inColumns / whole,
    row: Math.max(0, ...perRow.values()) / whole,
    rare: rare / whole,
    any: any / whole,
    meaning: likeness(gist),
    rowMeaning: Math.max(0, ...others.map(likeness)),
  }
}
