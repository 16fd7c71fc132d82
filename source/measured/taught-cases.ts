// What was taught in a home, as cases of `ethervox eval --cases mine`.
import { UserError } from '../contracts/errors.ts'
import type { EvalCase } from '../evaluation/cases.ts'
import { parseCase } from '../evaluation/parse-case.ts'
import type { HomePaths } from '../paths.ts'
import { openCaseBook } from '../teaching/case-book.ts'
import { evalLine } from '../teaching/eval-line.ts'

/**
 * Calls are judged, what tools say is not: their facts are of another folder. `tell` gets a sentence for each entry that is left out;
 * throws `UserError` with all of them where no other is there.
 */
export function taughtCases(
  { teaching }: HomePaths,
  tell: (sentence: string) => void = () => undefined,
): readonly EvalCase[] {
  const book = openCaseBook(teaching)
  const { cases, problems } = book.read()
  if (cases.length === 0 && problems.length > 0) throw new UserError(problems.join('\n'), 1)
  for (const problem of problems) tell(problem)
  return cases.flatMap((one) => {
    const read = parseCase(evalLine(one), book.path)
    return read === undefined
      ? []
      : [{ ...read, turns: read.turns.map((turn) => ({ ...turn, fails: true })) }]
  })
}
