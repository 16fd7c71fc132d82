// A model and the database as the scripts that teach and measure SQL have them.
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChosenModel, chooseModel } from '../source/composing/choose-model.ts'
import type { Engine } from '../source/contracts/engine.ts'
import { loadEmbeddedEngine } from '../source/engine/embedded/host.ts'
import { FolderDatabase } from '../source/folder/sql/database.ts'
import { sha256Hex } from '../source/lib/checksum.ts'
import { findProgram, homePaths } from '../source/paths.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const THREADS = 2

/** A model of ETHERVOX_MODELS by its name. Throws with the reason where it is not there. */
export async function findChosen(asked: string): Promise<ChosenModel> {
  const { catalogue } = findProgram()
  const modelsDir = homePaths(undefined, process.env).models
  const chosen = await chooseModel(asked, { catalogue, modelsDir }, 0)
  if (chosen.type !== 'chosen') throw new Error(chosen.reason)
  return chosen
}

interface Opening {
  readonly contextTokens: number
  readonly callContextTokens: number
  /** Another adapter than the model's own; `none`: as it came. */
  readonly adapter?: string | undefined
}

/** Nothing of it is kept on disk. */
export async function openEngine(
  chosen: ChosenModel,
  { adapter, ...windows }: Opening,
  signal: AbortSignal,
): Promise<Engine> {
  const own = adapter === undefined ? chosen.callAdapter : undefined
  const other =
    adapter === undefined || adapter === 'none'
      ? undefined
      : { path: adapter, sha256: sha256Hex(readFileSync(adapter)) }
  return loadEmbeddedEngine({
    ...{ childPath: findProgram().engineChild, modelPath: chosen.path, modelId: chosen.id, modelSha256: '' },
    ...{ threads: THREADS, signal, ...windows, gpu: 'off', thinking: false, callAdapter: own ?? other },
    ...{ statesDir: tmpdir(), allStatesDir: tmpdir(), statesBudgetBytes: 0, keepsStates: false },
  })
}

export function openDatabase(): FolderDatabase {
  const child = join(ROOT, 'source/folder/sql/database-child.ts')
  return new FolderDatabase({
    child,
    clock: { now: () => new Date(), monotonicMs: () => performance.now(), timeZone: 'UTC' },
  })
}
