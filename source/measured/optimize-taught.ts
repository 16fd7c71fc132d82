// What the person taught, as cases of the optimizer's trials. The router knows them by heart, so they say something of the
// arguments, and of whether what needs no tool still gets none.
import { takesArguments } from '../contracts/manifest.ts'
import type { TaughtCase } from '../contracts/teaching.ts'
import { partOf } from '../evaluation/cases.ts'
import { compileSchema } from '../lib/json-schema.ts'
import type { TrialCase } from '../optimizer/ports.ts'
import type { Ground } from '../session/ports.ts'
import { isOfOtherVersion } from '../session/taught-shots.ts'
import { openCaseBook } from '../teaching/case-book.ts'

/** Those whose arguments are known and still valid, for tools that are on; none is kept for a report. */
export function taughtTrials(folder: string, tools: Ground['tools']): readonly TrialCase[] {
  return openCaseBook(folder)
    .read()
    .cases.flatMap((one): TrialCase[] => {
      const { id, text, tool } = one
      if (!isJudged(one, tools)) return []
      const accepted = Object.fromEntries(
        Object.entries(one.arguments ?? {}).map(([name, value]) => [name, [value]]),
      )
      const part = partOf(text) === 'train' ? 'train' : 'accept'
      // Its own example must not stand before it.
      return [{ id: `taught ${id}`, part, message: text, tool, accepted, isExample: true, isTaught: true }]
    })
}

function isJudged(taught: TaughtCase, tools: Ground['tools']): boolean {
  const { tool, arguments: args } = taught
  if (tool === null) return true
  const detail = tools.isEnabled(tool) ? tools.detail(tool) : undefined
  const version = tools.entries.find(({ name }) => name === tool)?.version
  if (detail === undefined || isOfOtherVersion(taught, version)) return false
  return args === undefined ? !takesArguments(detail) : compileSchema(detail.parameters)(args).length === 0
}
