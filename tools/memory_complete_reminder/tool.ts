import { defineTool } from '../../source/contracts/tool.ts'
import { noReminder, openMemory } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly memory_id: number }

type Completed = { readonly id: number; readonly text: string; readonly left: number }

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
    memory.complete(memory_id)
    return { id: memory_id, text: entry.text, left: memory.openReminders().length }
  },
  say: ({ id, text }) => ({ sentence: `Reminder ${id} is done: ${text}` }),
})
