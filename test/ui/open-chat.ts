// A chat over a fake session, with a clock that stands still until the test moves it.
import { Chat, type ChatOptions } from '../../source/ui/chat/chat.ts'
import { FakeSession } from './fake-session.ts'

export function openChat(session = new FakeSession(), options: Partial<ChatOptions> = {}) {
  const clock = { nowMs: 1000, quits: 0 }
  const chat = new Chat(session, {
    commandNames: ['help', 'quit'],
    nowMs: () => clock.nowMs,
    onQuit: () => clock.quits++,
    ...options,
  })
  const draft = () => chat.state().draft.text
  const ctrl = (key: string) => chat.key(key, { ctrl: true })
  return { session, chat, clock, draft, ctrl, enter: () => chat.key('', { return: true }) }
}

/** A call that waits. */
export const ASK = { call: 'c7', name: 'file_write', risk: 'write', arguments: '{"path":"a"}' }
