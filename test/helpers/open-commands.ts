// A session as tests of commands need it: one line in, what the command said out.
import assert from 'node:assert/strict'
import type { SessionEvent } from '../../source/contracts/event.ts'
import { type OpenOptions, openTestSession } from './open-session.ts'

type CommandEvent = Extract<SessionEvent, { type: 'command' }>

/** `system`: the system message of the last answer; `notices`: those of a code. */
export async function openCommands(options: OpenOptions = {}) {
  const test = await openTestSession(options)
  const run = async (line: string): Promise<CommandEvent> => {
    await test.session.submit(line)
    const last = test.events.findLast((event) => event.type === 'command')
    assert.ok(last !== undefined)
    return last
  }
  const system = () => test.engine.asked.at(-1)?.messages[0]?.text ?? ''
  const notices = (code: string) =>
    test.events.flatMap((event) => (event.type === 'notice' && event.code === code ? [event.message] : []))
  return { ...test, run, system, notices }
}
