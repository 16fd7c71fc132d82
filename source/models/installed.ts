// What lies in the models folder: `<id>.gguf` is a model, by whatever way it came there, when size and sum are the catalogue's.
import { lstat, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import type { Catalogue, CatalogueModel } from './catalogue.ts'
import { dropRecord, recordOf, type SumOptions } from './checksum-record.ts'
import { discardParts, mostPartBytes } from './part-file.ts'
import { isAbsent } from './pull-error.ts'
import { takeLockToDelete } from './pull-lock.ts'

/** State of one model of the catalogue on disk. */
export type InstalledModel =
  /** `partBytes`: what a stopped pull has left. */
  | { readonly state: 'absent'; readonly path: string; readonly partBytes: number }
  /** `verified`: its sum is the catalogue's, or the one that the host named. */
  | {
      readonly state: 'installed'
      readonly path: string
      readonly sizeBytes: number
      readonly sha256: string
      readonly verified: boolean
    }
  /** There is a file, but it is not this model; `reason` is a clause. */
  | { readonly state: 'damaged'; readonly path: string; readonly sizeBytes: number; readonly reason: string }

/** One row of `ethervox model list`. */
export interface ModelListing {
  readonly id: string
  readonly title: string
  readonly licence: string
  /** What it is for; a file of the person's own is taken for a chat model. */
  readonly kind: CatalogueModel['kind']
  /** On disk, else the catalogue's. */
  readonly sizeBytes: number
  /** `file`: a GGUF in the folder that the catalogue does not know. */
  readonly state: InstalledModel['state'] | 'file'
  readonly installed: boolean
  /** Installed: the sum was held against a known one. Otherwise: the catalogue has a sum that this project checked. */
  readonly verified: boolean
  readonly path: string
  readonly partBytes: number
  readonly note: string | undefined
}

/** Where a model's file is, or would be. */
export function modelPath(modelsDir: string, id: string): string {
  return join(modelsDir, `${id}.gguf`)
}

/** Looks at one model; reads the whole file only when it changed since the last time. */
export async function inspectModel(
  model: CatalogueModel,
  modelsDir: string,
  options: SumOptions = {},
): Promise<InstalledModel> {
  const path = modelPath(modelsDir, model.id)
  const found = await stat(path).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
  if (!found?.isFile()) return { state: 'absent', path, partBytes: await mostPartBytes(modelsDir, model.id) }
  const sizeBytes = found.size
  const damaged = (reason: string): InstalledModel => ({ state: 'damaged', path, sizeBytes, reason })
  if (model.sizeIsExact && sizeBytes !== model.sizeBytes) {
    return damaged(`it has ${sizeBytes} bytes, not ${model.sizeBytes}`)
  }
  if (!(await isGguf(path))) return damaged('it is not a GGUF file')
  const record = await recordOf(path, modelsDir, model.sha256, options)
  if (model.sha256 !== undefined && record.sha256 !== model.sha256) {
    return damaged(`its sha256 is ${record.sha256.slice(0, 12)}…, not ${model.sha256.slice(0, 12)}…`)
  }
  const verified = model.sha256 !== undefined || record.checkedAgainst === 'host'
  return { state: 'installed', path, sizeBytes, sha256: record.sha256, verified }
}

/** The catalogue in its order, then every other `*.gguf` of the folder by name. */
export async function listModels(
  catalogue: Catalogue,
  modelsDir: string,
  options: SumOptions = {},
): Promise<readonly ModelListing[]> {
  const rows: ModelListing[] = []
  for (const model of catalogue.models) {
    const found = await inspectModel(model, modelsDir, options)
    rows.push({
      id: model.id,
      title: model.title,
      licence: model.licence,
      kind: model.kind,
      sizeBytes: found.state === 'absent' ? model.sizeBytes : found.sizeBytes,
      state: found.state,
      installed: found.state === 'installed',
      verified: found.state === 'installed' ? found.verified : model.verified,
      path: found.path,
      partBytes: found.state === 'absent' ? found.partBytes : 0,
      note: found.state === 'damaged' ? found.reason : model.note,
    })
  }
  const known = new Set(catalogue.models.map((model) => model.id))
  for (const id of (await droppedFiles(modelsDir)).filter((name) => !known.has(name))) {
    rows.push(await ownFile(id, modelPath(modelsDir, id)))
  }
  return rows
}

/** A file that the catalogue does not know; one that is no model must not cost the models beside it. */
async function ownFile(id: string, path: string): Promise<ModelListing> {
  const file = {
    id,
    title: id,
    licence: 'unknown',
    path,
    partBytes: 0,
    kind: 'chat',
    verified: false,
  } as const
  const damaged = (note: string, sizeBytes = 0) =>
    ({ ...file, sizeBytes, state: 'damaged', installed: false, note }) as const
  try {
    const found = await stat(path)
    // Nothing is read of what is no file: a pipe would be waited for.
    if (!found.isFile()) return damaged('it is not a file')
    if (!(await isGguf(path))) return damaged('it is not a GGUF file', found.size)
    return { ...file, sizeBytes: found.size, state: 'file', installed: true, note: undefined }
  } catch (error) {
    if (!isDiskError(error)) throw error
    return damaged(isAbsent(error) ? 'it is a link that leads nowhere' : diskReason(error))
  }
}

/**
 * Deletes a model, its record and what stopped pulls have left of it; gives the bytes freed, undefined when there was nothing.
 * Throws `PullError` `busy` while it is being fetched.
 */
export async function removeModel(id: string, modelsDir: string): Promise<number | undefined> {
  const path = modelPath(modelsDir, id)
  // Of a link, the link alone goes.
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined && (await mostPartBytes(modelsDir, id)) === 0) return undefined
  const lock = await takeLockToDelete(modelsDir, id)
  try {
    await dropRecord(path, modelsDir)
    await rm(path, { force: true })
    return (found?.isFile() ? found.size : 0) + (await discardParts(modelsDir, id))
  } finally {
    await lock.release()
  }
}

/** Whether a file begins as GGUF does. Rejects with the system's error. */
export async function isGguf(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === 'GGUF'
  } finally {
    await file.close()
  }
}

/** Names of every `*.gguf` in the folder, without the ending, sorted. */
export async function droppedFiles(modelsDir: string): Promise<string[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const files = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.gguf'))
  return files.map((entry) => entry.name.slice(0, -'.gguf'.length)).sort()
}
