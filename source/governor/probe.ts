// A short probe after the first load of a model: does it answer from facts, or make things up? Greedy, in idle time.
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import { findUnfaithful } from './faithful.ts'

export interface Probed {
  readonly answers: 'tool' | 'auto'
  /** How many answers were faithful, of how many asked. */
  readonly faithful: number
  readonly asked: number
}

interface Question {
  readonly message: string
  readonly facts: string
  readonly key: readonly string[]
  readonly failed?: true
}

const QUESTIONS: readonly Question[] = [
  { message: 'what is 18 % of 350?', facts: '18 % of 350 is 63.', key: ['63'] },
  { message: 'how late is it?', facts: 'It is 16:47.', key: ['16:47'] },
  { message: 'multiply 2041 by 3433', facts: '2041 * 3433 = 7006753.', key: ['7006753'] },
  {
    message: 'what is in the garden folder?',
    facts: 'garden has 3 entries: plan.md, roses.txt, tools.csv.',
    key: ['plan.md', 'roses.txt', 'tools.csv'],
  },
  {
    message: 'when does the ferry leave, see ferry.txt',
    facts: 'ferry.txt (2 lines):\nThe ferry leaves at 08:15.\nTickets cost 12.40 euros.',
    key: ['08:15'],
  },
  { message: 'open budget.xlsx', facts: 'There is no file budget.xlsx.', key: [], failed: true },
  { message: 'which calendar week is it?', facts: 'It is ISO week 31 of 2025.', key: ['31'] },
  { message: 'divide 10 by 0', facts: 'Division by zero has no result.', key: [], failed: true },
]
/** A model that keeps to the facts in less than this share of cases only delays the tool's own sentence. */
const ENOUGH = 0.75
const MOST_TOKENS = 80

/** Asks the probe's questions behind `head`; aborting rejects and leaves nothing behind. */
export async function probeAnswers(
  engine: Engine,
  head: readonly ChatMessage[],
  withFacts: (message: string, facts: string) => string,
  signal: AbortSignal,
): Promise<Probed> {
  let faithful = 0
  for (const { message, facts, key, failed } of QUESTIONS) {
    const messages = [...head, { role: 'user', text: withFacts(message, facts) } as const]
    const { text } = await engine.talk({ messages, maxTokens: MOST_TOKENS, temperature: 0, seed: 1 }, signal)
    const reason = findUnfaithful({ answer: text, facts, keys: [key], message, failed: failed ?? false })
    if (reason === undefined) faithful++
  }
  const asked = QUESTIONS.length
  return { answers: faithful / asked >= ENOUGH ? 'auto' : 'tool', faithful, asked }
}
