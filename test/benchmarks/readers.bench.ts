/**
 * How careful readers do on the tools' own cases: `npx node test/benchmarks/readers.bench.ts`. `test/cases/readers/` has the answers of two (`a`, `b`) who saw
 * the messages, and names, descriptions and parameters of the tools, and nothing else; and what two others said of each outcome on which they
 * and the label did not agree (`disputed.jsonl`). Labels were changed by that (docs/accuracy.md, "The labels"), so they are better here than they were
 * before. Cases without an answer, which came later, are left out and counted.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../source/contracts/json.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { type EvalCase, partOf } from '../../source/evaluation/cases.ts'
import { percent, shareOf } from '../../source/evaluation/figures.ts'
import { argumentsMatch } from '../../source/evaluation/match-arguments.ts'
import { loadOwnCases } from '../../source/evaluation/own-cases.ts'
import { sameResultBy } from '../../source/evaluation/same-result.ts'

interface Answer {
  readonly id: string
  readonly tool: string | null
  readonly arguments: JsonObject
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const sameResult = sameResultBy({
  loadTool: async (name) => (await import(`${root}tools/${name}/tool.ts`)).default as Tool,
  workspace: `${root}test/cases/workspace`,
  clock: { now: () => new Date('2026-03-12T10:24:30Z'), monotonicMs: () => 0, timeZone: 'UTC' },
  version: '0',
})
const cases = loadOwnCases(`${root}tools`)

for (const reader of ['a', 'b']) {
  const lines = readFileSync(`${root}test/cases/readers/${reader}.jsonl`, 'utf8').trim().split('\n')
  const answers = new Map(
    lines.map((line) => JSON.parse(line) as Answer).map((answer) => [answer.id, answer]),
  )
  const known = cases.filter(({ id }) => answers.has(id))
  const judged = await Promise.all(known.map(async (one) => judge(one, answers.get(one.id))))
  for (const part of ['train', 'accept', 'report']) {
    const own = judged.filter(({ id }) => partOf(id) === part)
    const needing = own.filter(({ needs }) => needs)
    const tool = shareOf(needing, ({ rightTool }) => rightTool)
    const whole = shareOf(
      needing.filter(({ hasArguments }) => hasArguments),
      ({ right }) => right,
    )
    const none = shareOf(
      own.filter(({ needs }) => !needs),
      ({ rightTool }) => rightTool,
    )
    console.log(
      `reader ${reader}, ${part}: right tool ${percent(tool)}, end to end ${percent(whole)}, no tool ${percent(none)}`,
    )
  }
  if (known.length < cases.length)
    console.log(`left out, for they have no answer: ${cases.length - known.length}`)
}

async function judge({ id, turns: [turn] }: EvalCase, answer: Answer | undefined) {
  const tool = turn?.tool ?? null
  const called = answer?.tool ?? null
  const rightTool = called === tool || (called !== null && (turn?.anyOf?.includes(called) ?? false))
  const hasArguments = turn?.anyOf === undefined && Object.keys(turn?.arguments ?? {}).length > 0
  const isMatch =
    !hasArguments ||
    (await argumentsMatch({ tool, arguments: turn?.arguments ?? {} }, answer?.arguments ?? {}, sameResult))
  return { id, needs: tool !== null, hasArguments, rightTool, right: rightTool && isMatch }
}
