// The sha256 of a model is asked at each start and takes seconds; it is kept, and believed as long as
// path, size and time of change are the same.
import { createHash } from 'node:crypto'
import { lstat, mkdir, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { readRecord } from './part-file.ts'
import { isAbsent, systemCode } from './pull-error.ts'

/** What was found when a model file was last read whole. */
export interface ChecksumRecord {
  readonly sizeBytes: number
  /** The file's time of change then, in milliseconds. */
  readonly modifiedMs: number
  readonly sha256: string
  /** What the sum was held against: the catalogue's, one that the host named, or none. */
  readonly checkedAgainst: 'catalogue' | 'host' | 'nothing'
}

export interface SumOptions {
  readonly signal?: AbortSignal
  readonly onBytes?: (doneBytes: number, totalBytes: number) => void
  /** Take a file that nobody has summed yet for what its name and size say: to name it quickly, never to load it. */
  readonly unsummed?: boolean
}

/** SHA-256 of a file as 64 hexadecimal digits, read in pieces. Rejects with the system's error, or the signal's reason. */
export async function sumFile(path: string, options: SumOptions = {}): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const buffer = Buffer.allocUnsafe(1 << 20)
    for (let done = 0; ; ) {
      options.signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, buffer.length, done)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
      done += bytesRead
      options.onBytes?.(done, size)
    }
  } finally {
    await file.close()
  }
}

/**
 * SHA-256 of a model, computed once and kept in `cacheDir` (beside the model when that is its own folder).
 * A cache that cannot be written is no failure: the sum is then computed each time.
 */
export async function modelSha256(path: string, cacheDir: string, options: SumOptions = {}): Promise<string> {
  return (await recordOf(path, cacheDir, undefined, options)).sha256
}

/** The record of a file, made anew when it is not of this very file. `expected`: the catalogue's sum. */
export async function recordOf(
  path: string,
  cacheDir: string,
  expected: string | undefined,
  options: SumOptions = {},
): Promise<ChecksumRecord> {
  const before = await stat(path)
  const kept = await keptRecord(path, cacheDir)
  if (kept && kept.sizeBytes === before.size && kept.modifiedMs === before.mtimeMs) return kept
  if (options.unsummed) {
    const { size: sizeBytes, mtimeMs: modifiedMs } = before
    return { sizeBytes, modifiedMs, sha256: expected ?? '', checkedAgainst: 'nothing' }
  }
  const sha256 = await sumFile(path, options)
  const after = await stat(path)
  const checkedAgainst = sha256 === expected ? 'catalogue' : 'nothing'
  const record: ChecksumRecord = { sizeBytes: after.size, modifiedMs: after.mtimeMs, sha256, checkedAgainst }
  const still = before.size === after.size && before.mtimeMs === after.mtimeMs
  if (still) await keepRecord(path, cacheDir, record)
  return record
}

/** Writes a record; a folder that may not be written is let be, and so is a file that is none of ours. */
export async function keepRecord(path: string, cacheDir: string, record: ChecksumRecord): Promise<void> {
  try {
    await mkdir(cacheDir, { recursive: true })
    for (const place of recordPaths(path, cacheDir)) {
      if ((await standsAt(place)) === 'foreign') continue
      await writeFileAtomic(place, `${JSON.stringify(record)}\n`)
      return
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

/** Deletes what was kept of a file. */
export async function dropRecord(path: string, cacheDir: string): Promise<void> {
  for (const place of recordPaths(path, cacheDir))
    if ((await standsAt(place)) === 'record') await rm(place, { force: true })
}

/**
 * Where the record may stand. `<id>.json` beside the model, unless that is a file of the person's own; elsewhere the path's own hash
 * keeps two files of one name apart.
 */
function recordPaths(path: string, cacheDir: string): readonly string[] {
  const full = resolve(path)
  const name = basename(full).replace(/\.gguf$/i, '')
  const key = createHash('sha256').update(full).digest('hex').slice(0, 8)
  const own = join(cacheDir, `${name}.${key}.json`)
  return dirname(full) === resolve(cacheDir) ? [join(cacheDir, `${name}.json`), own] : [own]
}

async function keptRecord(path: string, cacheDir: string): Promise<ChecksumRecord | undefined> {
  for (const place of recordPaths(path, cacheDir)) {
    const record = parseRecord(await readRecord(place))
    if (record !== undefined) return record
  }
  return undefined
}

async function standsAt(place: string): Promise<'nothing' | 'record' | 'foreign'> {
  if (parseRecord(await readRecord(place)) !== undefined) return 'record'
  const found = await lstat(place).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
  return found === undefined ? 'nothing' : 'foreign'
}

function parseRecord(fields: Readonly<Record<string, unknown>> | undefined): ChecksumRecord | undefined {
  if (fields === undefined) return undefined
  const { sizeBytes, modifiedMs, sha256, checkedAgainst } = fields
  if (typeof sizeBytes !== 'number' || typeof modifiedMs !== 'number') return undefined
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined
  const against = (['catalogue', 'host', 'nothing'] as const).find((known) => known === checkedAgainst)
  return against && { sizeBytes, modifiedMs, sha256, checkedAgainst: against }
}
