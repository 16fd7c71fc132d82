import { defineTool } from '../../source/contracts/tool.ts'
import { noReminder, openMemory } from '../../source/toolkit/remembered.ts'
import { repeatText } from '../../source/toolkit/repeats.ts'

type Arguments = { readonly memory_id: number; readonly new_text: string }

type Updated = {
  readonly id: number
  readonly text: string
  readonly before: string
  /** When it is due, and how it comes again, in words; null: it is not. */
  readonly due: string | null
  /** The new text holds a time, which is the due time now. */
  readonly isMoved: boolean
  /** How it came again before the new text gave it one time alone; null: nothing was lost. */
  readonly repeated: string | null
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
    const changed = await memory.reword(memory_id, new_text)
    if (changed === undefined) throw noReminder(memory, memory_id)
    const { entry, isMoved } = changed
    return {
      id: memory_id,
      text: entry.text,
      before: before.text,
      due: memory.dueText(entry) ?? null,
      isMoved,
      repeated: before.repeats === null || entry.repeats !== null ? null : repeatText(before.repeats),
    }
  },
  say({ id, text, due, isMoved, repeated }) {
    const time = due === null ? '' : isMoved ? ` (due ${due})` : ` (still due ${due})`
    const once = repeated === null ? '' : `. It comes once now, no longer ${repeated}`
    return { sentence: `Reminder ${id} is now: ${text}${time}${once}` }
  },
})
