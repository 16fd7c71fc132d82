// What is to be said of the ground: files, roles and setups that are not used as they stand.
import type { ChatSession } from './session.ts'

/** All of it, a sentence each. */
export function noticesOf({ ground, role, setup }: ChatSession): readonly string[] {
  return [...ground.notices, ...role.problems, ...setup.problems]
}

/** Says what is not among `said`. */
export function sayNotices(session: ChatSession, said: readonly string[] = []): void {
  for (const message of noticesOf(session))
    if (!said.includes(message)) session.emit({ type: 'notice', code: 'ground', message })
}
