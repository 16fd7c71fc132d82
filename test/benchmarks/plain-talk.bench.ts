/**
 * How a model answers where no tool does. Run by hand:
 * `ETHERVOX_MODELS=… npx node test/benchmarks/plain-talk.bench.ts [--model ID] [--part train|accept|report|all] [--every N] [--home FOLDER] [--show]`.
 * `plain-talk.jsonl` was written blind: plain knowledge (`any`: pieces of text of which a right answer has one), questions about the person
 * that only they can answer (`own`: the answer has to say that it is not known), and questions with "my" or "we" that anybody can
 * answer (`other`: the answer must not say so). Every message stands alone, with an empty memory, greedy, 48 tokens at most.
 * Each answer is judged by its words, so a person would judge a few otherwise. `--show` prints the answers: keep it away from *report*.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { composeSession } from '../../source/compose.ts'
import { partOf } from '../../source/evaluation/cases.ts'
import { findProgram, homePaths } from '../../source/paths.ts'

interface Case {
  readonly message: string
  readonly kind: 'knowledge' | 'own' | 'other'
  readonly any?: readonly string[]
}

const DENIES =
  /\b(?:(?:do|did|have|has|had|can|could|was|were|is|am|are)(?:n['’]t| not)|cannot|unable|not sure|no (?:information|record|memor(?:y|ies))|nobody told|nothing)\b/i
const REFUSES =
  /(?:can['’]?t|cannot|could not|couldn['’]t) (?:assist|help|find|say|\w+ (?:my|your))|\b(?:do|did|have)(?:n['’]t| not) (?:know|told?)|not told me|^i['’]?m sorry/i

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'qwen2.5-coder-0.5b-instruct-q4_k_m' },
    part: { type: 'string', default: 'report' },
    home: { type: 'string', default: join(tmpdir(), 'ethervox-plain-talk') },
    every: { type: 'string', default: '1' },
    show: { type: 'boolean', default: false },
  },
})
const cases = readFileSync(join(import.meta.dirname, 'plain-talk.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case)
  .filter(({ message }) => values.part === 'all' || partOf(message) === values.part)
  .filter((_, at) => at % Number(values.every) === 0)
mkdirSync(values.home, { recursive: true })
const session = await composeSession({
  program: findProgram(),
  home: homePaths(values.home, process.env),
  workspace: values.home,
  interactive: false,
  flags: { model: values.model, approve: 'none', mode: 'fresh', temperature: 0, seed: 1, maxTokens: 48 },
  clock: {
    now: () => new Date('2026-03-12T10:24:30Z'),
    monotonicMs: () => performance.now(),
    timeZone: 'UTC',
  },
})
let answer = ''
session.subscribe((event) => {
  if (event.type === 'answer') answer = event.text
})
session.start()
await session.settled()
if (session.slot.engine === undefined) throw new Error(session.view.modelReason ?? 'no model is loaded')

const counts = { knowledge: [0, 0], own: [0, 0], other: [0, 0] }
try {
  for (const one of cases) {
    answer = ''
    await session.submit(one.message)
    const right = isRight(one, answer)
    const count = counts[one.kind]
    count[0] = (count[0] ?? 0) + Number(right)
    count[1] = (count[1] ?? 0) + 1
    if (values.show)
      console.log(`${right ? 'right' : 'WRONG'} ${one.message} → ${answer.replace(/\s*\n\s*/g, ' ⏎ ')}`)
  }
  const shares = Object.entries(counts).map(([kind, [right = 0, all = 0]]) => `${kind} ${right} of ${all}`)
  console.log(`${session.view.model}, ${values.part}: ${shares.join(', ')}`)
} finally {
  await session.close()
}

function isRight({ kind, any = [] }: Case, text: string): boolean {
  if (kind === 'own') return DENIES.test(text)
  if (kind === 'other') return text.trim() !== '' && !REFUSES.test(text)
  return any.some((piece) => text.toLowerCase().includes(piece))
}
