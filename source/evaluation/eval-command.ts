// `ethervox eval`: cases in, figures out. One model load, a fresh conversation a case, greedy.
import { accessSync, constants } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { EngineFailure } from '../contracts/engine.ts'
import { UserError } from '../contracts/errors.ts'
import { writeFileAtomicSync } from '../lib/atomic-write.ts'
import { countProgress } from '../lib/count-progress.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { readBaseline } from './baseline-file.ts'
import { type EvalCase, loadCases, ofPart, type Part, partOf, sampleOf } from './cases.ts'
import { compareRuns, formatComparison, readRun } from './compare.ts'
import { formatReport } from './format-report.ts'
import { type MeasuredSession, measure } from './measure.ts'
import { EVAL_USAGE, MINE, type Options, readOptions } from './options.ts'
import { readIntentMap } from './public-records.ts'
import { makeReport } from './report.ts'
import { type CaseResult, wantedOf } from './run.ts'
import { figuresOf } from './state-figures.ts'

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
  const isMine = options.cases.includes(MINE)
  const askable = askableOf(cases, measured, isMine)
  const progress = countProgress(process.stderr, () => performance.now())
  const { results, baseline, fault } = await measure(measured, askable, baselineOptions, progress)
  const report = makeReport(results, baseline)
  process.stdout.write(`${session.view.model}, part ${part}\n${formatReport(report)}\n`)
  if (options.failures && part !== 'report')
    printFailures(options.cases.length === 0 || isMine ? results : readableOf(results))
  if (options.output !== undefined)
    keepOutput(options.output, { model: session.view.model, part, report, results, baseline })
  if (measured.record?.(figuresOf(report, results)) === false)
    process.stderr.write(
      `The figures could not be kept with the state \`${options.state}\`: its files cannot be written.\n`,
    )
  if (fault !== undefined) throw whyNoBaseline(fault)
  if (options.failBelow === undefined || report.score >= options.failBelow) return 0
  process.stderr.write(`The score ${report.score.toFixed(1)} is below ${options.failBelow}.\n`)
  return 1
}

/** Those whose tools are here; what is left out is told, what a person taught by its name. Throws `UserError` where none is left. */
function askableOf(
  cases: readonly EvalCase[],
  measured: MeasuredSession,
  isMine: boolean,
): readonly EvalCase[] {
  const known = new Set(measured.tools().map((tool) => tool.name))
  const isAskable = (one: EvalCase) =>
    one.turns.every(({ anyOf }) => anyOf === undefined || anyOf.some((name) => known.has(name)))
  const isKnown = (one: EvalCase) => wantedOf(one).every((name) => known.has(name))
  const [askable = [], others = []] = [true, false].map((wanted) =>
    cases.filter((one) => (isMine ? isKnown(one) : isAskable(one)) === wanted),
  )
  if (isMine)
    for (const one of others)
      process.stderr.write(`${one.id} is left out: \`${wantedOf(one).join('`, `')}\` is not here or not on\n`)
  else if (others.length > 0)
    process.stderr.write(`${others.length} cases are for tools that are not here; left out\n`)
  if (askable.length === 0) throw new UserError('All cases are for tools that are not here.')
  return askable
}

/** What is wrong with the engine is told; a bug of ours is not hidden. */
function whyNoBaseline(fault: unknown): unknown {
  if (!(fault instanceof EngineFailure)) return fault
  return new UserError(`The baseline was not measured: ${fault.message}.`, 1, { cause: fault })
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
  if (comparison.cases === 0) {
    const others = comparison.others.length > 0 ? ': the ids that both have are of other requests' : ''
    throw new UserError(`\`${a}\` and \`${b}\` have no case in common${others}.`)
  }
  process.stdout.write(`${before.model} → ${after.model}\n${formatComparison(comparison)}\n`)
  return 0
}

/** Of cases in files nobody reads those of the part report, whatever part was asked for. */
function readableOf(results: readonly CaseResult[]): readonly CaseResult[] {
  const readable = results.filter(({ id, conversation = id }) => partOf(conversation) !== 'report')
  if (readable.length < results.length)
    process.stderr.write('`--failures` prints nothing of the part report\n')
  return readable
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
