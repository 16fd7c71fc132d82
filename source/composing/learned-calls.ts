// What was learned for writing calls on this machine, beside the optimized prompts of a model.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AdapterFile } from '../contracts/engine.ts'
import { parseJsonObject } from '../contracts/json.ts'
import { type LearnedCalls, OPTIMIZED_VERSION } from '../contracts/optimized.ts'

const ENDING = '.calls.gguf'

/** Name of an adapter's file beside the prompts of a model. */
export function adapterName(modelId: string, sha256: string): string {
  return `${modelId}.${sha256.slice(0, 8)}${ENDING}`
}

/** Whether a file of that folder is an adapter of this model: ids may begin with one another. */
export function isAdapterName(modelId: string, file: string): boolean {
  return file.startsWith(`${modelId}.`) && /^[\da-f]{8}\.calls\.gguf$/.test(file.slice(modelId.length + 1))
}

/** Of this very model; undefined: nothing, or what cannot be read. */
export function readLearnedCalls(
  folder: string,
  model: { readonly id: string; readonly sha256: string },
): LearnedCalls | undefined {
  const file = parseJsonObject(readText(join(folder, `${model.id}.json`)))
  const of = file?.model
  if (file?.formatVersion !== OPTIMIZED_VERSION || typeof of !== 'object' || of === null) return undefined
  if (!('sha256' in of) || of.sha256 !== model.sha256) return undefined
  return learnedIn(file, model.id)
}

/** What a file of optimized prompts says of it. */
export function learnedIn(file: object | undefined, modelId: string): LearnedCalls | undefined {
  const calls = file !== undefined && 'calls' in file ? file.calls : undefined
  if (typeof calls !== 'object' || calls === null) return undefined
  const { from, trial, left, adapter } = calls as Partial<LearnedCalls>
  if (typeof from !== 'string' || typeof trial?.reason !== 'string') return undefined
  const isWhole =
    isAdapterName(modelId, String(adapter?.file)) && /^[\da-f]{64}$/.test(String(adapter?.sha256))
  return {
    from,
    trial,
    ...(typeof left === 'number' && left > 0 && { left }),
    ...(isWhole && adapter && { adapter }),
  }
}

/** Where the adapter is; undefined: none was kept. */
export function adapterOf(folder: string, learned: LearnedCalls | undefined): AdapterFile | undefined {
  const adapter = learned?.adapter
  return adapter && { path: join(folder, adapter.file), sha256: adapter.sha256, isLearnedHere: true }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
