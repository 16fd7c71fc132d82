import { defineTool } from '../../source/contracts/tool.ts'
import { count } from '../../source/toolkit/plain-words.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'

type Listed = {
  readonly total: number
  /** At most 50, by due time; those that are not due come last. */
  readonly reminders: readonly {
    readonly id: number
    readonly text: string
    readonly due: string | null
    readonly line: string
  }[]
}

const MOST = 50

export default defineTool<Record<never, never>, Listed>({
  name: 'memory_reminder_list',
  description: 'List all open reminders with their ids',
  parameters: {
    type: 'object',
    properties: {},
    required: [],
  },
  risk: 'read',
  async run(_args, context) {
    const memory = await openMemory(context)
    const open = memory.openReminders()
    return {
      total: open.length,
      reminders: open.slice(0, MOST).map((entry) => ({
        id: entry.id,
        text: entry.text,
        due: entry.due,
        line: memory.line(entry),
      })),
    }
  },
  say({ total, reminders }) {
    if (total === 0) return { sentence: 'No reminder is open.' }
    const first = total > reminders.length ? `The first ${reminders.length} of ` : ''
    return {
      sentence: `${first}${count(total, 'reminder', 'reminders')}:`,
      detail: reminders.map(({ line }) => line).join('\n'),
    }
  },
})
