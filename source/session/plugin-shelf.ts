// What the session lends to `/plugins`: what is installed, and the ground anew when that changes.
import type { PluginShelf } from '../contracts/plugins.ts'
import type { ChatSession } from './session.ts'

/** A shelf over the session as it stands now. */
export function pluginShelf(session: ChatSession): PluginShelf {
  const { plugins, reopenGround } = session.ports
  return {
    names: () => plugins.names(),
    act: (words) => {
      const { changed, ...result } = plugins.act(words)
      if (changed) session.takeGround(reopenGround())
      return result
    },
  }
}
