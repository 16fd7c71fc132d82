// Requests as the program sees them when it reads what they ask for: a text for the sentence model, and figures.
import { readFileSync } from 'node:fs'
import { aboutFigures } from '../source/folder/ground/about.ts'
import { FEATURES, featuresOf } from '../source/folder/ground/features.ts'
import { profileOf } from '../source/folder/ground/profile.ts'
import { groundMessage, weightOfStem } from '../source/folder/ground/score.ts'
import type { TablesModel } from '../source/folder/table-reader.ts'
import { findProgram } from '../source/paths.ts'
import { readingFigures } from '../source/reading/figures.ts'
import { readingText } from '../source/reading/reading-text.ts'
import { groundInputs, plainVectorsOf, routesOf } from './ground-inputs.ts'
import type { ReadingExample } from './reading-examples.ts'

export interface SeenRequest {
  readonly text: string
  readonly figures: readonly number[]
}

/** Texts of tables beside a request. */
const GISTS = 2
const tablesModel: TablesModel = JSON.parse(readFileSync(findProgram().tables, 'utf8'))

/** How many figures tables give. */
export const ABOUT_COUNT = aboutFigures({
  ...{
    best: FEATURES.map(() => 0),
    score: 0,
    lead: 0,
    route: { candidates: [], by: 'none', tool: null },
    goesOn: false,
  },
  ...{ isTableTool: () => false, message: '' },
  ground: groundInputs(
    new Map(),
    new Set(),
    () => 1,
  )({ message: '', today: '2026-01-01', last: [], before: [] }),
}).length

/** In the order of the requests. */
export async function seeRequests(
  all: readonly Pick<ReadingExample, 'message' | 'last' | 'lastTables' | 'today' | 'tables'>[],
  groups: readonly (readonly string[])[],
): Promise<readonly SeenRequest[]> {
  const tables = [...new Set(all.flatMap(({ tables }) => tables))]
  const routes = await routesOf(all.map(({ message }) => message))
  const vectors = await plainVectorsOf([
    ...all.map(({ message }) => message),
    ...tables.flatMap((table) => profileOf(table).gists),
  ])
  const weightOf = weightOfStem(tablesModel)
  const weak = new Set(
    Object.entries(tablesModel.stems).flatMap(([stem, weight]) => (weight <= 0.2 ? [stem] : [])),
  )
  const inputOf = groundInputs(vectors, weak, weightOf)
  return all.map(({ message, last, lastTables, today, tables }) => {
    const route = routes.get(message) ?? { candidates: [], by: 'none' as const, tool: null }
    const ground = inputOf({ message, today, last: lastTables, before: [] })
    const rows = featuresOf(ground, tables)
    const grounding = groundMessage(ground, tables, tablesModel)
    const [best, next] = grounding.tables
    const about =
      best &&
      aboutFigures({
        ...{
          best: rows[tables.indexOf(best.table)] ?? [],
          score: best.score,
          lead: best.score - (next?.score ?? 0),
        },
        ...{ ground, route, message, goesOn: lastTables.length > 0 },
        isTableTool: (tool) => tablesModel.about.tableTools.includes(tool),
      })
    const ofTables = about && best && { about, best: best.probability, none: grounding.none }
    const gists = grounding.tables.slice(0, GISTS).map(({ table }) => profileOf(table).gists[0] ?? '')
    return {
      text: readingText(message, last, gists),
      figures: readingFigures({ request: message, route, last, tables: ofTables }, groups, ABOUT_COUNT),
    }
  })
}
