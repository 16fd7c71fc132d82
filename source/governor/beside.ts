// A question that no tool is for, beside a request for one ("What's the capital of Peru? And what time is it?"): the model answers
// it in an answer of its own, for what a tool said is checked and told alone. Next: router/beside.ts, which cuts the message.
import type { ChatMessage } from '../contracts/engine.ts'
import type { Beside } from '../contracts/router.ts'
import { type Answer, answerTurn } from './answer.ts'
import type { TurnInput, TurnPorts } from './ports.ts'

/** The question, answered. */
export interface BesideAnswer {
  readonly answer: Answer
  /** It stands before what is said of the request. */
  readonly isFirst: boolean
}

/** The two halves of a message; undefined: it is one, or the question is about a result that is told with it. */
export async function besideOf({ message, open }: TurnInput, ports: TurnPorts): Promise<Beside | undefined> {
  if (open !== undefined || ports.engine === undefined || ports.beside === undefined) return undefined
  await ports.prepareRoute?.(message)
  const beside = ports.beside(message)
  if (beside === undefined || !beside.leans) return beside
  // "Set a timer for 9 minutes. Is that enough for an egg?": a deed is told by its tool, and nobody would answer.
  const { tool } = ports.route(beside.request, undefined)
  const callable = tool === null ? undefined : await ports.findTool(tool)
  return callable?.tool.risk === 'write' ? beside : undefined
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
