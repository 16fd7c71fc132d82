// What the session lends to `/mcp`, and the prompts of servers as commands.
import type { McpShelf } from '../contracts/mcp.ts'
import { withoutMentions } from './mentions.ts'
import type { ChatSession } from './session.ts'

/** The servers for one run of one command. A script waits for what it turned on, so that its next line finds the tools. */
export function mcpShelf(session: ChatSession, signal: AbortSignal): McpShelf | undefined {
  const servers = session.ports.mcp?.servers
  if (servers === undefined) return undefined
  const settle = () => (session.options.interactive ? undefined : servers.meet(signal))
  return {
    rows: () => servers.rows(),
    remove: (name) => servers.remove(name),
    offerOf: (name) => servers.offerOf(name, signal),
    add: async (name, words) => {
      const problem = servers.add(name, words)
      await settle()
      return problem
    },
    importFile: async (path) => {
      const done = servers.importFile(path)
      await settle()
      return done
    },
    setEnabled: async (name, isOn) => {
      const problem = servers.setEnabled(name, isOn)
      await settle()
      return problem
    },
    login: (name) => servers.login(name, signal),
    logout: (name) => servers.logout(name),
    restart: (name) => servers.restart(name, signal),
    ask: async (server, prompt, input) => {
      const words = input.split(/\s+/).filter(Boolean)
      // What goes with a message is for the person to name: no file of theirs goes along because a server says so.
      const text = withoutMentions(await servers.prompt(server, prompt, words, signal))
      const outcome = await session.messages.send(text, signal, { origin: `${server}:${prompt}` })
      return { status: outcome?.status ?? 'refused', ok: outcome?.status === 'success' }
    },
  }
}
