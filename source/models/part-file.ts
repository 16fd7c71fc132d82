// A half-fetched model: `<id>.<key>.part` holds the bytes, `<id>.<key>.part.json` says what they are worth.
// One pair per source (the key is made from its name), so that bytes of two places never mix.
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { isAbsent, systemCode } from './pull-error.ts'

export interface PartFile {
  readonly path: string
  readonly sidecarPath: string
  /** Folder for what a source needs besides; emptied before each use. */
  readonly workDir: string
}

/** The files of one model from one source. */
export function partFile(modelsDir: string, id: string, source: string): PartFile {
  const key = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const path = join(modelsDir, `${id}.${key}.part`)
  return { path, sidecarPath: `${path}.json`, workDir: `${path}.d` }
}

/** Bytes on disk; 0 when there is no file. */
export async function partBytes(part: PartFile): Promise<number> {
  return sizeOf(part.path)
}

/** The most that any source of this model has left half-fetched. */
export async function mostPartBytes(modelsDir: string, id: string): Promise<number> {
  const names = (await leftovers(modelsDir, id)).filter((name) => name.endsWith('.part'))
  return Math.max(0, ...(await Promise.all(names.map((name) => sizeOf(join(modelsDir, name))))))
}

/** The sidecar's fields; undefined when it is missing or is not an object. The caller checks each field. */
export async function readSidecar(part: PartFile): Promise<Readonly<Record<string, unknown>> | undefined> {
  return readRecord(part.sidecarPath)
}

export async function writeSidecar(part: PartFile, fields: Readonly<Record<string, unknown>>): Promise<void> {
  await writeFileAtomic(part.sidecarPath, `${JSON.stringify(fields)}\n`)
}

/** Deletes everything of this source. The sidecar goes first: bytes without it are not believed. */
export async function discardPart(part: PartFile): Promise<void> {
  await rm(part.sidecarPath, { force: true })
  await rm(part.path, { force: true })
  await rm(part.workDir, { recursive: true, force: true })
}

/** Deletes what any source of this model has left; gives the bytes that are free again. */
export async function discardParts(modelsDir: string, id: string): Promise<number> {
  let freed = 0
  for (const name of (await leftovers(modelsDir, id)).sort().reverse()) {
    freed += name.endsWith('.part') ? await sizeOf(join(modelsDir, name)) : 0
    await rm(join(modelsDir, name), { recursive: true, force: true })
  }
  return freed
}

/** Opens the part for writing behind `offset`; what lies behind it is cut off. Caller closes. */
export async function openPart(part: PartFile, offset: number): Promise<FileHandle> {
  const file = await open(part.path, offset === 0 ? 'w' : 'r+')
  if (offset > 0) await file.truncate(offset)
  return file
}

/** A new folder to work in; what a killed process may still write goes to its own, which is gone. */
export async function emptyWorkDir(part: PartFile): Promise<string> {
  await rm(part.workDir, { recursive: true, force: true })
  await mkdir(part.workDir, { recursive: true })
  return mkdtemp(join(part.workDir, 'run-'))
}

/** A JSON object from a file; undefined when there is none that can be read. */
export async function readRecord(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined
    throw error
  }
}

async function leftovers(modelsDir: string, id: string): Promise<string[]> {
  const names = await readdir(modelsDir).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const start = RegExp.escape(id.slice(0, 39))
  const escaped = RegExp.escape(id)
  // The second kind: temporary files of a sidecar or record whose writer was killed.
  const ours = new RegExp(
    `^(${escaped}\\.[0-9a-f]{8}\\.part(\\.json|\\.d)?|${escaped}\\.lock\\.[0-9a-f]{12}\\.tmp|\\.${start}.*\\.tmp)$`,
  )
  return names.filter((name) => ours.test(name))
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isAbsent(error)) return 0
    throw error
  }
}
