// `ETHERVOX_MODELS=DIR ETHERVOX_PYTHON=PYTHON node scripts/tune-talk.ts MODEL [--seconds N] [--passes N]`: learns a model's adapter for talk, from what people say and short
// good replies (data/talk/), behind the head of the talk lane. Writes `.cache/tune-talk-MODEL.gguf`; it and the sum that is printed belong into models/ and its catalogue.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ChatMessage } from '../source/contracts/engine.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { pythonToTune, runTuning } from '../source/measured/run-tuning.ts'
import { findProgram } from '../source/paths.ts'
import { buildHead } from '../source/prompt/head.ts'
import { findChosen, openEngine, ROOT } from './model-engine.ts'
import { linesOf } from './reading-examples.ts'

interface Pair {
  readonly before?: readonly { readonly user: string; readonly reply: string }[]
  readonly text: string
  readonly reply: string
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, passes: { type: 'string', default: '2' } },
})
const { signal } = new AbortController()
const program = findProgram()
const chosen = await findChosen(positionals[0] ?? '')
const adapterPath = join(ROOT, '.cache', `tune-talk-${chosen.id}.gguf`)
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const folder = join(ROOT, 'data/talk')
const pairs = readdirSync(folder).flatMap((file) => linesOf<Pair>(join(folder, file)))
const lessons = pairs.map(({ before = [], text, reply }) => ({
  before: before.flatMap(({ user, reply }): ChatMessage[] => [
    { role: 'user', text: user },
    { role: 'assistant', text: reply },
  ]),
  message: text,
  answer: reply,
}))
const head = buildHead(readFileSync(program.systemText, 'utf8'), '')
const engine = await openEngine(
  chosen,
  { contextTokens: 512, callContextTokens: 512, adapter: 'none' },
  signal,
)
const tokens = await engine.callTokens?.({ name: 'talk', messages: [...head] }, lessons)
await engine.close()
if (tokens === undefined) throw new Error('this engine gives no tokens')
const calls = Array.from({ length: Number(values.passes) }, () => tokens.calls).flat()
const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
console.log(`${lessons.length} replies`)
await runTuning(
  {
    ...{ modelPath: chosen.path, adapterPath, tools: [{ ...tokens, calls }], start: undefined },
    ...{ begin: 0, first: 0, seconds, learns: ['talk'] },
    python: pythonToTune(process.env),
    script: program.tuneCalls,
    onStep: ({ step, steps }) => console.log(`step ${step} of ${steps}`),
  },
  signal,
)
console.log(`${adapterPath}: sha256 ${sha256Hex(readFileSync(adapterPath))}`)
