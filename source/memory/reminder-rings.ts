// Reminders with a time, as things that ring in the session beside timers and alarms.
import type { Memory, MemoryBook, MemoryEntry } from '../contracts/memory.ts'
import type { Ring, RingSource } from '../contracts/rings.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { isRefusal } from '../lib/sqlite.ts'
import { takeEach } from '../lib/take-each.ts'

const FAR = new Date(8.64e15)

/** The open reminders of a memory. Where there is no file yet nothing is due, and none is made. */
export function reminderRings(book: MemoryBook): RingSource {
  /** Rang here, and could not be marked: the disk takes nothing. Another due time rings again. */
  const rung = new Set<string>()
  return {
    list: async () => {
      if (!book.exists()) return []
      const open = (await book.open()).dueUnrung(FAR)
      return open.filter((entry) => !rung.has(keyOf(entry))).flatMap(ringOf)
    },
    claimDue: async (nowMs) => {
      if (!book.exists()) return []
      const memory = await book.open()
      const due = memory.dueUnrung(new Date(nowMs))
      return takeEach(due, (entry) => claim(memory, entry, rung)).flatMap(ringOf)
    },
  }
}

/** Better that it rings at every start than never. What rang so is marked, silently, once the disk takes it. */
function claim(memory: Memory, entry: MemoryEntry, rung: Set<string>): boolean {
  const isFirst = !rung.has(keyOf(entry))
  try {
    return memory.markRung(entry.id) && isFirst
  } catch (error) {
    if (!(error instanceof ToolFailure && isRefusal(error.cause))) throw error
    rung.add(keyOf(entry))
    return isFirst
  }
}

function keyOf({ id, due, created }: MemoryEntry): string {
  return `${id} ${due} ${created}`
}

function ringOf({ id, text, due, created }: MemoryEntry): Ring[] {
  if (due === null) return []
  return [{ id, kind: 'reminder', label: text, dueMs: Date.parse(due), setMs: Date.parse(created) }]
}
