// Puts the optimizer together: the tools and their own tests, judged as the evaluation does, and the files of a home.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenedGround } from '../composing/ground.ts'
import { OptimizedFiles, type Undone } from '../composing/optimized-files.ts'
import { optimizedPath } from '../composing/overlay-of-home.ts'
import type { AdapterFile, ChatMessage, Engine } from '../contracts/engine.ts'
import { OPTIMIZED_VERSION, type OptimizeChoice, type OptimizedTool } from '../contracts/optimized.ts'
import { type EvalCase, partOf } from '../evaluation/cases.ts'
import type { SameResult } from '../evaluation/match-arguments.ts'
import { pluginToolsDirs } from '../home/plugins/plugins-of-home.ts'
import { callStateFiles } from '../lib/state-names.ts'
import { createTimeLeft } from '../lib/time-left.ts'
import type { Asked, Draft, OptimizerPorts, OptimizerTool, TrialCase } from '../optimizer/ports.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { buildCallState, type CallStyle } from '../prompt/call-state.ts'
import { withDraft } from '../prompt/optimized-tool.ts'
import { loadOverlay } from '../prompt/overlay.ts'
import type { AsideDraft } from '../session/aside.ts'
import type { AppliedPrompts, Ground, OptimizeRequest, SessionPorts } from '../session/ports.ts'
import { type CallSchool, type OpenSchool, openSchool, TunedEngine } from './optimize-calls.ts'
import { taughtTrials } from './optimize-taught.ts'

export interface OptimizeHome {
  readonly program: ProgramPaths
  readonly home: HomePaths
  style(): CallStyle | undefined
  /** The file of the loaded model, and what its calls are written with; undefined: it is elsewhere. */
  model(): { readonly path: string; readonly callAdapter: AdapterFile | undefined } | undefined
  /** Whether calls are written as a model was tuned. */
  tunesCalls(): boolean
  /** The ground as it stands now for this model, read again from the home. */
  reopen(modelId: string): OpenedGround
  /** The ground that stands. */
  ground(): OpenedGround
  headWith(engine: Engine, lines: ReadonlyMap<string, string>): Promise<readonly ChatMessage[]>
  /** Loads a model that only writes; throws `Error` with the reason where it cannot be loaded. */
  openWriter(model: string, signal: AbortSignal): Promise<Engine>
  /** The same model once more, its calls written with this adapter; nothing of it is kept on disk. Throws where it cannot be loaded. */
  openTuned(adapter: AdapterFile, signal: AbortSignal): Promise<Engine>
  readonly sameResult: SameResult
}

/** The optimizer of a home, as the session asks for it. */
export function optimizerOf(home: OptimizeHome): SessionPorts['optimizer'] {
  return {
    run: (request) => run(home, request),
    undo: async (modelId, ground) => undo(home, modelId, ground),
  }
}

async function run(home: OptimizeHome, request: OptimizeRequest): Promise<AppliedPrompts> {
  const { choice, engine, ground, signal } = request
  const unknown = choice.tools.find((name) => !ground.tools.has(name))
  if (unknown !== undefined) {
    const nearest = ground.tools.nearest(unknown)
    const hint = nearest === undefined ? '`/tools` lists them.' : `did you mean \`${nearest}\`?`
    return refused(`There is no tool \`${unknown}\`; ${hint}`)
  }
  const files = new OptimizedFiles(home.home, engine.info.modelId)
  const lock = files.takeLock()
  if (!lock.ok) return refused(busy(lock.pid))
  const tuned = new TunedEngine(home)
  let writer = engine
  try {
    if (choice.writer !== undefined) writer = await home.openWriter(choice.writer, signal)
    const { optimize, WRITER_STATES } = await import('../optimizer/optimize.ts')
    const { ports, school } = await portsFor(home, request, writer, files, tuned)
    const { result, touched: tried } = await optimize(ports, signal)
    const reloads = files.saved && school.changed()
    const touched = reloads ? ground.tools.entries.map(({ name }) => name) : [...tried]
    for (const name of touched) dropState(home.home, engine.info.modelId, name)
    for (const name of WRITER_STATES) dropState(home.home, writer.info.modelId, name)
    const isSaved = files.saved
    return { result, ground: isSaved ? home.reopen(engine.info.modelId) : undefined, touched, reloads }
  } finally {
    await tuned.close()
    files.dropDryRun()
    // A ground that was made anew has what stands in the file now.
    home.ground().learned.tryOut(undefined)
    lock.release()
    if (writer !== engine) await writer.close()
  }
}

async function portsFor(
  home: OptimizeHome,
  { choice, engine, ground, usable, ask, onProgress }: OptimizeRequest,
  writer: Engine,
  files: OptimizedFiles,
  tuned: TunedEngine,
): Promise<{ readonly ports: OptimizerPorts; readonly school: OpenSchool }> {
  const { exactTest } = await import('../evaluation/compare.ts')
  const standing = home.ground()
  const model = { id: engine.info.modelId, sha256: engine.info.modelSha256 }
  // Another process may have written since this one began.
  const overlay = loadOverlay(optimizedPath(home.home, model.id), standing.tools.entries, model)
  const about = { formatVersion: OPTIMIZED_VERSION, model }
  const beside = files.rowsBeside(about, new Set(standing.tools.entries.map(({ name }) => name)))
  const allTools = toolsOf(ground)
  const enabled = new Set(usable.enabled.map(({ name }) => name))
  const cases = await casesOf(home, usable, enabled)
  const progress = timed(onProgress)
  const kept = overlay.type === 'valid' ? overlay.rows : new Map<string, OptimizedTool>()
  let latest: ReadonlyMap<string, OptimizedTool> = kept
  const school = schoolOf(home, {
    ...{ engine, files, cases, isDryRun: choice.dryRun },
    tools: allTools.filter(({ entry }) => enabled.has(entry.name)),
    rows: () => latest,
    onStep: (step, steps) => progress('calls', step, steps),
  })
  const ports: OptimizerPorts = {
    choice,
    engine,
    writer,
    tools: allTools.filter(({ entry }) => isChosen(entry.name, choice, usable)),
    allTools,
    kept,
    cases,
    ask: async (one, draft, stop) =>
      askCase(home, ask, ground, one, draft, await tuned.with(draft, stop), stop),
    ready: async (messages) => {
      const all = new Set(allTools.map(({ entry }) => entry.name))
      for (const message of messages) await ground.router.prepare?.(message, all)
    },
    decision: ({ message }) => decisionOf(ground, message, enabled),
    isForHead: ({ message }) => ground.router.route(message, enabled).tool === null,
    head: (lines) => home.headWith(engine, lines),
    state: (name, detail, draft) => buildCallState(name, withDraft(detail, draft), home.style()),
    save: (rows: ReadonlyMap<string, OptimizedTool>) => {
      latest = rows
      const calls = school.calls()
      const { build, chatFormat } = engine.info
      files.save({
        ...{ ...about, engine: build, chatFormat, manifest: standing.manifestHash() },
        tools: Object.fromEntries([...Object.entries(beside), ...rows].sort(([a], [b]) => (a < b ? -1 : 1))),
        ...(calls && { calls }),
      })
      school.saved()
    },
    calls: school.learner,
    learn: (examples) => standing.learned.tryOut(examples),
    readJournal: () => files.readJournal(writer.info.modelSha256),
    writeJournal: (journal) => files.writeJournal(writer.info.modelSha256, journal),
    chance: exactTest,
    candidates: (request, tool) =>
      ground.router.route(request, new Set([...enabled, tool])).candidates.map((one) => one.tool),
    onProgress: progress,
  }
  return { ports, school }
}

function isChosen(name: string, { all, tools }: OptimizeChoice, usable: OptimizeRequest['usable']): boolean {
  return tools.length > 0 ? tools.includes(name) : all || usable.isEnabled(name)
}

/** Where calls are learned, unless the model is elsewhere or not to be tuned. */
function schoolOf(
  { home, program, model, style, tunesCalls }: OptimizeHome,
  parts: Pick<CallSchool, 'engine' | 'files' | 'cases' | 'isDryRun' | 'tools' | 'rows' | 'onStep'>,
): OpenSchool {
  const isOff = 'the setting `tunedCalls` is off; `/settings tunedCalls true` turns it on'
  return openSchool({
    ...{ ...parts, program, home, style: style() ?? {} },
    model: tunesCalls() ? (model() ?? 'the model is not a file of this machine') : isOff,
    toolsDirs: [program.toolsDir, ...pluginToolsDirs(home, program)],
  })
}

/** Progress with the seconds that are left, by the pace of this strategy. */
function timed(onProgress: OptimizeRequest['onProgress']): OptimizerPorts['onProgress'] {
  let clock: { readonly strategy: string; readonly left: ReturnType<typeof createTimeLeft> } | undefined
  return (strategy, done, total) => {
    if (clock?.strategy !== strategy) clock = { strategy, left: createTimeLeft(() => performance.now()) }
    onProgress({ strategy, done, total, leftS: clock.left(done, total) })
  }
}

/** What the router makes of a message, as a text that can be compared. */
function decisionOf({ router }: Ground, message: string, enabled: ReadonlySet<string>): string {
  const parts = router.split(message, enabled).map((part) => router.route(part, enabled))
  return JSON.stringify(parts.map(({ tool, arguments: captured }) => [tool, captured]))
}

function toolsOf({ tools, search, unlisted }: Ground): readonly OptimizerTool[] {
  return tools.entries.flatMap((entry) => {
    const detail = tools.detail(entry.name)
    if (detail === undefined || entry.name === search || unlisted.includes(entry.name)) return []
    const { optimized: _, ...own } = detail
    return [{ entry, detail: own }]
  })
}

/** Runs a case as a person would send it, without its facts: the tests speak of another folder than theirs. */
async function askCase(
  { sameResult }: OptimizeHome,
  ask: OptimizeRequest['ask'],
  ground: Ground,
  one: TrialCase,
  { head, states }: Draft,
  tuned: Pick<AsideDraft, 'engine' | 'nearestShots'>,
  signal: AbortSignal,
): Promise<Asked> {
  const { runCase } = await import('../evaluation/run.ts')
  const detail: AsideDraft['detail'] = (name, own) => {
    const drafted = withDraft(own, states?.get(name))
    if (!one.isExample) return drafted
    return { ...drafted, fewShots: drafted.fewShots.filter((shot) => shot.user !== one.message) }
  }
  const [result] = await runCase(
    {
      takeTools: async () => {},
      clear: async () => {},
      ask: async (message) => (await ask(message, { head, detail, ...tuned }, signal)).events,
      dropped: () => undefined,
      evidence: () => [],
      sameResult,
      hasParameters: (name) => ground.tools.detail(name) !== undefined,
    },
    evalCaseOf(one),
  )
  if (result === undefined) return { right: false, rightTool: false, got: null }
  const { rightTool, rightArguments, arguments: got } = result
  return { right: rightTool && rightArguments, rightTool, got }
}

function undo(home: OptimizeHome, modelId: string, ground: Ground): AppliedPrompts {
  const files = new OptimizedFiles(home.home, modelId)
  const lock = files.takeLock()
  // What a run writes next would lose what came back.
  if (!lock.ok) return refused(busy(lock.pid))
  let outcome: Undone | undefined
  try {
    outcome = files.undo()
  } finally {
    lock.release()
  }
  if (outcome === undefined)
    return refused(
      'There is nothing to undo for this model; `/optimize_tool_prompts` makes what can be undone.',
    )
  const { isOtherAdapter, states } = outcome
  const touched = ground.tools.entries
    .map(({ name }) => name)
    .filter((name) => isOtherAdapter || states.has(name))
  for (const name of touched) dropState(home.home, modelId, name)
  const reopened = home.reopen(modelId)
  const text = `${outcome.text}\nLevel ${reopened.level}.${reopened.reasons.map((reason) => ` ${reason}`).join('')}`
  return {
    result: { ok: true, text, data: { level: reopened.level } },
    ground: reopened,
    touched,
    reloads: isOtherAdapter,
  }
}

function refused(text: string): AppliedPrompts {
  return { result: { ok: false, text, data: null }, ground: undefined, touched: [], reloads: false }
}

function busy(pid: number | undefined): string {
  return `Another process optimizes this model (${pid ?? 'unknown'}); wait for it.`
}

/** The person's own, then the tests of the program's tools and of those of plugins. */
async function casesOf(
  { home, program }: OptimizeHome,
  tools: OptimizeRequest['usable'],
  enabled: ReadonlySet<string>,
): Promise<OptimizerPorts['cases']> {
  const { loadOwnCases } = await import('../evaluation/own-cases.ts')
  const tests = () => loadOwnCases(program.toolsDir, ...pluginToolsDirs(home, program))
  return () => [...taughtTrials(home.teaching, tools), ...tests().flatMap((one) => trialCaseOf(one, enabled))]
}

function dropState({ states }: HomePaths, modelId: string, name: string): void {
  for (const file of callStateFiles(name)) rmSync(join(states, modelId, file), { force: true })
}

function evalCaseOf({ id, message, tool, accepted }: TrialCase): EvalCase {
  const turn = { input: message, tool, arguments: accepted, gold: [], fails: true }
  return { id, turns: [turn], tags: [], difficulty: '' }
}

/** Single messages whose tools are on; those of the part *report* are for nobody here. */
function trialCaseOf(one: EvalCase, enabled: ReadonlySet<string>): readonly TrialCase[] {
  const part = partOf(one.id)
  const [turn, ...more] = one.turns
  if (part === 'report' || turn === undefined || more.length > 0) return []
  if (turn.tool !== null && !enabled.has(turn.tool)) return []
  const { input, tool, arguments: accepted } = turn
  return [{ id: one.id, part, message: input, tool, accepted }]
}
