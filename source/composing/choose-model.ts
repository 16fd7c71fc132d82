// Which model to load: the one that was asked for, else the best that is installed and fits this machine.
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ModelRow } from '../contracts/command.ts'
import type { AdapterFile } from '../contracts/engine.ts'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import { type Catalogue, type CatalogueModel, loadCatalogue, recommend } from '../models/catalogue.ts'
import { modelSha256, type SumOptions } from '../models/checksum-record.ts'
import { findModel } from '../models/find-model.ts'
import { inspectModel, listModels, type ModelListing } from '../models/installed.ts'
import type { CallStyle } from '../prompt/call-state.ts'
import { adapterOf, readLearnedCalls } from './learned-calls.ts'

export interface ModelSources {
  /** Path of the catalogue. */
  readonly catalogue: string
  readonly modelsDir: string
  /** False: what was learned for writing calls is left out. */
  readonly tunedCalls?: boolean
  /** Folder with what was learned on this machine; absent: nothing is looked for. */
  readonly optimized?: string
}

export interface ChosenModel {
  readonly type: 'chosen'
  readonly id: string
  readonly path: string
  readonly sha256: string
  readonly answers: 'model' | 'tool' | 'auto'
  /** How calls are written. */
  readonly style: CallStyle
  /** What the call lane adds to its weights. */
  readonly callAdapter: AdapterFile | undefined
  /** The same of the talk lane. */
  readonly talkAdapter?: AdapterFile | undefined
}

export type Choice = ChosenModel | { readonly type: 'none' | 'failed'; readonly reason: string }

/** Finds the model; `asked` undefined means the best one that is here. With `unsummed` the sum may be empty: enough for its name. */
export async function chooseModel(
  asked: string | undefined,
  sources: ModelSources,
  freeBytes: number,
  options: SumOptions = {},
): Promise<Choice> {
  const catalogue = await loadCatalogue(sources.catalogue)
  if (catalogue.type === 'problem') return { type: 'failed', reason: catalogue.message }
  if (asked !== undefined) return chooseNamed(asked, catalogue, sources, options)
  // To choose by size and name, no file has to be read whole; the chosen one is.
  const listed = await listModels(catalogue, sources.modelsDir, { unsummed: true }).catch(unreadable)
  if (typeof listed === 'string')
    return { type: 'failed', reason: `The models in \`${sources.modelsDir}\` cannot be read: ${listed}.` }
  const largestFirst = listed
    .filter((row) => row.installed && row.kind === 'chat')
    .sort((a, b) => b.sizeBytes - a.sizeBytes)
  // Of a file of the person's own only its size tells what it needs.
  const needOf = ({ id, sizeBytes }: ModelListing) =>
    catalogue.models.find((one) => one.id === id)?.memoryBytes ?? sizeBytes
  const best = largestFirst.find((row) => needOf(row) <= freeBytes) ?? largestFirst.at(-1)
  if (best !== undefined) return chooseNamed(best.id, catalogue, sources, options)
  return { type: 'none', reason: howToGet(catalogue, freeBytes) }
}

function unreadable(error: unknown): string {
  if (!isDiskError(error)) throw error
  return diskReason(error)
}

/** Id of the model that will be loaded, without a look into its file; undefined: none, or nobody knows. */
export async function likelyModelId(asked: string | undefined, sources: ModelSources) {
  const options = { unsummed: true }
  const chosen = await chooseModel(asked, sources, process.availableMemory(), options).catch(() => undefined)
  return chosen?.type === 'chosen' ? chosen.id : undefined
}

/** Rows for `/model`. */
export async function modelRows(sources: ModelSources): Promise<readonly ModelRow[]> {
  const catalogue = await loadCatalogue(sources.catalogue)
  if (catalogue.type === 'problem') return []
  const isOurs = (id: string) => catalogue.models.some((one) => one.id === id)
  const rows = (await listModels(catalogue, sources.modelsDir)).filter(
    // What is no model is none to choose; one of the catalogue can be fetched again.
    ({ id, kind, installed }) => kind === 'chat' && (installed || isOurs(id)),
  )
  return rows.map(({ id, title, licence, sizeBytes, installed, verified }) => ({
    id,
    title,
    licence,
    sizeBytes,
    installed,
    verified,
    current: false,
  }))
}

/** Models of this size write calls as well without the examples nearest to a message, in less time, and so do tuned ones (docs/lanes.md). */
const ABLE_BYTES = 800_000_000

async function styleOf(path: string, said: CallStyle = {}, isTuned = false): Promise<CallStyle> {
  const { size } = await stat(path)
  return { ...said, near: !isTuned && size < ABLE_BYTES }
}

async function chooseNamed(
  asked: string,
  catalogue: Catalogue,
  sources: ModelSources,
  options: SumOptions,
): Promise<Choice> {
  const found = await findModel(asked, { catalogue, modelsDir: sources.modelsDir })
  if (found.type === 'unknown') return { type: 'failed', reason: found.message }
  if (found.type === 'file') {
    const sha256 = await modelSha256(found.path, sources.modelsDir, options)
    const callAdapter = adapterFor({ id: found.id, sha256 }, undefined, sources)
    return {
      type: 'chosen',
      id: found.id,
      path: found.path,
      sha256,
      answers: 'auto',
      style: await styleOf(found.path, {}, callAdapter !== undefined),
      callAdapter,
    }
  }
  if (found.model.kind === 'meaning') {
    const reason = `${found.id} finds tools and memories by meaning and writes no answers; \`ethervox model list\` shows those that do.`
    return { type: 'failed', reason }
  }
  const installed = await inspectModel(found.model, sources.modelsDir, options)
  if (installed.state === 'installed') {
    const { answers, examples, code } = found.model
    const callAdapter = adapterFor(
      { id: found.id, sha256: installed.sha256 },
      found.model.callAdapter,
      sources,
    )
    return {
      type: 'chosen',
      id: found.id,
      path: installed.path,
      sha256: installed.sha256,
      answers,
      style: await styleOf(installed.path, { shots: examples, code }, callAdapter !== undefined),
      callAdapter,
      talkAdapter: shippedFile(found.model.talkAdapter, sources),
    }
  }
  const pull = `\`ethervox model pull ${found.id}\``
  if (installed.state === 'damaged') {
    return {
      type: 'failed',
      reason: `The model ${found.id} is damaged: ${installed.reason}. ${pull} fetches it again.`,
    }
  }
  return {
    type: 'none',
    reason: `The model ${found.id} is not installed; ${pull} fetches it (${size(found.model.sizeBytes)}, ${found.model.licence}).`,
  }
}

/** The same where its adapter was refused: calls are written as the model came. */
export async function asItCame(chosen: ChosenModel): Promise<ChosenModel> {
  return { ...chosen, style: await styleOf(chosen.path, chosen.style), callAdapter: undefined }
}

/** What was learned on this machine, else what comes with the program. */
function adapterFor(
  model: { readonly id: string; readonly sha256: string },
  shipped: CatalogueModel['callAdapter'],
  sources: ModelSources,
): AdapterFile | undefined {
  const { tunedCalls, optimized } = sources
  if (tunedCalls === false) return undefined
  const learned =
    optimized === undefined ? undefined : adapterOf(optimized, readLearnedCalls(optimized, model))
  return learned ?? shippedFile(shipped, sources)
}

function shippedFile(
  shipped: CatalogueModel['callAdapter'],
  { catalogue, tunedCalls }: ModelSources,
): AdapterFile | undefined {
  if (tunedCalls === false) return undefined
  return shipped && { path: join(dirname(catalogue), shipped.file), sha256: shipped.sha256 }
}

function howToGet(catalogue: Catalogue, freeBytes: number): string {
  const best = recommend(freeBytes, catalogue)
  if (best === undefined) return 'No model is installed; `ethervox model list` shows which there are.'
  return `No model is installed; \`ethervox model pull ${best.id}\` fetches one (${size(best.sizeBytes)}, ${best.licence}).`
}

/** Bytes in words, e.g. `491 MB`. */
export function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}
