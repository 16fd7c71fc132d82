// Reminders with a time, as things that ring in the session beside timers and alarms.
import type { MemoryBook, MemoryEntry } from '../contracts/memory.ts'
import type { Ring, RingSource } from '../contracts/rings.ts'
import { takeEach } from '../lib/take-each.ts'

const FAR = new Date(8.64e15)

/** The open reminders of a memory. Where there is no file yet nothing is due, and none is made. */
export function reminderRings(book: MemoryBook): RingSource {
  return {
    list: async () => (book.exists() ? (await book.open()).dueUnrung(FAR).flatMap(ringOf) : []),
    claimDue: async (nowMs) => {
      if (!book.exists()) return []
      const memory = await book.open()
      const due = memory.dueUnrung(new Date(nowMs))
      return takeEach(due, ({ id }) => memory.markRung(id)).flatMap(ringOf)
    },
  }
}

function ringOf({ id, text, due, created }: MemoryEntry): Ring[] {
  if (due === null) return []
  return [{ id, kind: 'reminder', label: text, dueMs: Date.parse(due), setMs: Date.parse(created) }]
}
