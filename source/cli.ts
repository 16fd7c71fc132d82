// Flags in, a surface chosen, an exit code out: the only process.exit. Neither ink nor the engine is loaded before it is needed.
import { readFileSync, realpathSync } from 'node:fs'
import { clockOf } from './command-line/clock-of.ts'
import { openLog } from './command-line/debug-log.ts'
import { offerModel } from './command-line/first-model.ts'
import { type FlagValues, readFlags } from './command-line/flags.ts'
import { splitOptimizeWords, writeOptimizeProgress } from './command-line/optimize-words.ts'
import { parseFlags } from './command-line/parse-flags.ts'
import { screenChoices, wantsLines } from './command-line/screen-choices.ts'
import { refuseOtherFlags } from './command-line/serve-flags.ts'
import { noSubcommand } from './command-line/subcommands.ts'
import { workingFolder } from './command-line/working-folder.ts'
import type { Flags } from './composing/composed-flags.ts'
import type { GivenTools } from './composing/ground.ts'
import { UserError } from './contracts/errors.ts'
import type { EvalOpen } from './evaluation/eval-command.ts'
import { countProgress } from './lib/count-progress.ts'
import { plainText } from './lib/plain-text.ts'
import { findProgram, type HomePaths, homePaths } from './paths.ts'
import type { ChatSession } from './session/session.ts'

const program = findProgram()
const NO_MODEL = 3
const WITH_OWN_HELP = ['eval', 'tool', 'plugin', 'optimize']

main().then(
  (code) => exit(code),
  (error: unknown) => {
    if (!(error instanceof UserError)) throw error
    process.stderr.write(`${plainText(error.message)}\n`)
    exit(error.exitCode)
  },
)

async function main(): Promise<number> {
  const [subcommand = '', ...rest] = process.argv.slice(2)
  // Wherever it stands, and before anything starts; it prints and ends.
  const asksHelp = [subcommand, ...rest].some((word) => /^(?:--help|-h)$/.test(word))
  if (asksHelp && !WITH_OWN_HELP.includes(subcommand)) parseFlags(program.version, ['--help'])
  const asksVersion = !WITH_OWN_HELP.includes(subcommand) && process.argv.includes('--version', 2)
  if (asksVersion) parseFlags(program.version, ['--version'])
  if (asksHelp && subcommand === 'optimize')
    return (await import('./command-line/optimize-help.ts')).writeOptimizeUsage(process.stdout)
  if (subcommand === 'eval') return runEval(rest)
  const tools = subcommand === 'tool' ? await import('./command-line/tool-command-line.ts') : undefined
  const draft = tools?.draftWords(rest)
  if (tools !== undefined && draft === undefined) return tools.runToolCommand(rest, program)
  if (subcommand === 'plugin')
    return (await import('./command-line/plugin-command-line.ts')).runPluginCommand(rest, program)
  if (subcommand === 'doctor') return examine(rest)
  const optimize = subcommand === 'optimize' ? splitOptimizeWords(rest) : undefined
  const cli = parseFlags(program.version, (optimize ?? draft)?.others ?? process.argv.slice(2))
  const flags = readFlags(cli.flags, process.env)
  const home = homePaths(flags.home as string | undefined, process.env)
  const fromEnvironment = Object.keys(flags).filter((name) => cli.flags[name] === undefined)
  const [command, ...input] = cli.input
  if (draft !== undefined) return chat(flags, home, draft.line, fromEnvironment)
  if (optimize !== undefined) {
    if (command !== undefined)
      throw new UserError(`\`ethervox optimize\` takes no \`${command}\`; a tool is named with \`--tool\`.`)
    return chat(flags, home, `/optimize_tool_prompts ${optimize.own.join(' ')}`, fromEnvironment)
  }
  if (command === 'model') return runModel(input, home, flags)
  if (command === 'route') return runRouteCommand(home, flags, input)
  if (command === 'sql')
    return (await import('./command-line/sql-command.ts')).runSqlCommand(input, { program, home, flags })
  if (command === 'completions') return printCompletions(input)
  if (command === 'mcp')
    return (await import('./command-line/mcp-serve.ts')).serveMcp(surroundings(flags, home), input)
  if (command === 'serve') {
    const { serveFromCommandLine } = await import('./command-line/serve-command.ts')
    return serveFromCommandLine(input, flags, surroundings(flags, home), () => offerFirst(flags, home, false))
  }
  if (command === 'dashboard') {
    const { runDashboard } = await import('./command-line/dashboard-alone.ts')
    const given = { ...surroundings(flags, home), fromEnvironment, load: loadPage }
    // ETHERVOX_PORT is that of `serve`.
    const isGiven = flags.port !== undefined && !fromEnvironment.includes('port')
    const words = isGiven ? [...input, String(flags.port)] : input
    return runDashboard(given, words)
  }
  if (command !== undefined && command !== 'warm') throw new UserError(noSubcommand(command))
  if (input.length > 0)
    throw new UserError(`\`ethervox warm\` takes nothing behind it, not \`${input.join(' ')}\`.`)
  return chat(flags, home, command === 'warm' ? '/warm' : undefined, fromEnvironment)
}

/** `fromEnvironment`: flags that come from there; the others from the command line. */
async function chat(
  flags: FlagValues,
  home: HomePaths,
  line: string | undefined,
  fromEnvironment: readonly string[],
): Promise<number> {
  refuseOtherFlags(flags, fromEnvironment)
  const prompt = line ?? (flags.prompt as string | undefined)
  const interactive =
    prompt === undefined && !flags.json && process.stdin.isTTY === true && process.stdout.isTTY === true
  if (flags.approve === 'ask' && !interactive)
    throw new UserError('`--approve ask` needs a terminal; scripts take none, read, write or all.')
  const { remoteOfHome } = await import('./home/remote-of-home.ts')
  const remote = remoteOfHome({ home, flags: flags as Flags, env: process.env })
  const lacksModel = remote === undefined && (await offerFirst(flags, home, interactive))
  const isSpoken = interactive && wantsLines(flags.screenReader, process.env)
  // What is typed while the program starts must reach the screen as keys: a cooked terminal makes Enter a line break.
  if (interactive && !isSpoken) process.stdin.setRawMode(true)
  const { composeSession } = await import('./compose.ts')
  const session = await composeSession({
    ...{ interactive, remote, lacksModel },
    ...{ ...surroundings(flags, home), fromEnvironment },
  })
  if (interactive) {
    const { dashboardOf } = await import('./command-line/dashboard-of-session.ts')
    session.dashboard = dashboardOf(session, { program, home, load: loadPage })
  }
  if (flags.debug !== undefined) session.subscribe(openLog(String(flags.debug), session.ports.secret))
  if (isSpoken) {
    const { runSpoken } = await import('./ui/spoken/spoken-chat.ts')
    return runSpoken(session, { input: process.stdin, output: process.stdout })
  }
  if (line !== undefined) watchCommand(session)
  if (interactive) {
    const { runScreen } = await import('./ui/screen.tsx')
    const { openInputAid } = await import('./command-line/input-aid.ts')
    return runScreen(session, {
      commandNames: session.ports.commands.map((one) => one.name),
      choices: () => screenChoices(session),
      aid: openInputAid(session, home),
    })
  }
  const { runScript } = await import('./script/script.ts')
  const { readScript } = await import('./script/read-lines.ts')
  const { findUnread } = await import('./script/unread-input.ts')
  const { watchScript } = await import('./script/watch-script.ts')
  const lines = prompt === undefined ? readScript(process.stdin) : [{ type: 'line', text: prompt } as const]
  return runScript(session, lines, {
    json: flags.json === true,
    deltas: flags.jsonDeltas === true,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: watchScript(session, process),
    // A command of the shell's line reads none either, and nobody expects it to.
    unread: flags.prompt === undefined || line !== undefined ? undefined : findUnread(stdin()),
  })
}

function stdin() {
  return { descriptor: 0, parent: process.ppid, isWatched: process.stderr.isTTY === true }
}

/** A command of the shell's line: its progress on stderr, and the exit codes of wrong usage and of a model that is not there. */
function watchCommand(session: ChatSession): void {
  session.subscribe(writeOptimizeProgress(process.stderr))
  const count = countProgress(process.stderr, () => performance.now())
  session.subscribe((event) => {
    if (event.type === 'progress' && event.what === 'states') count(event.done, event.total, 'states')
    if (event.type !== 'command' || event.ok) return
    const { data, name } = event
    const needsModel = session.ports.commands.find((one) => one.name === name)?.needsModel
    if (typeof data === 'object' && data !== null && 'code' in data && data.code === 'usage')
      session.raiseExitCode(2)
    else if (needsModel && session.slot.engine === undefined) session.raiseExitCode(NO_MODEL)
  })
}

function loadPage() {
  return import('./dashboard/dashboard.ts')
}

function surroundings(flags: FlagValues, home: HomePaths) {
  return {
    ...{ program, home },
    workspace: workingFolder(),
    clock: clockOf(flags.now as string | undefined),
    debug: flags.debug as string | undefined,
    flags: { ...(flags as Flags), system: systemText(flags.system as string | undefined) },
  }
}

function offerFirst(flags: FlagValues, home: HomePaths, interactive: boolean): Promise<boolean> {
  const asked = flags.model as string | undefined
  const plain = wantsLines(flags.screenReader, process.env)
  return offerModel({ asked, program, home, interactive, yes: flags.yes === true, plain, process })
}

async function runModel(input: readonly string[], home: HomePaths, flags: FlagValues): Promise<number> {
  const { loadCatalogue } = await import('./models/catalogue.ts')
  const { runModelCommand } = await import('./models/model-command.ts')
  const catalogue = await loadCatalogue(program.catalogue)
  if (catalogue.type === 'problem') throw new UserError(catalogue.message, 1)
  const stop = new AbortController()
  process.on('SIGINT', () => stop.abort())
  process.on('SIGTERM', () => stop.abort())
  return runModelCommand(input, {
    catalogue,
    modelsDir: home.models,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stop.signal,
    env: process.env,
    json: flags.json === true,
  })
}

/** Before any flag is read: it must run where flags, settings and home are broken. */
async function examine(args: readonly string[]): Promise<number> {
  const { runDoctor } = await import('./command-line/doctor-command.ts')
  return runDoctor(args, { program, clock: clockOf(undefined), write: (text) => process.stdout.write(text) })
}

async function printCompletions([shell, ...more]: readonly string[]): Promise<number> {
  const { completionScript } = await import('./command-line/completions.ts')
  process.stdout.write(completionScript(more.length === 0 ? shell : [shell, ...more].join(' ')))
  return 0
}

async function runRouteCommand(
  home: HomePaths,
  flags: FlagValues,
  words: readonly string[],
): Promise<number> {
  const { groundOfRoute, linesToRoute, runRoute } = await import('./command-line/route-command.ts')
  const given = await declaredTools(home, flags.declare === undefined ? [] : [String(flags.declare)])
  const ground = await groundOfRoute({ program, home, given, modelId: String(flags.model ?? '') })
  if (ground.level > 2)
    throw new UserError(`No tool can be chosen at level ${ground.level}: ${ground.reasons.join(' ')}`, 1)
  const lines = linesToRoute(words, process.stdin)
  process.stdout.on('error', () => exit(1))
  await runRoute(lines, ground, { json: flags.json === true, write: (text) => process.stdout.write(text) })
  await ground.meaning.close()
  return 0
}

async function runEval(args: readonly string[]): Promise<number> {
  const { runEvalCommand } = await import('./evaluation/eval-command.ts')
  const { loadOwnCases } = await import('./evaluation/own-cases.ts')
  const { composeMeasured } = await import('./measured/compose-measured.ts')
  const open = async ({
    now,
    home: given,
    workspace,
    declare,
    model,
    answers,
    state,
    maxTokens,
    ownTools,
    taught,
    act,
  }: EvalOpen) => {
    const home = homePaths(given, process.env)
    return composeMeasured({
      program,
      ownTools,
      home,
      tools: await declaredTools(home, declare),
      workspace: workspace === undefined ? workingFolder() : realpathSync(workspace),
      clock: clockOf(now),
      model,
      answers,
      state,
      maxTokens,
      taught,
      acts: act,
    })
  }
  const { taughtCases } = await import('./measured/taught-cases.ts')
  return runEvalCommand(
    args,
    open,
    (declare) => loadOwnCases(program.toolsDir, ...declare.filter((path) => !path.endsWith('.jsonl'))),
    (given, tell) => taughtCases(homePaths(given, process.env), tell),
  )
}

async function declaredTools(home: HomePaths, paths: readonly string[]): Promise<GivenTools | undefined> {
  if (paths.length === 0) return undefined
  const { composeDeclared } = await import('./composing/declared-tools.ts')
  return composeDeclared(program, home, paths, (text) => process.stderr.write(text))
}

function systemText(given: string | undefined): string | undefined {
  if (given === undefined || !given.startsWith('@')) return given
  try {
    return readFileSync(given.slice(1), 'utf8')
  } catch (error) {
    throw new UserError(
      `The system text \`${given.slice(1)}\` cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    )
  }
}

function exit(code: number): void {
  // Piped output is written before the end; a closed pipe ends at once, and one that took nothing (a full disk) is no success.
  const end = () => process.exit(code === 0 && process.stdout.errored ? 1 : code)
  process.exitCode = code
  if (process.stdout.writableLength === 0 || process.stdout.destroyed) end()
  process.stdout.write('', end)
}
