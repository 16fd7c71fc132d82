// A request as figures: what the tables have of it, what the router says, what was asked before. Pure.
import { ACTS, type LastRequest } from '../contracts/request-acts.ts'
import type { RouteDecision } from '../contracts/router.ts'
import type { TableFigures } from '../contracts/table-request.ts'

export interface FigureInput {
  readonly request: string
  readonly route: Pick<RouteDecision, 'tool' | 'by' | 'candidates'>
  readonly last: LastRequest | undefined
  /** undefined: the folder has none. */
  readonly tables: Omit<TableFigures, 'gists'> | undefined
}

/** A request of so many words may lean on the one before. */
const FEW_WORDS = 5

/** In the order of the weights. `groups` are tools whose scores count together; `aboutCount` is how many figures `aboutFigures` gives. */
export function readingFigures(
  { request, route, last, tables }: FigureInput,
  groups: readonly (readonly string[])[],
  aboutCount: number,
): readonly number[] {
  const scores = new Map(route.candidates.map(({ tool, score }) => [tool, score]))
  const sums = groups.map((tools) => tools.reduce((sum, tool) => sum + (scores.get(tool) ?? 0), 0))
  const all = [...scores.values()].reduce((sum, score) => sum + score, 0)
  const before = [...ACTS.map((act) => (last?.act === act ? 1 : 0)), last === undefined ? 1 : 0]
  const isShort = request.split(/\s+/).length <= FEW_WORDS ? 1 : 0
  return [
    ...(tables?.about.slice(1) ?? Array.from({ length: aboutCount - 1 }, () => 0)),
    tables?.best ?? 0,
    tables?.none ?? 1,
    tables === undefined ? 1 : 0,
    ...sums,
    all,
    route.tool === null ? 1 : 0,
    route.by === 'pattern' ? 1 : 0,
    ...before,
    ...before.map((one) => one * isShort),
    isShort,
    /\d/.test(request) ? 1 : 0,
  ]
}
