// What stands in a folder of the workspace, for words that point at it.
import { ToolFailure } from '../contracts/tool.ts'
import { walk } from '../toolkit/walk.ts'
import { locate } from '../toolkit/workspace-path.ts'

const MOST = 2_000

/** All of it, as a session asks for them. */
export function shownOf(workspace: string) {
  return { entriesOf: (folder: string, signal: AbortSignal) => entriesOf(workspace, folder, signal) }
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
