// Which tables the program would show a model with a message, for the scripts that teach and measure SQL: chosen as `TableReader` chooses them.
import type { FolderTable } from '../source/contracts/folder.ts'
import { profileOf } from '../source/folder/ground/profile.ts'
import { type GroundModel, groundMessage, weightOfStem } from '../source/folder/ground/score.ts'
import { chooseTables } from '../source/folder/show/choose-tables.ts'
import { groundInputs, plainVectorsOf } from './ground-inputs.ts'
import { namesIn, type PairFolder, type SqlPair } from './sql-pairs.ts'

const { default: model } = await import('../models/tables.json', { with: { type: 'json' } })
const ground: GroundModel = model

/** Stems that are no reason for a cell. */
export const WEAK: ReadonlySet<string> = new Set(
  Object.entries(model.stems).flatMap(([stem, weight]) => (weight <= 0.2 ? [stem] : [])),
)

/** In the order of the folder; `last` is the message before. */
export type ShownTables = (
  folder: PairFolder,
  pair: SqlPair,
  last: SqlPair | undefined,
) => readonly FolderTable[]

/** With the sentence model of ETHERVOX_MODELS, without it by words alone. */
export async function shownTables(folders: readonly PairFolder[]): Promise<ShownTables> {
  const texts = folders.flatMap(({ tables, pairs }) => [
    ...tables.flatMap((table) => profileOf(table).gists),
    ...pairs.map(({ message }) => message),
  ])
  const inputOf = groundInputs(await plainVectorsOf(texts), WEAK, weightOfStem(ground))
  const namesOf = (pair: SqlPair | undefined) => (pair === undefined ? [] : namesIn(pair))
  return ({ tables }, { message, today }, last) => {
    const input = inputOf({ message, today, last: namesOf(last), before: [] })
    return chooseTables(groundMessage(input, tables, ground).tables, tables)
  }
}
