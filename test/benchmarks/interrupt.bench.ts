// `ETHERVOX_MODELS=DIR node test/benchmarks/interrupt.bench.ts [MODEL] [TIMES] [KIND]`: how soon after an interrupt the prompt is usable,
// and how soon the engine is free for the next request. Interrupts are spread evenly over four kinds of turns: a long answer, a
// call with its answer, a first call that has to make its tool's state, and the reading of 2,000 tokens.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeSession } from '../../source/compose.ts'
import { findProgram, homePaths } from '../../source/paths.ts'

const PROMPT_MS = 200
const ENGINE_MS = 600

const model = process.argv[2] ?? 'qwen2.5-coder-0.5b-instruct-q4_k_m'
const times = Number(process.argv[3] ?? 20)
/** Only kinds with this in their titles. */
const wanted = process.argv[4] ?? ''
const home = mkdtempSync(join(tmpdir(), 'ethervox-interrupt-'))
const session = await composeSession({
  program: findProgram(),
  home: homePaths(home, process.env),
  flags: { model, answers: 'model' },
  interactive: false,
  workspace: join(import.meta.dirname, '../cases/workspace'),
  clock: {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    timeZone: 'UTC',
  },
})
session.start()
await session.settled()
const engine = session.slot.engine
if (engine === undefined) throw new Error(session.slot.reason ?? `${model} did not load`)

interface Taken {
  readonly promptMs: number
  readonly engineMs: number
}

/** undefined: the turn had ended before. */
async function interruptAfter(line: string, delayMs: number): Promise<Taken | undefined> {
  const ended = session.submit(line)
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  const at = performance.now()
  if (!session.interrupt()) return undefined
  const free = engine?.countTokens(['x']).then(() => performance.now() - at)
  await ended
  const promptMs = performance.now() - at
  return { promptMs, engineMs: (await free) ?? 0 }
}

/** How long the turn takes if nobody interrupts it, at most ten seconds. */
async function lengthOf(line: string): Promise<number> {
  const at = performance.now()
  const ended = session.submit(line)
  const timer = setTimeout(() => session.interrupt(), 10_000)
  await ended
  clearTimeout(timer)
  return performance.now() - at
}

/** One for each tool that has a state. */
const FIRST_CALLS = [
  'How much is 12 divided by 7 plus 3 times 4?',
  'Let me have a look at what the file notes.txt says',
  'Look for the word heater in all the files here',
  'I would like to see what there is in the docs folder',
  'A bike of 260 euros gets 15 percent cheaper, what will I pay?',
]
/** About 2,000 tokens each; no two begin alike, or what stands of one would be kept for the next. */
const longPrompts = Array.from({ length: times + 1 }, (_, at) =>
  `Letter ${at + 1}. ${'The keeper wrote down how the wind had turned and which ships had passed the cape. '.repeat(117)}`.trim(),
)
const kinds: readonly (readonly [title: string, lines: readonly string[], isFirst: boolean])[] = [
  ['first calls that make their states', FIRST_CALLS, true],
  ['a call and its answer', FIRST_CALLS.slice(2, 3), false],
  ['reading 2,000 tokens', longPrompts, false],
  ['a long answer', ['Write a long story about a lighthouse keeper and the sea.'], false],
]
for (const [title, lines, isFirst] of kinds.filter(([one]) => one.includes(wanted))) {
  // The first one also makes what is missing.
  if (!isFirst) await lengthOf(lines[0] ?? '')
  const length = isFirst ? 3_000 : await lengthOf(lines[0] ?? '')
  const count = isFirst ? lines.length : times
  const taken: Taken[] = []
  for (let at = 0; at < count; at++) {
    await session.submit('/clear')
    const one = await interruptAfter(
      lines[(at + 1) % lines.length] ?? '',
      ((at + 0.5) / count) * length * 0.9,
    )
    if (one !== undefined) taken.push(one)
  }
  const row = (name: string, pick: (one: Taken) => number, most: number) => {
    const sorted = taken.map(pick).sort((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    console.log(
      `  ${name.padEnd(14)} P50 ${at(0.5)} ms, P95 ${at(0.95)} ms, most ${at(1)} ms (wanted: ${most})`,
    )
  }
  console.log(`${title}: ${taken.length} interrupts within ${Math.round(length)} ms`)
  row('prompt usable', (one) => one.promptMs, PROMPT_MS)
  row('engine free', (one) => one.engineMs, ENGINE_MS)
}
await session.close()
rmSync(home, { recursive: true, force: true })
