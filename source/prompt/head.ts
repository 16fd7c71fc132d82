// The constant head of the talk lane: identity and rules, the index of tools, turns that show how to answer.
// Nothing here may change within a head revision: no clock, no counters, no order that depends on use.
import type { ChatMessage } from '../contracts/engine.ts'
import type { PersonaShot } from '../contracts/persona.ts'

/** Two turns that answer from facts, one of them a failure. */
const OWN_SHOTS: readonly PersonaShot[] = [
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

/** Messages of the head, in the order in which they are evaluated; no `shots`: the program's own. */
export function buildHead(
  systemText: string,
  index: string,
  shots: readonly PersonaShot[] = [],
): readonly ChatMessage[] {
  const system = index === '' ? systemText.trim() : `${systemText.trim()}\n${index}`
  return [
    { role: 'system', text: system },
    ...(shots.length === 0 ? OWN_SHOTS : shots).flatMap(({ user, facts, assistant }): ChatMessage[] => [
      { role: 'user', text: facts === undefined ? user : withFacts(user, facts) },
      { role: 'assistant', text: assistant },
    ]),
  ]
}

/** A user turn with what the tools said; the same bytes stand in history for ever. */
export function withFacts(message: string, facts: string): string {
  return `${message}\nFacts: ${facts}`
}
