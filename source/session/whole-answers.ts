// Answers as they were given. The model is told long ones cut (facts.ts), and a person who copies one wants all of it. An answer is kept
// for as long as its message stands anywhere: in the conversation, or before a turn that can be gone back to.
import type { ChatMessage } from '../contracts/engine.ts'

const whole = new WeakMap<ChatMessage, string>()

/** Notes the answer that the last of these messages tells; nothing where that is the whole of it. */
export function keepWhole(messages: readonly ChatMessage[], answer: string): void {
  const last = messages.at(-1)
  if (last?.role === 'assistant' && answer !== '' && last.text !== answer) whole.set(last, answer)
}

/** The last answer among them, as it was given; undefined: there is none. */
export function lastWhole(messages: readonly ChatMessage[]): string | undefined {
  const last = messages.findLast(({ role }) => role === 'assistant')
  return last && (whole.get(last) ?? last.text)
}
