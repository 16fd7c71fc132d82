// What the session lends to `/plugins`: what is installed, and the ground anew when that changes.
import type { PluginShelf } from '../contracts/plugins.ts'
import type { ChatSession } from './session.ts'
import { taken } from './take-result.ts'

/** A shelf over the session as it stands now. */
export function pluginShelf(session: ChatSession): PluginShelf {
  const { plugins } = session.ports
  return {
    names: () => plugins.names(),
    act: (words) => taken(session, plugins.act(words)),
  }
}
