// What the session lends to `/tool`: the files of the home and the workspace, and the ground anew when they change.
import type { ToolFileShelf } from '../contracts/tool-files.ts'
import type { ChatSession } from './session.ts'
import { taken } from './take-result.ts'

/** A shelf over the session as it stands now; `signal` ends what runs. */
export function toolFileShelf(session: ChatSession, signal: AbortSignal): ToolFileShelf {
  const { toolFiles } = session.ports
  return {
    list: () => toolFiles.list(),
    check: (file) => toolFiles.check(file, signal),
    test: (name) => toolFiles.test(name, signal),
    draft: async (name, from) =>
      taken(session, await toolFiles.draft(name, from, session.slot.engine, signal)),
    trust: async (name, hash) => taken(session, toolFiles.trust(name, hash)),
  }
}
