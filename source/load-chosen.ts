// Loads the chosen model into an engine of its own process, as flags and settings say.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { ChosenModel } from './choose-model.ts'
import type { Flags } from './compose.ts'
import type { Engine } from './contracts/engine.ts'
import { loadEmbeddedEngine } from './engine/embedded/host.ts'
import type { HomePaths, ProgramPaths } from './paths.ts'
import type { Settings } from './settings-table.ts'

const CALL_CONTEXT_TOKENS = 2_048

export interface LoadParts {
  readonly program: ProgramPaths
  readonly home: HomePaths
  readonly flags: Flags
  readonly settings: Settings
  readonly chosen: ChosenModel
}

/** Starts the engine's process; rejects with `EngineFailure`. */
export function loadChosen(
  { program, home, flags, settings, chosen }: LoadParts,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Engine> {
  return loadEmbeddedEngine({
    childPath: program.engineChild,
    modelPath: chosen.path,
    modelId: chosen.id,
    modelSha256: chosen.sha256,
    contextTokens: flags.context ?? (settings.context || undefined),
    callContextTokens: CALL_CONTEXT_TOKENS,
    threads: flags.threads ?? (settings.threads || Math.max(1, Math.min(8, availableParallelism()))),
    gpu: flags.gpu ?? settings.gpu,
    thinking: flags.think ?? settings.think,
    statesDir: join(home.states, chosen.id),
    allStatesDir: home.states,
    statesBudgetBytes: settings.statesBudgetMb * 1e6,
    keepsStates: flags.cache ?? true,
    signal,
    onProgress,
  })
}
