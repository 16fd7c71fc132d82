// `node test/fuzz/run.ts TARGET --minutes N [--seed S]`: docs/fuzzing.md.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256Hex } from '../../source/lib/checksum.ts'
import { keep, readCorpus } from './corpus.ts'
import { addHours, currentCommit, readHours, sumUp } from './hours.ts'
import { fileOfTarget, TARGETS } from './target.ts'
import { watch } from './watch.ts'

/** Inputs that reached new code, for the next run; not part of the repository. */
const POOL = join(import.meta.dirname, '../../.cache/fuzz')

/** Of those, what is small enough for the repository. */
const MOST_KEPT_BYTES = 4_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    hours: { type: 'boolean' },
    keep: { type: 'boolean' },
  },
})
const [name] = positionals
const minutes = Number(values.minutes ?? '1')
const seed = values.seed === undefined ? Date.now() % 1_000_000_007 : Number(values.seed)
if (values.hours) console.log(sumUp(TARGETS, readHours()))
else if (values.keep) for (const target of TARGETS) keepWays(target)
else if (!TARGETS.some((one) => one === name) || !(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error(
    `node test/fuzz/run.ts TARGET --minutes N [--seed S], --hours or --keep; targets: ${TARGETS.join(', ')}`,
  )
  process.exitCode = 2
} else await fuzz(name as string)

async function fuzz(target: string): Promise<void> {
  console.log(`${target}, seed ${seed}, ${minutes} minutes`)
  let told = performance.now()
  const pool = [...readCorpus(target).map(({ input }) => input), ...readPool(target)]
  const watched = await watch({
    file: fileOfTarget(target),
    ...{ seed, minutes, pool },
    onFinding: ({ kind, what, input }) =>
      console.log(`FOUND ${kind}: ${keep(target, kind, input)}\n${what.split('\n').slice(0, 8).join('\n')}`),
    onProgress: (executions, reached, size) => {
      if (performance.now() - told < 30_000) return
      told = performance.now()
      console.log(`  ${executions} inputs, ${reached} characters of code reached, ${size} in the pool`)
    },
  })
  writePool(target, watched.fresh)
  const { executions, cpuMinutes, findings, reached } = watched
  const rate = executions / (watched.minutes * 60)
  console.log(
    `${target}: ${executions} inputs in ${watched.minutes.toFixed(2)} minutes (${rate.toFixed(0)} a second), ${findings.length} findings, ${reached} characters of code reached, ${watched.fresh.length} inputs that reached new code`,
  )
  const rounded = (value: number) => Math.round(value * 100) / 100
  addHours({
    ...{ target, seed, minutes: rounded(watched.minutes), cpuMinutes: rounded(cpuMinutes), executions },
    findings: findings.length,
    commit: currentCommit(),
  })
  process.exitCode = findings.length === 0 ? 0 : 1
}

/** Small inputs of the pool become part of the corpus. */
function keepWays(target: string): void {
  const small = readPool(target).filter(({ length }) => length <= MOST_KEPT_BYTES)
  for (const input of small) keep(target, 'way', input)
  console.log(`${target}: ${small.length} inputs kept`)
}

function readPool(target: string): readonly Buffer[] {
  const folder = join(POOL, target)
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file)))
}

function writePool(target: string, inputs: readonly Uint8Array[]): void {
  for (const input of inputs) writeFileSync(join(POOL, target, sha256Hex(input).slice(0, 16)), input)
}
