import type { Engine } from '../../source/contracts/engine.ts'
import { type EmbeddedLoad, loadEmbeddedEngine } from '../../source/engine/embedded/host.ts'

/** What every load has to say for itself; states are kept in `statesDir`. */
type PlainLoad = Pick<EmbeddedLoad, 'childPath' | 'modelPath' | 'statesDir'> & Partial<EmbeddedLoad>

/** Loads an engine on one processor thread that keeps no states, but for what `load` says otherwise. */
export function loadPlainEngine(load: PlainLoad): Promise<Engine> {
  return loadEmbeddedEngine({
    modelId: 'plain',
    modelSha256: 'plain',
    contextTokens: undefined,
    callContextTokens: 2_048,
    threads: 1,
    gpu: 'off',
    thinking: false,
    allStatesDir: load.statesDir,
    statesBudgetBytes: 0,
    signal: new AbortController().signal,
    ...load,
  })
}
