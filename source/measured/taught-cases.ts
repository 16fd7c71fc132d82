// What was taught in a home, as cases of `ethervox eval --cases mine`.
import { UserError } from '../contracts/errors.ts'
import type { EvalCase } from '../evaluation/cases.ts'
import { parseCase } from '../evaluation/parse-case.ts'
import type { HomePaths } from '../paths.ts'
import { openCaseBook } from '../teaching/case-book.ts'
import { evalLine } from '../teaching/eval-line.ts'

/** Calls are judged, what tools say is not: their facts are of another folder. Throws `UserError` for what is wrong in the file. */
export function taughtCases({ teaching }: HomePaths): readonly EvalCase[] {
  const book = openCaseBook(teaching)
  const { cases, problems } = book.read()
  const [problem] = problems
  if (problem !== undefined) throw new UserError(problem, 1)
  return cases.flatMap((one) => {
    const read = parseCase(evalLine(one), book.path)
    return read === undefined
      ? []
      : [{ ...read, turns: read.turns.map((turn) => ({ ...turn, fails: true })) }]
  })
}
