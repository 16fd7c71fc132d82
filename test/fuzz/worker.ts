// The thread that runs inputs: seeds, then changes of them, until its time is up. `run.ts` watches it and ends it when an input does not.
import { parentPort, workerData } from 'node:worker_threads'
import { Coverage } from './coverage.ts'
import { catchLate, execute } from './execute.ts'
import type { Finding } from './finding.ts'
import { nextInput } from './generate.ts'
import { minimize } from './minimize.ts'
import { CurrentInput, type Order, type Told } from './protocol.ts'
import { Random } from './random.ts'
import type { Target, TargetModule } from './target.ts'

/** Inputs between two looks at what was reached. */
const BATCH = 200
const BATCH_MS = 1_000
const MOST_KEPT = 2_000
/** For making an input smaller. */
const SMALLER_MS = 30_000
const MOST_TRIES = 600
/** Of each round: for so long new ways are looked for, and then it is run at full speed. */
const EXPLORE_MS = 8_000
const ROUND_MS = 30_000

const order = workerData as Order
const { open } = (await import(order.file)) as TargetModule
const target: Target = await open()
const current = new CurrentInput(order.memory)
const late = catchLate()
const coverage = new Coverage()
const known = new Set<string>()
const begun = performance.now()
const random = new Random(order.seed)
const pool = [...target.seeds, ...order.pool.map((input) => Buffer.from(input))]
const fresh: Buffer[] = []

let isExploring = true
await coverage.start()
for (const input of pool) await runOne(input)
await coverage.fresh()
while (performance.now() - begun < order.minutes * 60_000) {
  const isNext = (performance.now() - begun) % ROUND_MS < EXPLORE_MS
  if (isNext !== isExploring) await (isNext ? coverage.start() : coverage.stop())
  isExploring = isNext
  const batch = await runBatch()
  if (isExploring && (await coverage.fresh()) > 0) await findFresh(batch)
  tell({ type: 'progress', reached: coverage.reached, pool: pool.length })
}
target.close?.()
late.stop()
tell({ type: 'done', fresh, reached: coverage.reached })

async function runBatch(): Promise<readonly Buffer[]> {
  const until = performance.now() + BATCH_MS
  const batch: Buffer[] = []
  while (batch.length < BATCH && performance.now() < until) {
    const input = nextInput(target, pool, random)
    batch.push(input)
    await runOne(input)
  }
  return batch
}

/** The same once more, half by half: what was counted is forgotten first, so that it is found again. */
async function findFresh(inputs: readonly Buffer[]): Promise<void> {
  coverage.forget()
  const [only] = inputs
  if (only !== undefined && inputs.length === 1) {
    await runOne(only)
    if ((await coverage.fresh()) === 0 || pool.length >= MOST_KEPT) return
    pool.push(only)
    fresh.push(only)
    return
  }
  const half = Math.ceil(inputs.length / 2)
  for (const part of [inputs.slice(0, half), inputs.slice(half)]) {
    for (const input of part) await runOne(input)
    if ((await coverage.fresh()) > 0) await findFresh(part)
  }
}

async function runOne(input: Buffer): Promise<void> {
  current.begin(input)
  const found = await execute(target, input, late)
  if (found === undefined || known.has(found.signature)) return
  // While it is counted what is run, all of it is slow.
  if (found.kind === 'slow' && isExploring) return
  known.add(found.signature)
  tell({ type: 'found', finding: await smallest(found) })
}

async function smallest(found: Finding): Promise<Finding> {
  if (found.kind !== 'crash') return found
  const until = performance.now() + SMALLER_MS
  const isSame = async (input: Buffer) => {
    current.begin(input)
    return (await execute(target, input, late))?.signature === found.signature
  }
  const isEnough = () => performance.now() > until
  const small = await minimize(Buffer.from(found.input), isSame, MOST_TRIES, isEnough)
  return (await execute(target, small, late)) ?? found
}

function tell(told: Told): void {
  parentPort?.postMessage(told)
}
