// `ethervox eval`: cases in, figures out. One model load, a fresh conversation a case, greedy.
import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UserError } from '../contracts/errors.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { countProgress } from '../lib/count-progress.ts'
import { diskReason } from '../lib/disk-reason.ts'
import type { DeclaredTool } from './baseline.ts'
import { type EvalCase, loadCases, ofPart, type Part, sampleOf } from './cases.ts'
import { compareRuns, formatComparison, readRun } from './compare.ts'
import { formatReport } from './format-report.ts'
import { type BaselineOptions, type MeasuredSession, measure } from './measure.ts'
import { EVAL_USAGE, MINE, type Options, readOptions, tryParse } from './options.ts'
import { readIntentMap } from './public-records.ts'
import { makeReport } from './report.ts'
import type { CaseResult } from './run.ts'
import { figuresOf } from './state-figures.ts'

/** `--baseline` with the very tools that ours has. */
const ALL_SCHEMAS = 'full-schemas'

export interface EvalOpen {
  readonly model?: string
  readonly answers?: string
  /** Name of a named state. */
  readonly state?: string
  readonly maxTokens?: number | undefined
  readonly workspace?: string
  /** Writing tools run, in a copy of it. */
  readonly act: boolean
  readonly now?: string
  readonly home?: string
  /** Folders and catalogues of tools that are declared only. */
  readonly declare: readonly string[]
  /** What was taught in the home counts. */
  readonly taught?: boolean
  /** There are cases that bring their own tools. */
  readonly ownTools: boolean
}

/** Runs the subcommand; `open` composes a session in script mode, `ownCases` are the tests in the tools' folders. */
export async function runEvalCommand(
  args: readonly string[],
  open: (options: EvalOpen) => Promise<MeasuredSession>,
  ownCases: (declare: readonly string[]) => readonly EvalCase[],
  taughtCases: (home: string | undefined, tell: (sentence: string) => void) => readonly EvalCase[] = () => [],
): Promise<number> {
  if (args[0] === 'compare') return compare(args.slice(1))
  const options = readOptions(args)
  if (options.help) {
    process.stdout.write(EVAL_USAGE)
    return 0
  }
  const isMine = options.cases.includes(MINE)
  const mine = () => taughtCases(options.home, (sentence) => process.stderr.write(`${sentence}\n`))
  const { cases, part } = chooseCases(options, isMine ? mine : ownCases, isMine)
  const ownTools = cases.some((one) => one.tools !== undefined)
  if (ownTools && options.state !== undefined)
    throw new UserError('`--state` brings its tools; leave out the cases that bring their own.')
  // Where nothing is done, there is nothing for the model to say about it.
  const answers = options.answers ?? (ownTools ? 'tool' : undefined)
  const measured = await open({ ...options, ownTools, taught: isMine, ...(answers && { answers }) })
  try {
    return await report(measured, cases, part, options)
  } finally {
    await measured.close()
  }
}

function chooseCases(
  options: Options,
  ownCases: (declare: readonly string[]) => readonly EvalCase[],
  isMine: boolean,
): { readonly cases: readonly EvalCase[]; readonly part: Part | 'all' } {
  const own = options.cases.length === 0 || isMine
  // A tool's own tests are few and its author's, so all of them count unless a part is asked for.
  const part = options.part ?? (own ? 'all' : 'train')
  const intents = options['clinc-map'] === undefined ? undefined : readIntentMap(options['clinc-map'])
  const loaded = own ? ofPart(ownCases(options.declare), part) : loadCases(options.cases, part, intents)
  const cases = sampleOf(loaded.filter(options.pick), options.sample).slice(0, options.quick)
  if (cases.length === 0)
    throw new UserError(
      `There are no such cases in ${isMine ? 'what you taught (`/teach` lists it)' : own ? "the tools' own tests" : options.cases.join(', ')} (part ${part}).`,
    )
  return { cases, part }
}

async function report(
  measured: MeasuredSession,
  cases: readonly EvalCase[],
  part: Part | 'all',
  options: Options,
): Promise<number> {
  const baselineOptions = options.baseline === undefined ? undefined : readBaseline(options.baseline)
  const { session } = measured
  if (options.output !== undefined) checkOutput(options.output)
  measured.start()
  await session.settled()
  if (measured.engine() === undefined)
    throw new UserError(session.view.modelReason ?? 'No model is loaded.', 3)
  const off = session.view.tools.total - session.view.tools.enabled
  if (off > 0)
    process.stderr.write(
      `${off} of ${session.view.tools.total} tools switched off in this home, so they cannot be right\n`,
    )
  const known = new Set(measured.tools().map((tool) => tool.name))
  const askable = cases.filter((one) =>
    one.turns.every(({ anyOf }) => anyOf === undefined || anyOf.some((name) => known.has(name))),
  )
  if (askable.length < cases.length)
    process.stderr.write(`${cases.length - askable.length} cases are for tools that are not here; left out\n`)
  const progress = countProgress(process.stderr, () => performance.now())
  const { results, baseline } = await measure(measured, askable, baselineOptions, progress)
  const report = makeReport(results, baseline)
  process.stdout.write(`${session.view.model}, part ${part}\n${formatReport(report)}\n`)
  if (options.failures && part !== 'report') printFailures(results)
  if (options.output !== undefined)
    keepOutput(options.output, { model: session.view.model, part, report, results, baseline })
  if (measured.record?.(figuresOf(report, results)) === false)
    process.stderr.write(
      `The figures could not be kept with the state \`${options.state}\`: its files cannot be written.\n`,
    )
  if (options.failBelow === undefined || report.score >= options.failBelow) return 0
  process.stderr.write(`The score ${report.score.toFixed(1)} is below ${options.failBelow}.\n`)
  return 1
}

/** What was measured for an hour must have a place. Throws `UserError`. */
function checkOutput(path: string): void {
  try {
    if (path === '') throw new Error('it has no name')
    accessSync(dirname(resolve(path)), constants.W_OK)
  } catch (error) {
    throw new UserError(`\`--output ${path}\` cannot be written: ${diskReason(error)}.`)
  }
}

function keepOutput(path: string, run: object): void {
  try {
    writeFileAtomicSync(resolve(path), `${JSON.stringify(run, null, 1)}\n`)
  } catch (error) {
    throw new UserError(`\`${path}\` was not written: ${diskReason(error)}.`, 1)
  }
}

function compare(paths: readonly string[]): number {
  const [a, b, ...more] = paths
  if (a === undefined || b === undefined || more.length > 0)
    throw new UserError('`ethervox eval compare` takes two files that `--output` wrote.')
  const [before, after] = [readRun(a), readRun(b)]
  const comparison = compareRuns(before.results, after.results)
  if (comparison.cases === 0) throw new UserError(`\`${a}\` and \`${b}\` have no case in common.`)
  process.stdout.write(`${before.model} → ${after.model}\n${formatComparison(comparison)}\n`)
  return 0
}

function readBaseline(path: string): BaselineOptions {
  if (path === ALL_SCHEMAS) return { tools: undefined }
  return { tools: tryParse(() => JSON.parse(readFileSync(path, 'utf8')) as DeclaredTool[]) }
}

function printFailures(results: readonly CaseResult[]): void {
  for (const one of results) {
    const calls = one.calls.map((call) => `${call.name} ${JSON.stringify(call.arguments)}`).join(', ')
    const call = calls || (one.called ?? 'none')
    if (one.isOpen && !one.rightTool) console.log(`OPEN  ${one.id} ${one.input}\n      got ${call}`)
    else if (!one.rightTool)
      console.log(
        `TOOL  ${one.id} ${one.input}\n      wanted ${one.expected ?? 'none'}, got ${one.askedBack ? 'a question' : call} (${one.confidence.toFixed(2)})`,
      )
    else if (!one.rightArguments) console.log(`ARGS  ${one.id} ${one.input}\n      ${call}`)
    else if (one.faithful === false)
      console.log(
        `TRUTH ${one.id} ${one.input}\n      ${one.source}: ${one.answer}\n      ${one.unfaithfulBecause}`,
      )
  }
}
