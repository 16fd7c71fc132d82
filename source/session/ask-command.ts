// A command that another surface asks for: it waits its turn and is told like one that is typed, and the one that asked gets what came of it.
import type { CommandResult } from '../contracts/command.ts'
import { commandContext } from './command-context.ts'
import { parseLine, runCommand } from './dispatch.ts'
import type { ChatSession } from './session.ts'

/** `line` is a slash command. Never rejects. */
export async function askCommand(session: ChatSession, line: string): Promise<CommandResult> {
  let result: CommandResult | undefined
  const parsed = parseLine(line)
  if (parsed.type !== 'command') return failed('A command begins with a slash.')
  await session.enqueue(async (signal) => {
    const told = {
      emit: (event: Parameters<ChatSession['emit']>[0]) => {
        if (event.type === 'command') result = event
        session.emit(event)
      },
    }
    const isDone = await runCommand(parsed, session.ports.commands, commandContext(session, signal), told)
    if (!isDone) session.raiseExitCode(1)
  })
  if (result === undefined)
    return failed(
      session.ended ? 'The session has ended.' : 'The command broke off before it said what came of it.',
    )
  const { ok, text, data } = result
  return { ok, text, data }
}

function failed(text: string): CommandResult {
  return { ok: false, text, data: null }
}
