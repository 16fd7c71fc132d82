// The tests that every tool brings in its config.yaml, as cases.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../contracts/errors.ts'
import { readToolWords, type ToolCase } from '../manifest/tool-words.ts'
import type { EvalCase, EvalTurn } from './cases.ts'

/** Reads the tests of every folder below each of `toolsDirs`, by name; throws `UserError` with file, line and column. */
export function loadOwnCases(...toolsDirs: readonly string[]): readonly EvalCase[] {
  return toolsDirs.flatMap((toolsDir) => casesOf(toolsDir))
}

function casesOf(toolsDir: string): readonly EvalCase[] {
  return readdirSync(toolsDir)
    .sort()
    .flatMap((folder) => {
      const file = join(toolsDir, folder, 'config.yaml')
      if (!existsSync(file)) return []
      const { words, problems } = readToolWords(readFileSync(file, 'utf8'), file)
      const [problem] = problems
      if (problem !== undefined) throw new UserError(problem.message, 1)
      return (words?.tests ?? []).map((test) => caseOf(test, folder))
    })
}

function caseOf(test: ToolCase, folder: string): EvalCase {
  const turn: EvalTurn = {
    input: test.input,
    tool: test.tool === undefined ? folder : test.tool,
    arguments: test.arguments ?? {},
    // A request for a neighbour is there to say whose it is.
    ...(test.tool != null && test.arguments === undefined && { anyOf: [test.tool] }),
    gold: (test.contains ?? []).map((text) => [text]),
    fails: false,
  }
  return { id: test.id, turns: [turn], tags: test.tags ?? [], difficulty: test.difficulty ?? 'medium' }
}
