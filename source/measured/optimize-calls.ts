// The optimizer's `calls` in a home: what there is to learn from, where the adapter goes, and an engine that tries it.
import { readFileSync } from 'node:fs'
import { readLearnedCalls } from '../composing/learned-calls.ts'
import type { OptimizedFiles } from '../composing/optimized-files.ts'
import type { AdapterFile, CallTokens, Engine } from '../contracts/engine.ts'
import { type FewShot, takesArguments } from '../contracts/manifest.ts'
import type { LearnedCalls, OptimizedTool } from '../contracts/optimized.ts'
import { sha256Hex } from '../lib/checksum.ts'
import type { CallLearner, Draft, LearnedAdapter, OptimizerTool, TrialCase } from '../optimizer/ports.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import type { CallStyle } from '../prompt/call-state.ts'
import { nearestShots } from '../prompt/nearest-shots.ts'
import { withDraft } from '../prompt/optimized-tool.ts'
import type { AsideDraft } from '../session/aside.ts'
import { type CallLessons, lessonsBeside, lessonsOf, shotOf } from './call-lessons.ts'
import { checkPython, pythonToTune, runTuning } from './run-tuning.ts'

export interface CallSchool {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly engine: Engine
  /** The loaded model's file, and what its calls are written with now; a text: why nothing can be learned, in a sentence. */
  readonly model: string | { readonly path: string; readonly callAdapter: AdapterFile | undefined }
  readonly style: CallStyle
  readonly files: OptimizedFiles
  /** What is learned is not kept for a later run either. */
  readonly isDryRun: boolean
  /** Those that are on, as they say themselves; what changes their states now; and the folders that theirs may be in. */
  readonly tools: readonly OptimizerTool[]
  rows(): ReadonlyMap<string, OptimizedTool>
  readonly toolsDirs: readonly string[]
  cases(): readonly TrialCase[]
  onStep(step: number, steps: number): void
}

/** A learner, and what it leaves for the file. */
export interface OpenSchool {
  readonly learner: CallLearner | string
  /** For the file: what stands now. */
  calls(): LearnedCalls | undefined
  /** The file with `calls` was written. */
  saved(): void
  /** Calls have to be written otherwise from now on. */
  changed(): boolean
}

/** Gets ready to learn from the tools' worked examples and the cases of *train*. */
export function openSchool(school: CallSchool): OpenSchool {
  const { engine, home, files, model } = school
  const { modelId: id, modelSha256: sha256, callAdapter } = engine.info
  const before = readLearnedCalls(home.optimized, { id, sha256 })
  // One that the engine does not take is learned anew.
  const isRefused = callAdapter?.type === 'refused' && callAdapter.isLearnedHere === true
  const standing = isRefused ? undefined : before?.adapter
  let lessons: readonly CallLessons[] = []
  let from = ''
  let stands = before
  let now = before
  const learner: CallLearner = {
    kept: isRefused && before?.trial.kept ? undefined : before,
    lessons: () => {
      lessons = lessonsFrom(school)
      from = sha256Hex(Buffer.from(JSON.stringify([sha256, lessons])))
      return { from, count: lessons.reduce((sum, { calls }) => sum + calls.length, 0) }
    },
    check: (signal) => checkPython(pythonToTune(process.env), signal),
    learn: (seconds, signal) => {
      if (typeof model === 'string') throw new Error(model)
      return learn(school, model, { lessons, from, seconds }, signal)
    },
    keep: (trial, left, adapter) => {
      const kept = adapter === undefined ? standing : files.keepAdapter(adapter)
      now = { from, trial, ...(left > 0 && { left }), ...(kept && { adapter: kept }) }
    },
  }
  return {
    learner: typeof model === 'string' ? model : learner,
    calls: () => now,
    saved: () => {
      // What a budget left over is learned by the next run.
      if (now !== stands && now?.left === undefined) files.dropLearning()
      stands = now
    },
    changed: () => {
      const adapter = stands?.adapter?.sha256
      return adapter !== before?.adapter?.sha256 || (isRefused && stands !== before && adapter !== undefined)
    },
  }
}

interface Wanted {
  readonly lessons: readonly CallLessons[]
  readonly from: string
  readonly seconds: number | undefined
}

/** Goes on where it was interrupted, else from what calls are written with now. */
async function learn(
  { engine, files, program, isDryRun, onStep }: CallSchool,
  model: Exclude<CallSchool['model'], string>,
  { lessons, from, seconds }: Wanted,
  signal: AbortSignal,
): Promise<LearnedAdapter> {
  const tools: CallTokens[] = []
  for (const { state, calls } of lessons) {
    signal.throwIfAborted()
    const tokens = await engine.callTokens?.(state, calls)
    if (tokens === undefined) throw new Error('this engine does not tell the tokens of a prompt')
    tools.push(tokens)
  }
  const { path, steps: begin } = files.learning(from, isDryRun)
  const last = await runTuning(
    {
      ...{ tools, seconds, begin, modelPath: model.path, adapterPath: path, script: program.tuneCalls },
      python: pythonToTune(process.env),
      start: begin > 0 ? path : model.callAdapter?.path,
      onStep: ({ step, steps, saved }) => {
        if (saved && !isDryRun) files.noteLearning(from, step)
        onStep(step, steps)
      },
    },
    signal,
  )
  const adapter = { path, sha256: sha256Hex(readFileSync(path)) }
  return { adapter, steps: last.step, left: last.all - last.step }
}

/** By tool, in the order of their names; those without worked examples are written as the model came, so they teach nothing. */
function lessonsFrom({ tools, rows, toolsDirs, cases, style }: CallSchool): readonly CallLessons[] {
  const all = cases()
  return tools.flatMap(({ entry: { name }, detail }) => {
    if (!takesArguments(detail)) return []
    const known = all.flatMap(({ part, tool, message, accepted }): readonly FewShot[] => {
      const shot = part === 'train' && tool === name ? shotOf(message, accepted) : undefined
      return shot === undefined ? [] : [shot]
    })
    const beside = toolsDirs.flatMap((folder) => lessonsBeside(folder, name))
    const tool = { ...withDraft(detail, rows().get(name)), name }
    const lessons = lessonsOf(tool, [...beside, ...known], style)
    return lessons.state.untuned === true || lessons.calls.length === 0 ? [] : [lessons]
  })
}

interface TunedSources {
  style(): CallStyle | undefined
  openTuned(adapter: AdapterFile, signal: AbortSignal): Promise<Engine>
}

/** The model with an adapter that is tried, opened when it is first asked. */
export class TunedEngine {
  readonly #sources: TunedSources
  #opened: Promise<Engine> | undefined

  constructor(sources: TunedSources) {
    this.#sources = sources
  }

  /** What a draft with an adapter is asked with; of the examples nearest to a message none, as ever with one. */
  async with({ adapter }: Draft, signal: AbortSignal): Promise<Pick<AsideDraft, 'engine' | 'nearestShots'>> {
    if (adapter === undefined) return {}
    this.#opened ??= this.#sources.openTuned(adapter, signal)
    const style = { ...this.#sources.style(), near: false }
    const engine = await this.#opened
    const { callAdapter } = engine.info
    if (callAdapter?.type !== 'used')
      throw new Error(
        `the engine does not take what was learned (${callAdapter?.reason ?? 'no reason given'})`,
      )
    return {
      engine,
      nearestShots: (message, detail, earlier) => nearestShots(message, detail, earlier, style),
    }
  }

  async close(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.close()
  }
}
