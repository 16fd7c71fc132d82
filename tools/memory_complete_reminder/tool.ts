import type { Memory, MemoryEntry } from '../../source/contracts/memory.ts'
import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { IN_WORDS } from '../../source/toolkit/named-in-words.ts'
import { noReminder, onlyNamed, openMemory } from '../../source/toolkit/remembered.ts'

type Arguments = { readonly memory_id?: number; readonly about?: string }

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
  description: 'Mark a reminder as done, by its id or what it is about',
  parameters: {
    type: 'object',
    properties: {
      memory_id: {
        type: 'integer',
        minimum: 1,
        'x-from': 'message',
        'x-unless': 'about',
        'x-each': true,
        'x-ask': 'Which reminder is done? Its number, or what it is about.',
        description: 'id of the reminder',
      },
      about: {
        type: 'string',
        'x-from': 'message',
        'x-when': IN_WORDS,
        'x-alone': true,
        'x-ask': 'Which reminder is done? Its number, or what it is about.',
        description: 'where no id is said: the words for it',
      },
    },
    required: [],
  },
  risk: 'write',
  async preview(args, context) {
    const memory = await openMemory(context)
    return memory.line(reminderOf(memory, args))
  },
  async run(args, context) {
    const memory = await openMemory(context)
    const entry = reminderOf(memory, args)
    const done = memory.complete(entry.id)
    const occurrence = done?.occurrence
    return {
      id: entry.id,
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

/** The open reminder that is meant; throws `ToolFailure` where there is none, or more than one. */
function reminderOf(memory: Memory, { memory_id, about }: Arguments): MemoryEntry {
  if (memory_id === undefined) {
    if (about === undefined)
      throw new ToolFailure('no_reminder', 'No reminder was named; say its number, or what it is about.')
    return onlyNamed(memory.named(about, 'reminder'), about, { memory, kind: 'reminder' })
  }
  const entry = memory.find(memory_id)
  if (entry?.kind !== 'reminder' || entry.completed !== null) throw noReminder(memory, memory_id)
  return entry
}
