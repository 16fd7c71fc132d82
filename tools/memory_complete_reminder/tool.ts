import { defineTool } from '../../source/contracts/tool.ts'
import { noReminder, openMemory } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly memory_id: number }

type Completed = {
  readonly id: number
  readonly text: string
  readonly left: number
  /** Of one that repeats, the time that was done, in words, and the next with how it comes again; null: it does not repeat. */
  readonly occurrence: string | null
  readonly next: string | null
}

export default defineTool<Arguments, Completed>({
  name: 'memory_complete_reminder',
  description: 'Mark a reminder as done, by its id',
  parameters: {
    type: 'object',
    properties: {
      memory_id: {
        type: 'integer',
        minimum: 1,
        'x-from': 'message',
        description: 'id of the reminder',
      },
    },
    required: ['memory_id'],
  },
  risk: 'write',
  async run({ memory_id }, context) {
    const memory = await openMemory(context)
    const entry = memory.find(memory_id)
    if (entry?.kind !== 'reminder' || entry.completed !== null) throw noReminder(memory, memory_id)
    const done = memory.complete(memory_id)
    const occurrence = done?.occurrence
    return {
      id: memory_id,
      text: entry.text,
      left: memory.openReminders().length,
      occurrence: occurrence ? (occurrence.rang ? 'this time' : memory.moment(occurrence.at)) : null,
      next: (occurrence && done && memory.dueText(done.entry)) ?? null,
    }
  },
  say({ id, text, occurrence, next }) {
    if (occurrence === null || next === null) return { sentence: `Reminder ${id} is done: ${text}` }
    return {
      sentence: `Reminder ${id} is done for ${occurrence}: ${text} (${next}); to end it for good, delete memory ${id}.`,
    }
  },
})
