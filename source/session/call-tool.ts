import type { JsonObject } from '../contracts/json.ts'
import type { TurnOutcome } from '../governor/ports.ts'
import type { ChatSession } from './session.ts'

/** Runs a tool without the model, as a whole turn. */
export function callTool(session: ChatSession, name: string, args: JsonObject): Promise<TurnOutcome> {
  return session.runTurn({
    message: `/call ${name} ${JSON.stringify(args)}`,
    origin: 'call',
    call: { name, arguments: args },
    // Nothing of such a turn is told to the model.
    factCharacters: 0,
  })
}
