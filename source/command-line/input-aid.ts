// What the input line of a screen is lent: completion out of the session, files of the workspace, the history of the home.
import type { InputAid } from '../contracts/input-aid.ts'
import type { HomePaths } from '../paths.ts'
import { attachmentsOf } from '../session/attachments.ts'
import { commandContext } from '../session/command-context.ts'
import { completeAt } from '../session/complete.ts'
import type { ChatSession } from '../session/session.ts'
import { openInputHistory } from './input-history.ts'
import { workspaceFiles } from './workspace-files.ts'

/** Reads the history; nothing else is done before it is asked for. */
export function openInputAid(session: ChatSession, home: HomePaths): InputAid {
  const { ports } = session
  const history = openInputHistory(home.inputHistory, ports.secret)
  const files = workspaceFiles(ports.workspace, () => performance.now())
  const { signal } = new AbortController()
  return {
    complete: async (text, cursor) => {
      const context = commandContext(session, signal)
      return completeAt(text, cursor, { context, used: history.lines, files }).catch(() => undefined)
    },
    attached: (text) => attachmentsOf(text, ports.attachable, signal).catch(() => []),
    history: () => [...history.lines],
    keep: (line) => history.keep(line),
  }
}
