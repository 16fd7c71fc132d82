// A file as it stands on the disk now, read anew before it is changed: passages are found in these bytes, never in those of an earlier look.
import { ChangeRefused, type FolderReader, type ReadTable, UnreadableFile } from '../../contracts/folder.ts'
import { ToolFailure } from '../../contracts/tool.ts'
import { readToWrite, type WritingContext } from '../../toolkit/change-file.ts'
import { readerOf, textOf } from '../choose-reader.ts'

/** A file and its tables. */
export interface CurrentFile {
  /** Relative to the folder. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Without a byte order mark; undefined: it is no text. */
  readonly text: string | undefined
  readonly tables: readonly ReadTable[]
  /** The tables of other bytes of this file, by the same reader. Throws `ChangeRefused` where they cannot be read. */
  read(bytes: Uint8Array): Promise<readonly ReadTable[]>
}

/** The file of these bytes; throws `ChangeRefused` where no reader takes it. */
export async function openCurrent(
  path: string,
  bytes: Uint8Array,
  readers: readonly FolderReader[],
  modifiedMs = 0,
): Promise<CurrentFile> {
  const file = { path, bytes, text: textOf(bytes), modifiedMs }
  const reader = readerOf(file, readers)
  if (reader === undefined)
    throw new ChangeRefused(
      `\`${path}\` was changed meanwhile and can no longer be read; look at it and ask again.`,
    )
  const read = async (other: Uint8Array) => {
    try {
      return await reader.read({ ...file, bytes: other, text: textOf(other) })
    } catch (error) {
      if (error instanceof UnreadableFile) throw new ChangeRefused(error.message, { cause: error })
      throw error
    }
  }
  return { path, bytes, text: file.text, tables: await read(bytes), read }
}

/** Reads a file that is to be changed. Throws `ChangeRefused` with the reason why it cannot be written: safe mode, write protection … */
export async function readCurrent(
  context: WritingContext,
  path: string,
  readers: readonly FolderReader[],
): Promise<CurrentFile> {
  const { file } = await refusing(() => readToWrite(context, path))
  if (file === undefined)
    throw new ChangeRefused(`\`${path}\` is no longer there; ask again, and what is there now is read.`)
  return openCurrent(path, file.bytes, readers, file.facts.mtimeMs)
}

/** What a tool would refuse, as a change is refused. */
export async function refusing<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ToolFailure) throw new ChangeRefused(error.message, { cause: error })
    throw error
  }
}
