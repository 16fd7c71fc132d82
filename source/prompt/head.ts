// The constant head of the talk lane: identity and rules, the index of tools, turns that show how to answer.
// Nothing here may change within a head revision: no clock, no counters, no order that depends on use.
import type { ChatMessage } from '../contracts/engine.ts'
import type { PersonaShot } from '../contracts/persona.ts'

/** Two turns that answer from facts, one of them a failure. Alone they make of every answer one about a file. */
const FACT_SHOTS: readonly PersonaShot[] = [
  {
    user: 'open plan.txt',
    facts: 'There is no file plan.txt. Did you mean plans.txt?',
    assistant: 'I could not open plan.txt: there is no such file. Did you mean plans.txt?',
  },
  {
    user: 'and plans.txt?',
    facts: 'plans.txt:\nMonday: run 42 min\nTuesday: rest\nFriday: run 50 min',
    assistant: 'plans.txt says: on Monday run 42 min, on Tuesday rest, on Friday run 50 min.',
  },
]

/** Turns without facts: what nobody told is not known, and a person is "you" (docs/lanes.md, "The head"). */
const DIRECT_SHOTS: readonly PersonaShot[] = [
  {
    user: "what is my aunt's job?",
    facts: undefined,
    assistant: "I do not know your aunt's job: you have not told me.",
  },
  {
    user: 'can i eat the skin of a kiwi?',
    facts: undefined,
    assistant: 'Yes, you can eat the skin of a kiwi. Wash it first.',
  },
  {
    user: 'why is the sky blue?',
    facts: undefined,
    assistant: 'Air scatters blue light more than red light, so the sky looks blue.',
  },
]

/** Messages of the head, in the order in which they are evaluated; no `shots`: the program's own. */
export function buildHead(
  systemText: string,
  index: string,
  shots: readonly PersonaShot[] = [],
): readonly ChatMessage[] {
  const system = index === '' ? systemText.trim() : `${systemText.trim()}\n${index}`
  return headWith(system, shots.length === 0 ? [...FACT_SHOTS, ...DIRECT_SHOTS] : shots)
}

/** The same where there are no tools, so that nothing is answered from facts. */
export function buildPlainHead(
  systemText: string,
  shots: readonly PersonaShot[] = [],
): readonly ChatMessage[] {
  const direct = shots.filter(({ facts }) => facts === undefined)
  return headWith(systemText.trim(), direct.length === 0 ? DIRECT_SHOTS : direct)
}

/** The system text alone. */
export function buildBareHead(systemText: string): readonly ChatMessage[] {
  return headWith(systemText.trim(), [])
}

function headWith(system: string, shots: readonly PersonaShot[]): readonly ChatMessage[] {
  return [
    { role: 'system', text: system },
    ...shots.flatMap(({ user, facts, assistant }): ChatMessage[] => [
      { role: 'user', text: facts === undefined ? user : withFacts(user, facts) },
      { role: 'assistant', text: assistant },
    ]),
  ]
}

const FACTS = '\nFacts: '

/** A user turn with what the tools said; the same bytes stand in history for ever. */
export function withFacts(message: string, facts: string): string {
  return `${message}${FACTS}${facts}`
}

/** What the person said in such a turn. */
export function withoutFacts(turn: string): string {
  return turn.split(FACTS, 1)[0] ?? ''
}
