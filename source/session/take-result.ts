import type { CommandResult } from '../contracts/command.ts'
import type { ChatSession } from './session.ts'

/** What a command of the home gave; where it changed the tools, the session takes the ground anew. */
export function taken(
  session: ChatSession,
  { changed, ...result }: CommandResult & { readonly changed?: true },
): CommandResult {
  if (changed) session.takeGround(session.ports.reopenGround())
  return result
}
