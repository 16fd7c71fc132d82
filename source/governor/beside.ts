// A question that no tool is for, beside a request for one ("What's the capital of Peru? And what time is it?"): the model answers
// it in an answer of its own, for what a tool said is checked and told alone. Next: reading/cuts.ts, which cuts the message.
import type { ChatMessage } from '../contracts/engine.ts'
import { type Answer, answerTurn } from './answer.ts'
import type { TurnInput, TurnPorts } from './ports.ts'

/** The question, answered. */
export interface BesideAnswer {
  readonly answer: Answer
  /** It stands before what is said of the request. */
  readonly isFirst: boolean
}

/** What the model answers of a message whose rest is for tools. */
export interface Beside {
  readonly question: string
  readonly request: string
  /** The question stands first. */
  readonly isFirst: boolean
}

/** What the talk lane is told, with `text` in the place of the message. */
export function toldAs({ told, message }: TurnInput, text: string): string {
  return (told ?? message).replace(message, () => text)
}

/** Answers the question behind `history`; what it is told with it is `told`. */
export async function answerBeside(
  input: TurnInput,
  { question }: Beside,
  history: readonly ChatMessage[],
  ports: TurnPorts,
  signal: AbortSignal,
): Promise<Answer> {
  const told = toldAs(input, question)
  const { ownFacts: _, attachment: __, remembered: ___, ...bare } = input
  return answerTurn({ ...bare, message: question, told, history }, ports, [], signal, () => undefined)
}

/** An answer as it stands in history. */
export function pairOf({ userText, historyText }: Answer): readonly ChatMessage[] {
  return [
    { role: 'user', text: userText },
    { role: 'assistant', text: historyText },
  ]
}

/** Both halves of what is said. */
export function joined(text: string, beside: BesideAnswer | undefined): string {
  const said = beside?.answer.text.trim() ?? ''
  return (beside?.isFirst ? [said, text] : [text, said]).filter((one) => one !== '').join('\n')
}
