// `node test/benchmarks/engine.bench.ts MODEL.gguf`: what the engine's process costs and what saved states save.
// Ratios within one run: head restored against its prefill, decoding through process and events against a bare loop.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Engine } from '../../source/contracts/engine.ts'
import { findProgram } from '../../source/paths.ts'
import { buildHead } from '../../source/prompt/head.ts'
import { loadPlainEngine } from '../helpers/plain-engine.ts'

const TOKENS = 96
const ROUNDS = 5

const modelPath = process.argv[2]
if (modelPath === undefined) throw new Error('usage: node test/benchmarks/engine.bench.ts MODEL.gguf')
const program = findProgram()
const states = mkdtempSync(join(tmpdir(), 'ethervox-bench-'))
const signal = new AbortController().signal
const head = buildHead(
  'You are a helpful assistant.',
  'Tools:\n'.concat('some_tool: Does one thing well\n'.repeat(22)),
)
const question = 'Write a long story about a lighthouse keeper and the sea.'

const open = (): Promise<Engine> =>
  loadPlainEngine({
    ...{ childPath: program.engineChild, modelPath, statesDir: states },
    ...{ modelId: basename(modelPath, '.gguf'), threads: 2, statesBudgetBytes: 1e9, signal },
  })

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const prefill: number[] = []
const restore: number[] = []
let headTokens = 0
for (let round = 0; round < 3; round++) {
  rmSync(states, { recursive: true, force: true })
  const first = await open()
  const built = await first.prepareHead(head, { signal, persist: false })
  await first.prepareHead([{ role: 'system', text: 'x' }], { signal, persist: false })
  await first.prepareHead(head, { signal })
  await first.close()
  const second = await open()
  const restored = await second.prepareHead(head, { signal })
  if (built.source !== 'built' || restored.source !== 'restored')
    throw new Error(`${built.source}, ${restored.source}`)
  prefill.push(built.ms)
  restore.push(restored.ms)
  headTokens = built.tokens
  await second.close()
}
console.log(
  `head of ${headTokens} tokens: prefill ${median(prefill).toFixed(0)} ms, restored with checksum ${median(restore).toFixed(1)} ms: ${(median(prefill) / median(restore)).toFixed(0)} × faster`,
)

const through: number[] = []
const bare: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const engine = await open()
  let firstAt = 0
  let received = 0
  const result = await engine.talk(
    {
      messages: [
        { role: 'system', text: 'You are a helpful assistant.' },
        { role: 'user', text: question },
      ],
      maxTokens: TOKENS,
      temperature: 0,
      seed: 1,
      onText: () => {
        received++
        firstAt ||= performance.now()
      },
    },
    signal,
  )
  through.push(((result.usage.generated - 1) / (performance.now() - firstAt)) * 1000)
  if (received === 0) throw new Error('no events')
  const prompt = await engine.renderPrompt([
    { role: 'system', text: 'You are a helpful assistant.' },
    { role: 'user', text: question },
  ])
  await engine.close()
  const printed = execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'bare-loop.mjs'), modelPath, prompt, String(TOKENS), '1'],
    {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    },
  )
  bare.push(Number(printed.trim()))
}
const ratios = through.map((rate, round) => rate / (bare[round] ?? 1))
console.log(
  `decode, tokens a second: through the process ${median(through).toFixed(1)}, bare loop ${median(bare).toFixed(1)}; median of ${ROUNDS} paired ratios ${median(ratios).toFixed(3)} (${ratios.map((one) => one.toFixed(2)).join(' ')})`,
)
rmSync(states, { recursive: true, force: true })
