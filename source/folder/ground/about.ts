// What the tables have of a message and what the router says of it, as figures from which is learned what it asks for (source/reading/). Pure.
import type { RouteDecision } from '../../contracts/router.ts'
import type { GroundInput } from './features.ts'

/** Tools by what they do beside tables (scripts/learn-ground.ts). */
export interface AboutModel {
  /** Tools whose work a program about tables does, so that it does not matter which of them the router would choose. */
  readonly tableTools: readonly string[]
  /** Those of them that look into what the program keeps itself, by meaning too: they answer what is asked of it. */
  readonly ownTools: readonly string[]
}

/** Tools that do what a program about tables does, by name; a message for one of them may be for the tables. */
export type IsTableTool = (tool: string) => boolean

/** The figures of a message: `best` are those of the likeliest table, `score` and `lead` its score and how far it is from the next one. */
export interface AboutInput {
  readonly best: readonly number[]
  readonly score: number
  readonly lead: number
  readonly ground: GroundInput
  readonly route: Pick<RouteDecision, 'candidates' | 'by' | 'tool'>
  readonly isTableTool: IsTableTool
  /** The last turn was about tables. */
  readonly goesOn: boolean
  readonly message: string
}

/** Figures in the order of the weights. */
export function aboutFigures(input: AboutInput): readonly number[] {
  const { best, score, lead, ground, route, isTableTool, goesOn, message } = input
  const sum = (of: (tool: string) => boolean) =>
    route.candidates.reduce((all, { tool, score: share }) => all + (of(tool) ? share : 0), 0)
  const [forTables, forOthers] = [sum(isTableTool), sum((tool) => !isTableTool(tool))]
  const words = message.split(/\s+/).length
  return [
    1,
    ...best.slice(1),
    score / 5,
    Math.min(lead, 5) / 5,
    forTables,
    forOthers,
    forOthers > 0.9 ? 1 : 0,
    Math.max(0, 1 - forTables - forOthers),
    goesOn ? 1 : 0,
    goesOn && words <= 6 ? 1 : 0,
    Math.min(words, 30) / 15,
    message.includes('?') ? 1 : 0,
    ground.hasSpan ? 1 : 0,
  ]
}
