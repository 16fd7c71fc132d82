// What commands see of timers and alarms.
import type { Clock } from '../contracts/clock.ts'
import type { Ring, RingBook, RingRow, RingShelf } from '../contracts/rings.ts'

/** undefined where nothing can be kept. */
export function ringShelf(rings: RingBook | undefined, clock: Clock): RingShelf | undefined {
  if (rings === undefined) return undefined
  const rowOf = (ring: Ring): RingRow => ({
    id: ring.id,
    kind: ring.kind,
    label: ring.label,
    due: new Date(ring.dueMs).toISOString(),
    text: rings.describe(ring, clock.now().getTime(), clock.timeZone),
  })
  return {
    rows: async () => (await rings.all.list()).map(rowOf),
    faults: () => rings.faults(),
    cancel: async (id) => {
      const ring = await rings.cancel(id)
      return ring && rowOf(ring)
    },
  }
}
