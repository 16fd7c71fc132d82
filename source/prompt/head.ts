// The constant head of the talk lane: identity and rules, the index of tools, two turns that answer from facts.
// Nothing here may change within a head revision: no clock, no counters, no order that depends on use.
import type { ChatMessage } from '../contracts/engine.ts'

/** Messages of the head, in the order in which they are evaluated. */
export function buildHead(systemText: string, index: string): readonly ChatMessage[] {
  const system = index === '' ? systemText.trim() : `${systemText.trim()}\n${index}`
  return [
    { role: 'system', text: system },
    { role: 'user', text: withFacts('open plan.txt', 'There is no file plan.txt. Did you mean plans.txt?') },
    { role: 'assistant', text: 'I could not open plan.txt: there is no such file. Did you mean plans.txt?' },
    {
      role: 'user',
      text: withFacts('and plans.txt?', 'plans.txt:\nMonday: run 42 min\nTuesday: rest\nFriday: run 50 min'),
    },
    {
      role: 'assistant',
      text: 'plans.txt says: on Monday run 42 min, on Tuesday rest, on Friday run 50 min.',
    },
  ]
}

/** A user turn with what the tools said; the same bytes stand in history for ever. */
export function withFacts(message: string, facts: string): string {
  return `${message}\nFacts: ${facts}`
}
