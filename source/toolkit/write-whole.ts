// Replaces or makes one file of the workspace, whole or not at all. Every step goes through an open folder, so that a folder
// that becomes a link in between leads nowhere: on Linux by `/proc/self/fd`, elsewhere the path is judged once more.
import { randomBytes } from 'node:crypto'
import { constants, existsSync, type Stats } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolFailure } from '../contracts/tool.ts'
import { isStillAt } from './read-text.ts'
import type { WritablePath } from './writable-path.ts'

export interface WholeWrite {
  readonly place: WritablePath
  readonly bytes: Uint8Array
  /** Of the file as it was read; a file that changed since is not replaced. undefined: it is made. */
  readonly before: Stats | undefined
  readonly signal: AbortSignal
}

/** Puts the bytes into the new file; another one in tests of full disks. */
export type Fill = (file: FileHandle, bytes: Uint8Array) => Promise<void>

const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)
const HAS_FD_PATHS = process.platform === 'linux' && existsSync('/proc/self/fd')
const CAN_OPEN_FOLDERS = process.platform !== 'win32'

/** An open folder and the way to what lies in it. */
interface Opened {
  readonly handle: FileHandle | undefined
  readonly way: string
}

/**
 * Writes a file: a temporary one beside it, fsync, rename, fsync of the folder. The file's mode stays, and its owner as far as the system lets it. Throws `ToolFailure`
 * with `changed` (somebody else was faster), `disk_full`, `read_only`, `no_access`; then the old file is whole.
 */
export async function writeWhole(
  { place, bytes, before, signal }: WholeWrite,
  fill: Fill = (file, all) => file.writeFile(all),
): Promise<void> {
  let folder: Opened | undefined
  try {
    folder = await openFolders(place)
    const temporary = join(folder.way, `.${place.name.slice(0, 40)}.${randomBytes(6).toString('hex')}.tmp`)
    try {
      await writeTemporary(temporary, bytes, before, fill)
      signal.throwIfAborted()
      await putInPlace(temporary, join(folder.way, place.name), before, place)
    } finally {
      await rm(temporary, { force: true })
    }
    // The new file stands; some disks cannot sync a folder, and nothing would be won by calling that a failure.
    await folder.handle?.sync().catch(() => undefined)
  } catch (error) {
    throw writeFailure(place.shown, error)
  } finally {
    await folder?.handle?.close()
  }
}

/** What a failed write is to a person; what is no failure of the disk stays as it is. */
export function writeFailure(shown: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const [short, reason] = REASONS[code] ?? []
  if (short === undefined || cause instanceof ToolFailure) return cause
  return new ToolFailure(short, `\`${shown}\` was not written: ${reason}. What was there is unchanged.`, {
    cause,
  })
}

const FULL = ['disk_full', 'the disk is full; make room and try again'] as const
const REFUSED = ['no_access', 'permission denied'] as const
const REASONS: { readonly [code: string]: readonly [string, string] } = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: ['disk_full', 'the disk takes no file of this size'],
  EROFS: ['read_only', 'the disk can only be read'],
  EACCES: REFUSED,
  EPERM: REFUSED,
  EIO: ['disk_failed', 'the disk failed'],
  ENAMETOOLONG: ['bad_path', 'its name is too long for this disk'],
  EINVAL: ['bad_path', 'this disk does not take such a name'],
  EILSEQ: ['bad_path', 'this disk does not take such a name'],
  ELOOP: ['changed', 'a folder on its way became a link meanwhile'],
  ENOTDIR: ['changed', 'a folder on its way became something else meanwhile'],
  ENOENT: ['changed', 'a folder on its way is no longer there'],
}

/** The folder of the file, open; those that are missing are made on the way. */
async function openFolders(place: WritablePath): Promise<Opened> {
  let opened = await openFolder(place.folder, place.folder)
  let real = place.folder
  for (const name of place.missing) {
    real = join(real, name)
    const way = join(opened.way, name)
    try {
      await mkdir(way).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      })
      const next = await openFolder(way, real)
      await opened.handle?.close()
      opened = next
    } catch (error) {
      await opened.handle?.close()
      throw error
    }
  }
  return opened
}

async function openFolder(way: string, real: string): Promise<Opened> {
  const moved = () =>
    new ToolFailure('changed', `\`${real}\` is no longer the folder that it was; ask again.`)
  if (!CAN_OPEN_FOLDERS) {
    if ((await realpath(real)) !== real) throw moved()
    return { handle: undefined, way: real }
  }
  const handle = await open(way, FOLDER_FLAGS)
  if (!(await isStillAt(handle, real))) {
    await handle.close()
    throw moved()
  }
  return { handle, way: HAS_FD_PATHS ? `/proc/self/fd/${handle.fd}` : real }
}

async function writeTemporary(path: string, bytes: Uint8Array, before: Stats | undefined, fill: Fill) {
  const file = await open(path, 'wx', before === undefined ? 0o666 : 0o600)
  try {
    await fill(file, bytes)
    if (before !== undefined) {
      // Who writes as root, or for a group, leaves the file to whom it belongs; who may not owns the new one.
      await file.chown(before.uid, before.gid).catch(() => undefined)
      await file.chmod(before.mode & 0o7777)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name is linked, which fails when the name was taken meanwhile; an old one is replaced if it still is what was read. */
async function putInPlace(temporary: string, target: string, before: Stats | undefined, place: WritablePath) {
  const changed = (what: string) =>
    new ToolFailure(
      'changed',
      `\`${place.shown}\` was not written: somebody else ${what} it meanwhile. Ask again.`,
    )
  if (before !== undefined) {
    const now = await lstat(target).catch(() => undefined)
    const same =
      now?.isFile() && now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs
    if (!same) throw changed('changed')
    await rename(temporary, target)
    return
  }
  try {
    await link(temporary, target)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw changed('made')
    // Some disks know no second name for a file.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    if ((await lstat(target).catch(() => undefined)) !== undefined) throw changed('made')
    await rename(temporary, target)
  }
}
