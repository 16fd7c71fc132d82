// What stands in a folder or a file of the workspace, for words that point at it.
import type { Clock } from '../contracts/clock.ts'
import type { Meaning } from '../contracts/meaning.ts'
import { ToolFailure } from '../contracts/tool.ts'
import type { FileWish } from '../lib/meant-file.ts'
import { type FileValues, namedValues } from '../lib/named-values.ts'
import { today } from '../toolkit/civil-date.ts'
import { isTableName, namedCells, readTable } from '../toolkit/read-table.ts'
import { readText } from '../toolkit/read-text.ts'
import { walk } from '../toolkit/walk.ts'
import { locate } from '../toolkit/workspace-path.ts'
import { FolderProfiles } from './folder-profiles.ts'

const MOST = 2_000

/** All of it, as a session asks for them. */
export function shownOf(workspace: string, clock: Clock, meaning?: Meaning) {
  const profiles = new FolderProfiles(workspace, meaning)
  return {
    entriesOf: (folder: string, signal: AbortSignal) => entriesOf(workspace, folder, signal),
    fileText: (path: string, signal: AbortSignal) => fileText(workspace, path, signal),
    meantFile: (question: string, signal: AbortSignal, wish?: FileWish) =>
      profiles.meantFile(question, signal, wish),
    changeInFolder: (message: string, signal: AbortSignal) =>
      profiles.changeFor(message, today(clock), signal),
    readFolder: (signal: AbortSignal) => profiles.prepare(signal),
    valuesIn: (path: string, signal: AbortSignal) => valuesIn(workspace, path, signal),
  }
}

/** Names in a folder, folders with a slash at the end, without hidden ones; none where it is not there, or not in the workspace. */
export async function entriesOf(
  workspace: string,
  folder: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const place = await locate(workspace, folder, { wanted: 'folder', signal, suggest: false })
    const names: string[] = []
    for await (const entry of walk(place.real, { maxDepth: 1, signal })) {
      if (!entry.hidden) names.push(entry.kind === 'folder' ? `${entry.path}/` : entry.path)
      if (names.length >= MOST) break
    }
    return names
  } catch (error) {
    if (error instanceof ToolFailure) return []
    throw error
  }
}

/** A text file of the workspace; undefined: it is none, not there, or not in the workspace. */
async function fileText(workspace: string, path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const place = await locate(workspace, path, { wanted: 'file', signal, suggest: false })
    return (await readText(place, signal)).text
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
}

/** The values in a text file, of a table those of its cells. */
async function valuesIn(
  workspace: string,
  path: string,
  signal: AbortSignal,
): Promise<FileValues | undefined> {
  const text = await fileText(workspace, path, signal)
  if (text === undefined) return undefined
  const table = isTableName(path) ? await readTable(path, text) : undefined
  return { isTable: table !== undefined, values: table === undefined ? namedValues(text) : namedCells(table) }
}
