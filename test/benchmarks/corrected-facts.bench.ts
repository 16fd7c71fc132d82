/**
 * How many answers use what a person corrected. Run by hand:
 * `ETHERVOX_MODELS=… node test/benchmarks/corrected-facts.bench.ts [--model ID] [--limit N] [--skip N] [--home FOLDER]`.
 * Aim: at least 90 %. Each case of `corrected-facts.json` tells a fact wrongly (`told`, saved as a memory, if it is there), stores the
 * correction as its tool does, and asks in a new conversation; everything stays in one memory, so that each question is asked
 * beside all that was stored before it. An answer uses the correction if every `has` is in it and no `hasNot`; "not Falke"
 * is no `Falke`. The states that the model needs are kept in `--home`, so a second run is faster.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { composeSession } from '../../source/compose.ts'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { findProgram, homePaths } from '../../source/paths.ts'

interface Case {
  readonly id: string
  readonly told: string | null
  readonly correction: string
  readonly question: string
  /** Expressions, upper and lower case alike. */
  readonly has: readonly string[]
  readonly hasNot: readonly string[]
}

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'qwen2.5-coder-0.5b-instruct-q4_k_m' },
    limit: { type: 'string', default: '100' },
    skip: { type: 'string', default: '0' },
    home: { type: 'string', default: join(tmpdir(), 'ethervox-corrected-facts') },
  },
})
const all = JSON.parse(readFileSync(join(import.meta.dirname, 'corrected-facts.json'), 'utf8')) as Case[]
const asked = all.slice(Number(values.skip)).slice(0, Number(values.limit))
mkdirSync(values.home, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'ethervox-corrected-'))
const home = { ...homePaths(values.home, process.env), memory: join(folder, 'memory.sqlite') }

const session = await composeSession({
  program: findProgram(),
  home,
  workspace: folder,
  interactive: false,
  flags: { model: values.model, approve: 'write', temperature: 0, seed: 1, maxTokens: 96 },
  clock: {
    now: () => new Date('2026-03-12T10:24:30Z'),
    monotonicMs: () => performance.now(),
    timeZone: 'UTC',
  },
})
let events: SessionEvent[] = []
session.subscribe((event) => {
  if (event.type !== 'progress' && event.type !== 'view') events.push(event)
})
session.start()
await session.settled()
if (session.slot.engine === undefined) throw new Error(session.view.modelReason ?? 'no model is loaded')

let right = 0
try {
  for (const one of all.slice(0, Number(values.skip))) await store(one)
  for (const one of asked) {
    await store(one)
    await session.submit('/clear')
    const { answer, by } = await ask(one.question)
    const fault = faultOf(answer, one)
    if (fault === undefined) right++
    console.log(
      `${fault === undefined ? 'right' : 'WRONG'} ${one.id} (${by}): ${answer.replace(/\s*\n\s*/g, ' ⏎ ')}`,
    )
    if (fault !== undefined) console.log(`      ${fault}`)
  }
  const share = ((100 * right) / asked.length).toFixed(0)
  console.log(`${session.view.model}: ${right} of ${asked.length} answers use the correction (${share} %)`)
} finally {
  await session.close()
  rmSync(folder, { recursive: true, force: true })
}

/** As the tools store it when a person says it. */
async function store({ told, correction }: Case): Promise<void> {
  if (told !== null) await done(`/call memory_store ${JSON.stringify({ text: told })}`)
  await done(`/call memory_store_correction ${JSON.stringify({ correction })}`)
}

async function done(line: string): Promise<void> {
  events = []
  await session.submit(line)
  const finished = events.find((event) => event.type === 'tool.finished')
  if (finished?.ok !== true) throw new Error(`\`${line}\` failed: ${JSON.stringify(events.at(-1))}`)
}

async function ask(question: string): Promise<{ readonly answer: string; readonly by: string }> {
  events = []
  await session.submit(question)
  const answer = events.find((event) => event.type === 'answer')
  const called = events.flatMap((event) => (event.type === 'tool.called' ? [event.name] : []))
  const told = session.last?.outcome.remembered.length ?? 0
  const by = [answer?.source ?? 'none', ...called, `${told} told`].join(', ')
  return { answer: answer?.text ?? '', by }
}

/** undefined: the correction is used. */
function faultOf(answer: string, { has, hasNot }: Case): string | undefined {
  const expression = (source: string) => new RegExp(source, 'im')
  const missing = has.find((source) => !expression(source).test(answer))
  if (missing !== undefined) return `no ${missing}`
  const wrong = hasNot.find((source) => {
    const denied = new RegExp(
      String.raw`\b(?:not?|instead of|rather than|no longer|never|n['’]t)(?: \w+){0,2}? ["'“‘*\`]*(?:${source})`,
      'gi',
    )
    return expression(source).test(answer.replace(denied, ''))
  })
  return wrong === undefined ? undefined : `${wrong} is in it`
}
