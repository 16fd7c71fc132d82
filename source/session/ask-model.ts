// A tool's question to the model: in the talk lane behind the head, outside the history, which is evaluated again only behind the head.
import type { AskModel } from '../contracts/ask-model.ts'
import { withoutThinking } from '../governor/answer-stream.ts'
import type { ModelSlot } from './model-slot.ts'

/** Lends the session's model as it is when it is asked; greedy, so that the same question has the same answer. */
export function askModelOf(session: { readonly slot: ModelSlot }): AskModel {
  return async (question, maxTokens, signal) => {
    const { engine, head } = session.slot
    if (engine === undefined) return undefined
    const messages = [...head, { role: 'user', text: question } as const]
    const { text } = await engine.talk({ messages, maxTokens, temperature: 0, seed: 1 }, signal)
    return withoutThinking(text).trim()
  }
}
