import { defineTool } from '../../source/contracts/tool.ts'
import { findDue } from '../../source/toolkit/due-time.ts'
import { noReminder, openMemory } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly memory_id: number; readonly new_text: string }

type Updated = {
  readonly id: number
  readonly text: string
  readonly before: string
  /** When it is due, in words; null: it is not. */
  readonly due: string | null
}

export default defineTool<Arguments, Updated>({
  name: 'memory_update_reminder',
  description: 'Change the text of a reminder, by its id',
  parameters: {
    type: 'object',
    properties: {
      memory_id: {
        type: 'integer',
        minimum: 1,
        'x-from': 'message',
        description: 'id of the reminder',
      },
      new_text: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-looks': 'quoted',
        description: "the new text, whole, in the user's words, without quotes",
      },
    },
    required: ['memory_id', 'new_text'],
  },
  risk: 'write',
  async run({ memory_id, new_text }, context) {
    const memory = await openMemory(context)
    const before = memory.find(memory_id)
    if (before?.kind !== 'reminder' || before.completed !== null) throw noReminder(memory, memory_id)
    // A text without a time leaves the due time as it was.
    const due = findDue(new_text, { clock: context.clock, isReminder: true })
    const entry = memory.change(memory_id, { text: new_text, ...(due !== undefined && { due }) })
    if (entry === undefined) throw noReminder(memory, memory_id)
    return { id: memory_id, text: entry.text, before: before.text, due: memory.dueText(entry) ?? null }
  },
  say({ id, text, due }) {
    return { sentence: `Reminder ${id} is now: ${text}${due === null ? '' : ` (due ${due})`}` }
  },
})
