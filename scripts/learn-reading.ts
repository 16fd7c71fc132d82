// `ETHERVOX_MODELS=DIR ETHERVOX_PYTHON=PYTHON node scripts/learn-reading.ts [--kept DIR]`: learns what a request asks for and writes models/reading.json and
// models/reading.safetensors. Prints how often the likeliest act is right in conversations that were kept apart. PYTHON has torch, numpy, gguf and
// safetensors. With --kept what is slow is kept there and used again.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getLlama, LlamaLogLevel } from 'node-llama-cpp'
import { ACTS, BEYOND } from '../source/contracts/request-acts.ts'
import { findSentenceModel, sumOf, tunedId } from '../source/home/meaning-of-home.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { floatsOf, readSafetensors } from '../source/lib/safetensors.ts'
import { findProgram, homePaths } from '../source/paths.ts'
import { type ReadingModel, scaled, shared } from '../source/reading/reading-model.ts'
import { learnCuts } from './learn-cuts.ts'
import { type ReadingExample, readingExamples } from './reading-examples.ts'
import { runPython } from './run-python.ts'
import { ABOUT_COUNT, type SeenRequest, seeRequests } from './seen-requests.ts'

/** Tools whose scores count together: a change of one of them by another does not matter here. */
const GROUPS = [
  ['calculator_compute', 'percentage_calculate', 'unit_convert'],
  ['date_compute', 'get_date', 'get_day', 'get_time', 'get_time_in', 'time_get_week_number'],
  ['get_weather_forecast', 'web_fetch', 'shell_run', 'speak', 'system_capabilities', 'tool_info'],
  ['timer_create', 'timer_cancel', 'alarm_create'],
  ['memory_store', 'memory_store_correction'],
  ['memory_search', 'memory_reminder_list', 'timer_list'],
  ['memory_forget', 'memory_delete', 'memory_complete_reminder', 'memory_update_reminder'],
  ['file_query', 'file_search', 'file_read', 'file_list', 'file_find'],
  ['file_edit', 'file_append', 'file_change', 'file_write'],
]
const ACT_OF = {
  file_query: 'ask',
  file_change: 'change',
  file_edit: 'change',
  file_append: 'change',
  memory_store: 'remember',
  memory_search: 'recall',
  memory_reminder_list: 'recall',
  memory_forget: 'forget',
  memory_delete: 'forget',
} as const
/** Messages that were written for SQL are many: one in so many is learned from. */
const SQL_EVERY = 2
/** Never learned from, so that what is shipped is what was judged: how well it reads, and how sure it may be. */
const APART = 0

const { values } = parseArgs({ options: { kept: { type: 'string' } } })
const program = findProgram()
const sentences = await findSentenceModel(program, homePaths(undefined, process.env).models)
if (sentences === undefined)
  throw new Error('There is no sentence model here; `ethervox model pull all-minilm` fetches it.')
const all = await readingExamples()
const folder =
  values.kept === undefined
    ? mkdtempSync(join(tmpdir(), 'ethervox-reading-'))
    : join(values.kept, sumOfExamples(all))
mkdirSync(folder, { recursive: true })
const allSeen = await seenOf(all)
const isLearned = ({ source }: ReadingExample, at: number) => source !== 'sql' || at % SQL_EVERY === 0
const examples = all.filter(isLearned)
const seen = allSeen.filter((_, at) => isLearned(all[at] as ReadingExample, at))
const figures = seen.map(({ figures }) => figures)
const means = column((values) => values.reduce((sum, one) => sum + one, 0) / values.length)
const scales = column((values, at) => {
  const mean = means[at] ?? 0
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length) + 1e-3
})
await writeExamples()
const apart = await tuned()
const judged: { rows: number[]; meant: number[][]; worded: number[][]; beyond: number[] } = JSON.parse(
  readFileSync(join(apart, 'apart.json'), 'utf8'),
)
const sharpness = { meant: sharpnessOf(judged.meant), worded: sharpnessOf(judged.worded) }
report('by meaning', judged.meant, sharpness.meant)
report('by words alone', judged.worded, sharpness.worded)
const named = judged.rows.map((row, at) => [examples[row]?.beyond, BEYOND[judged.beyond[at] ?? -1]] as const)
const beyond = named.filter(([right]) => right !== undefined)
console.log(
  `what cannot be done: ${beyond.filter(([right, said]) => right === said).length} of ${beyond.length} named`,
)
await writeModel(apart)

/** What was kept is of these examples, and of tables chosen as today, or it is not used. */
function sumOfExamples(all: readonly ReadingExample[]): string {
  const told = all.map(({ tables, ...one }) => ({ ...one, tables: tables.map(({ name }) => name) }))
  const tables = readFileSync(program.tables, 'utf8')
  return sha256Hex(Buffer.from(JSON.stringify([told, tables]))).slice(0, 12)
}

async function seenOf(all: readonly ReadingExample[]): Promise<readonly SeenRequest[]> {
  const kept = join(folder, 'seen.json')
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'))
  const made = await seeRequests(all, GROUPS)
  writeFileSync(kept, JSON.stringify(made))
  return made
}

function column(of: (values: readonly number[], at: number) => number): readonly number[] {
  return (figures[0] ?? []).map((_, at) =>
    of(
      figures.map((row) => row[at] ?? 0),
      at,
    ),
  )
}

async function writeExamples(): Promise<void> {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error })
  const vocabulary = await llama.loadModel({ modelPath: sentences?.path ?? '', vocabOnly: true })
  const { bos, sep } = vocabulary.tokens
  const rows = examples.map(({ acts, beyond, weight, fold }, at) => ({
    tokens: [bos, ...vocabulary.tokenize(seen[at]?.text ?? ''), sep],
    figures: scaled(figures[at] ?? [], means, scales),
    right: acts.map((act) => ACTS.indexOf(act)),
    beyond: beyond === undefined ? -1 : BEYOND.indexOf(beyond),
    ...{ weight, fold },
  }))
  await llama.dispose()
  writeFileSync(
    join(folder, 'examples.json'),
    JSON.stringify({ acts: ACTS.length, beyond: BEYOND.length, examples: rows }),
  )
}

async function tuned(): Promise<string> {
  const out = join(folder, 'tuned')
  if (existsSync(join(out, 'heads.safetensors'))) return out
  const python = process.env.ETHERVOX_PYTHON ?? 'python3'
  const files = [sentences?.path ?? '', join(folder, 'examples.json'), out]
  await runPython(python, 'tune-reading.py', [...files, '--without', String(APART)])
  return out
}

/** With which the shares of conversations' acts are most like how often they are meant. */
function sharpnessOf(scores: readonly (readonly number[])[]): number {
  const own = judged.rows.flatMap((row, at) => {
    const { source, acts } = examples[row] ?? {}
    return source === 'sessions'
      ? [{ scores: scores[at] ?? [], right: acts?.map((act) => ACTS.indexOf(act)) ?? [] }]
      : []
  })
  const lossAt = (sharpness: number) =>
    own.reduce((sum, { scores, right }) => {
      const shares = shared(scores, sharpness)
      return sum - Math.log(right.reduce((all, at) => all + (shares[at] ?? 0), 0) + 1e-9)
    }, 0)
  const tried = Array.from({ length: 40 }, (_, at) => 0.1 + at * 0.05)
  return tried.reduce((best, one) => (lossAt(one) < lossAt(best) ? one : best), 1)
}

function report(by: string, scores: readonly (readonly number[])[], sharpness: number): void {
  const tally = new Map<string, { all: number; right: number }>()
  const mixed = new Map<string, number>()
  let error = 0
  for (const [at, row] of judged.rows.entries()) {
    const { source = '', acts = [] } = examples[row] ?? {}
    const shares = shared(scores[at] ?? [], sharpness)
    const best = shares.indexOf(Math.max(...shares))
    const act = ACTS[best] ?? 'talk'
    const isRight = acts.includes(act)
    for (const key of [
      source,
      ...(source === 'sessions' || source === 'cannot' ? [`${source} ${acts.join('/')}`] : []),
    ]) {
      const one = tally.get(key) ?? { all: 0, right: 0 }
      tally.set(key, { all: one.all + 1, right: one.right + (isRight ? 1 : 0) })
    }
    if (source === 'sessions') {
      error += (shares[best] ?? 0) - (isRight ? 1 : 0)
      if (!isRight)
        mixed.set(`${acts.join('/')} → ${act}`, (mixed.get(`${acts.join('/')} → ${act}`) ?? 0) + 1)
    }
  }
  console.log(
    `${by}, sharpness ${sharpness.toFixed(2)}, too sure by ${(error / Math.max(1, tally.get('sessions')?.all ?? 0)).toFixed(3)} in sessions`,
  )
  for (const [key, { all, right }] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${key}: ${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`)
  for (const [key, count] of [...mixed].sort((a, b) => b[1] - a[1]).slice(0, 12))
    console.log(`    ${key}: ${count}`)
}

async function writeModel(out: string): Promise<void> {
  const { tensors } = readSafetensors(readFileSync(join(out, 'heads.safetensors')))
  const rowsOf = (name: string) => {
    const tensor = tensors.get(name)
    if (tensor === undefined) throw new Error(`heads.safetensors has no ${name}`)
    const flat = [...floatsOf(tensor)].map((one) => Number(one.toFixed(4)))
    const width = tensor.shape[1] ?? 1
    return Array.from({ length: flat.length / width }, (_, at) => flat.slice(at * width, (at + 1) * width))
  }
  const bias = (name: string) => rowsOf(name).flat()
  writeFileSync(program.readingAdapter, readFileSync(join(out, 'adapter.safetensors')))
  const round = (all: readonly number[]) => all.map((one) => Number(one.toFixed(5)))
  const model: Omit<ReadingModel, 'cuts'> = {
    model: tunedId(sentences?.id ?? '', (await sumOf(program.readingAdapter)) ?? ''),
    ...{ groups: GROUPS, actOf: ACT_OF, aboutCount: ABOUT_COUNT, mean: round(means), scale: round(scales) },
    meant: {
      vector: rowsOf('vector'),
      figures: rowsOf('figures'),
      bias: bias('bias'),
      sharpness: sharpness.meant,
    },
    worded: { figures: rowsOf('worded.figures'), bias: bias('worded.bias'), sharpness: sharpness.worded },
    beyond: { vector: rowsOf('beyond'), bias: bias('beyond.bias') },
  }
  const cuts = await learnCuts(model, program.readingAdapter, sentences?.path ?? '', APART)
  writeFileSync(program.reading, `${JSON.stringify({ ...model, cuts })}\n`)
}
