// Whether a message is for the tables at all, or for another tool or none: learned from what the tables have of it, what the router says, and what it
// means. Pure.
import type { RouteDecision } from '../../contracts/router.ts'
import type { GroundInput } from './features.ts'

/** What was learned (scripts/learn-ground.ts). */
export interface AboutModel {
  /** With a sentence model: one for each figure, then one for each number of the message's vector. */
  readonly meant: readonly number[]
  /** Without: one for each figure. */
  readonly worded: readonly number[]
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

/** Probability, 0 to 1, that the message is for the tables. */
export function probabilityAbout(
  figures: readonly number[],
  vector: Float32Array | undefined,
  model: AboutModel,
): number {
  const weights = vector === undefined ? model.worded : model.meant
  const own = figures.reduce((sum, one, at) => sum + one * (weights[at] ?? 0), 0)
  const meant = vector?.reduce((sum, one, at) => sum + one * (weights[figures.length + at] ?? 0), 0) ?? 0
  return 1 / (1 + Math.exp(-(own + meant)))
}
