// Evaluating a message while it is still written. What may stand: the tokens that it begins with however it goes on, in whole
// chunks (lane.ts says why); all of its prompt where it looks finished.
import type { Token } from 'node-llama-cpp'
import type { ChatMessage, TokenUsage } from '../../contracts/engine.ts'
import type { Lane } from './lane.ts'

/** Something that a message may go on with. */
const MORE = ' and'

/** `messages` with `more` behind the last one. */
export function ending(messages: readonly ChatMessage[], more: string): readonly ChatMessage[] {
  const last = messages.at(-1)
  return last === undefined ? messages : [...messages.slice(0, -1), { ...last, text: last.text + more }]
}

/** `render` gives the prompt's tokens with a text behind its message. */
export async function evaluateAhead(
  lane: Lane,
  render: (more: string) => readonly Token[],
  isFinished: boolean,
  signal: AbortSignal,
): Promise<TokenUsage> {
  // Where nothing can be cut, each further key would cost the whole conversation.
  if (!lane.canCut) return { evaluated: 0, reused: 0, generated: 0 }
  const prompt = render('')
  // The last token is decoded with the answer.
  const tokens = isFinished ? prompt.slice(0, -1) : commonStart(prompt, render(MORE))
  // A message that will not fit says so when it is sent.
  if (tokens.length >= lane.windowTokens) return { evaluated: 0, reused: 0, generated: 0 }
  const reused = await lane.appendAhead(tokens, isFinished, signal)
  return { evaluated: lane.tokens.length - reused, reused, generated: 0 }
}

function commonStart(one: readonly Token[], other: readonly Token[]): readonly Token[] {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}
