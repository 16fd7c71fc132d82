// The model in a file that a session runs on, chosen and loaded into the embedded engine; and a second one, lent for writing.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type AdapterFile, type Engine, EngineFailure } from '../contracts/engine.ts'
import { loadEmbeddedEngine } from '../engine/embedded/host.ts'
import { superviseEngine } from '../engine/supervised.ts'
import { isDiskError } from '../lib/disk-reason.ts'
import { modelSha256 } from '../models/checksum-record.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import type { EngineLoad, EngineLoadOptions } from '../session/ports.ts'
import type { Settings } from '../settings-table.ts'
import {
  asItCame,
  type ChosenModel,
  chooseModel,
  likelyModelId,
  type ModelSources,
  modelRows,
} from './choose-model.ts'
import type { Flags } from './composed-flags.ts'
import { readProfile } from './profile.ts'

const CALL_CONTEXT_TOKENS = 2_048

export interface EmbeddedSources {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly flags: Flags
  settings(): Settings
  /** The model is known and not yet loaded. */
  onChosen(chosen: ChosenModel): void
}

export class EmbeddedModels {
  readonly #sources: EmbeddedSources
  #chosen: ChosenModel | undefined

  constructor(sources: EmbeddedSources) {
    this.#sources = sources
  }

  /** The one that was chosen last; undefined: none yet. */
  get chosen(): ChosenModel | undefined {
    return this.#chosen
  }

  rows() {
    return modelRows(this.#files())
  }

  /** Id of the model that a load will choose, found without a look into its file; undefined: none is here. */
  likelyId(asked: string | undefined): Promise<string | undefined> {
    return likelyModelId(asked, this.#files())
  }

  /** A sentence, or undefined: it can be loaded. */
  async whyNotLoadable(id: string): Promise<string | undefined> {
    const choice = await this.#choose(id)
    return choice.type === 'chosen' ? undefined : choice.reason
  }

  /** Chooses and loads; an engine whose process dies is started again. */
  async load({ model, signal, onModel, onProgress, onRestart }: EngineLoadOptions): Promise<EngineLoad> {
    const chosen = await this.#choose(model)
    signal.throwIfAborted()
    if (chosen.type !== 'chosen') return { type: chosen.type, model: undefined, reason: chosen.reason }
    this.#chosen = chosen
    onModel(chosen.id)
    this.#sources.onChosen(chosen)
    const restart = async () => {
      await this.#checkSame(chosen, signal)
      return this.#embed(chosen, signal, onProgress)
    }
    const engine = superviseEngine(await this.#embed(chosen, signal, onProgress), { restart, onRestart })
    if (engine.info.callAdapter?.type === 'refused') this.#chosen = await asItCame(chosen)
    const wanted = this.#sources.flags.answers ?? this.#sources.settings().answers
    const profile = await readProfile(join(this.#sources.home.states, chosen.id))
    const answers = wanted === 'profile' ? (profile?.answers ?? chosen.answers) : wanted
    return { type: 'ready', engine, answers }
  }

  /** A second model beside the loaded one, which only writes. Throws where it cannot be loaded. */
  async openWriter(model: string, signal: AbortSignal): Promise<Engine> {
    const chosen = await this.#choose(model)
    if (chosen.type !== 'chosen') throw new Error(chosen.reason)
    return this.#embed(chosen, signal, () => undefined)
  }

  /** The loaded model once more, its calls written with `callAdapter`, and nothing of it kept on disk. Throws where it cannot be loaded. */
  async openTuned(callAdapter: AdapterFile, signal: AbortSignal): Promise<Engine> {
    if (this.#chosen === undefined) throw new Error('no model is loaded')
    await this.#checkSame(this.#chosen, signal)
    return this.#embed({ ...this.#chosen, callAdapter }, signal, () => undefined, false)
  }

  /** Throws `EngineFailure` where another file lies there now: nobody checked it, and what was kept of the old one is not for it. */
  async #checkSame({ id, path, sha256 }: ChosenModel, signal: AbortSignal): Promise<void> {
    const now = await modelSha256(path, this.#sources.home.models, { signal }).catch((error: unknown) => {
      // Loading says why it cannot be read.
      if (isDiskError(error)) return sha256
      throw error
    })
    if (now === sha256) return
    throw new EngineFailure(
      'load',
      `\`${path}\` is another file than the one that was loaded; \`/model ${id}\` loads it`,
    )
  }

  #files(): ModelSources {
    const { program, home, settings } = this.#sources
    return {
      catalogue: program.catalogue,
      modelsDir: home.models,
      tunedCalls: settings().tunedCalls,
      optimized: home.optimized,
    }
  }

  #choose(model: string | undefined) {
    return chooseModel(model, this.#files(), process.availableMemory())
  }

  /** Starts the engine's process, as flags and settings say; rejects with `EngineFailure`. */
  #embed(
    chosen: ChosenModel,
    signal: AbortSignal,
    onProgress: EngineLoadOptions['onProgress'],
    keepsStates = true,
  ) {
    const { program, home, flags } = this.#sources
    const settings = this.#sources.settings()
    return loadEmbeddedEngine({
      childPath: program.engineChild,
      modelPath: chosen.path,
      modelId: chosen.id,
      modelSha256: chosen.sha256,
      contextTokens: flags.context ?? (settings.context || undefined),
      callContextTokens: CALL_CONTEXT_TOKENS,
      threads: flags.threads ?? (settings.threads || Math.max(1, Math.min(8, availableParallelism()))),
      callAdapter: chosen.callAdapter,
      talkAdapter: chosen.talkAdapter,
      gpu: flags.gpu ?? settings.gpu,
      thinking: flags.think ?? settings.think,
      statesDir: join(home.states, chosen.id),
      allStatesDir: home.states,
      statesBudgetBytes: settings.statesBudgetMb * 1e6,
      keepsStates: keepsStates && (flags.cache ?? true),
      signal,
      onProgress,
    })
  }
}
