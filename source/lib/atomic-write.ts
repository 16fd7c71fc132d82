/**
 * Replaces a file so that a reader, a crash or a cut of power sees the old one or the new one, never a part:
 * a temporary file in the same folder (a rename works only inside one file system), fsync of its bytes, rename,
 * fsync of the folder (or the rename itself may be lost).
 */
import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import * as fsp from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Text is written as UTF-8. */
export type Writable = string | Uint8Array

/**
 * Writes a file whole or not at all. Follows a symbolic link to the file behind it and keeps that file's mode; `newMode` is
 * that of a file that was not there, the system's usual one without it.
 * Rejects with the system's error; then the old file is untouched and no temporary file is left.
 * The folder must exist.
 */
export async function writeFileAtomic(
  path: string,
  data: Writable,
  { newMode }: { readonly newMode?: number } = {},
): Promise<void> {
  const target = await fsp.realpath(path).catch(() => path)
  const mode = await fsp.stat(target).then(modeOf, () => undefined)
  const temporary = temporaryName(target)
  try {
    const file = await fsp.open(temporary, 'wx', mode ?? newMode)
    try {
      if (mode !== undefined) await file.chmod(mode)
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    await fsp.rename(temporary, target)
  } catch (error) {
    await fsp.rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  if (!canSyncFolders()) return
  const folder = await fsp.open(dirname(target), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The same as `writeFileAtomic`, without giving way to anything else; throws the system's error. */
export function writeFileAtomicSync(
  path: string,
  data: Writable,
  { newMode }: { readonly newMode?: number } = {},
): void {
  const target = realPath(path)
  const mode = modeOf(fs.statSync(target, { throwIfNoEntry: false }))
  const temporary = temporaryName(target)
  try {
    const file = fs.openSync(temporary, 'wx', mode ?? newMode)
    try {
      if (mode !== undefined) fs.fchmodSync(file, mode)
      fs.writeFileSync(file, data)
      fs.fsyncSync(file)
    } finally {
      fs.closeSync(file)
    }
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(target))
}

/**
 * Makes a file that is not there yet, whole or not at all; throws `EEXIST` where something has the name already, and the
 * system's error else. Without `sync` a cut of power may lose it, a killed program does not.
 */
export function createFileAtomicSync(
  path: string,
  data: Writable,
  { mode = 0o600, sync = true }: { readonly mode?: number; readonly sync?: boolean } = {},
): void {
  const temporary = temporaryName(path)
  try {
    fs.writeFileSync(temporary, data, { flag: 'wx', mode, flush: sync })
    linkOrCopy(temporary, path)
  } finally {
    fs.rmSync(temporary, { force: true })
  }
  if (sync) syncFolder(dirname(path))
}

/** A second name that nobody has; a copy on a disk that knows no second names. Throws `EEXIST`. */
export function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to)
  } catch (error) {
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL)
  }
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

function syncFolder(path: string): void {
  if (!canSyncFolders()) return
  const folder = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}

function realPath(path: string): string {
  try {
    return fs.realpathSync(path)
  } catch {
    return path
  }
}

function modeOf(stats: fs.Stats | undefined): number | undefined {
  return stats?.isFile() ? stats.mode & 0o777 : undefined
}

function temporaryName(target: string): string {
  return join(dirname(target), `.${basename(target).slice(0, 40)}.${randomBytes(6).toString('hex')}.tmp`)
}

/** What a killed program left of a file that it was writing. */
export function isTemporaryName(name: string): boolean {
  return /\.[0-9a-f]{12}\.tmp$|^settings\.json\.tmp-[0-9a-f]+$/.test(name)
}

// Windows cannot open a folder to sync it; there the rename is on its own.
function canSyncFolders(): boolean {
  return process.platform !== 'win32'
}
