// `ethervox eval`: cases in, figures out. One model load, a fresh conversation a case, greedy.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Engine } from '../contracts/engine.ts'
import { UserError } from '../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Session } from '../contracts/session.ts'
import type { Tool } from '../contracts/tool.ts'
import { type BaselineResult, baselineHead, type DeclaredTool, runBaseline } from './baseline.ts'
import { type EvalCase, loadCases, type Part } from './cases.ts'
import { formatReport, makeReport } from './report.ts'
import { type CaseResult, runCase } from './run.ts'

export const EVAL_USAGE = `Usage: ethervox eval --cases FILE [--cases FILE …] [options]

  --part train|accept|report|all   which third of the cases, by hash of their ids (default train)
  --model ID       model to measure
  --answers WHO    who answers: profile, model, tool, auto (default profile)
  --workspace DIR  folder that the tools see (default: the folder of start)
  --now TIME       the time that the clock stands at
  --quick N        only the first N cases
  --max-tokens N   longest answer (default 768); shorter saves time where only calls are looked at
  --baseline FILE  also measure every schema of FILE in the prompt, native template, in the same run
  --home DIR       home to use
  --output FILE    write every result as JSON
  --failures       print what went wrong (not for the part \`report\`)
`

/** A composed session with what only measuring needs. */
export interface MeasuredSession {
  readonly session: Session
  start(): void
  engine(): Engine | undefined
  hasParameters(tool: string): boolean
  loadTool(name: string): Promise<Tool>
  toolContext(): Parameters<Tool['run']>[1]
}

export interface EvalOpen {
  readonly model?: string
  readonly answers?: string
  readonly maxTokens?: number | undefined
  readonly workspace?: string
  readonly now?: string
  readonly home?: string
}

/** Runs the subcommand; `open` composes a session in script mode. */
export async function runEvalCommand(
  args: readonly string[],
  open: (options: EvalOpen) => Promise<MeasuredSession>,
): Promise<number> {
  const options = readOptions(args)
  if (options.help) {
    process.stdout.write(EVAL_USAGE)
    return 0
  }
  const cases = loadCases(options.cases, options.part).slice(0, options.quick)
  if (cases.length === 0)
    throw new UserError(`There are no cases of the part \`${options.part}\` in ${options.cases.join(', ')}.`)
  const declared = options.baseline === undefined ? undefined : readDeclared(options.baseline)
  const measured = await open(options)
  const { session } = measured
  measured.start()
  await session.settled()
  if (measured.engine() === undefined)
    throw new UserError(session.view.modelReason ?? 'No model is loaded.', 3)
  const { results, baseline } = await measure(measured, cases, declared)
  const report = makeReport(results, baseline)
  process.stdout.write(`${session.view.model}, part ${options.part}\n${formatReport(report)}\n`)
  if (options.failures && options.part !== 'report') printFailures(results)
  if (options.output)
    writeFileSync(
      options.output,
      `${JSON.stringify({ model: session.view.model, part: options.part, report, results, baseline }, null, 1)}\n`,
    )
  await session.close()
  return 0
}

async function measure(
  measured: MeasuredSession,
  cases: readonly EvalCase[],
  declared: readonly DeclaredTool[] | undefined,
): Promise<{ results: readonly CaseResult[]; baseline: readonly BaselineResult[] | undefined }> {
  const sameResult = (name: string, args: JsonObject, accepted: JsonObject) =>
    haveSameResult(measured, name, args, accepted)
  const { session } = measured
  await session.submit('/warm')
  const results: CaseResult[] = []
  for (const one of cases) {
    results.push(await runCase(session, one, sameResult, (tool) => measured.hasParameters(tool)))
    progress(results.length, cases.length, 'ours')
  }
  const engine = measured.engine()
  if (declared === undefined || engine === undefined) return { results, baseline: undefined }
  const head = baselineHead(declared)
  await engine.prepareHead(head, { signal: new AbortController().signal, persist: false })
  const baseline: BaselineResult[] = []
  for (const one of cases) {
    baseline.push(await runBaseline(engine, head, one, declared, sameResult))
    progress(baseline.length, cases.length, 'baseline')
  }
  return { results, baseline }
}

async function haveSameResult(
  measured: MeasuredSession,
  name: string,
  args: JsonObject,
  accepted: JsonObject,
): Promise<boolean> {
  const tool = await measured.loadTool(name)
  const run = async (given: JsonObject): Promise<JsonValue> => tool.run(given, measured.toolContext())
  const value = (result: JsonValue) =>
    typeof result === 'object' && result !== null && 'result' in result
      ? JSON.stringify(result.result)
      : JSON.stringify(result)
  try {
    return value(await run(args)) === value(await run(accepted))
  } catch {
    const plain = (given: JsonObject) => JSON.stringify(given).replace(/\s+/g, '').replaceAll('**', '^')
    return plain(args) === plain(accepted)
  }
}

function readOptions(args: readonly string[]) {
  const spec = {
    cases: { type: 'string', multiple: true },
    part: { type: 'string', default: 'train' },
    model: { type: 'string' },
    answers: { type: 'string' },
    workspace: { type: 'string' },
    now: { type: 'string' },
    home: { type: 'string' },
    quick: { type: 'string' },
    'max-tokens': { type: 'string' },
    baseline: { type: 'string' },
    output: { type: 'string' },
    failures: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  const parsed = tryParse(() => parseArgs({ args: [...args], options: spec, strict: true }).values)
  const part = parsed.part as Part | 'all'
  if (!['train', 'accept', 'report', 'all'].includes(part))
    throw new UserError(`\`--part ${part}\` is not known; it takes train, accept, report or all.`)
  if (!parsed.help && (parsed.cases ?? []).length === 0)
    throw new UserError('`ethervox eval` needs `--cases FILE`.')
  const quick = parsed.quick === undefined ? Number.POSITIVE_INFINITY : Number(parsed.quick)
  if (!(quick > 0)) throw new UserError(`\`--quick ${parsed.quick}\` is not a number of cases.`)
  const longest = parsed['max-tokens']
  const maxTokens = longest === undefined ? undefined : Number(longest)
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0))
    throw new UserError(`\`--max-tokens ${longest}\` is not a whole number above 0.`)
  return { ...parsed, part, quick, maxTokens, cases: parsed.cases ?? [] }
}

function tryParse<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new UserError(
      `${error instanceof Error ? error.message : String(error)}. \`ethervox eval --help\` lists the options.`,
    )
  }
}

function readDeclared(path: string): readonly DeclaredTool[] {
  return tryParse(() => JSON.parse(readFileSync(path, 'utf8')) as DeclaredTool[])
}

function progress(done: number, total: number, what: string): void {
  if (!process.stderr.isTTY && done % 25 !== 0) return
  process.stderr.write(process.stderr.isTTY ? `\r${what} ${done}/${total} ` : `${what} ${done}/${total}\n`)
}

function printFailures(results: readonly CaseResult[]): void {
  for (const one of results) {
    const call = `${one.called ?? 'none'} ${JSON.stringify(one.arguments ?? {})}`
    if (!one.rightTool)
      console.log(
        `TOOL  ${one.id} ${one.input}\n      wanted ${one.expected ?? 'none'}, got ${call} (${one.confidence.toFixed(2)})`,
      )
    else if (!one.rightArguments) console.log(`ARGS  ${one.id} ${one.input}\n      ${call}`)
    else if (one.faithful === false)
      console.log(
        `TRUTH ${one.id} ${one.input}\n      ${one.source}: ${one.answer}\n      ${one.unfaithfulBecause}`,
      )
  }
}
