import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRings } from '../../../source/rings/ring-folder.ts'
import type { Writer } from './harness.ts'

/** More would take an id's search long, and a person sets no thousand. */
const AT_A_TIME = 20

export const writer: Writer = {
  sharedBy: 2,
  write: async (folder, run, tell) => {
    const rings = openRings(join(folder, 'rings'))
    const own: string[] = []
    for (let step = 0; ; step++) {
      const label = `r${run}.${step}`
      await rings.add({ kind: 'timer', label, dueMs: 9e12, setMs: step })
      tell(`set ${label}`)
      own.push(label)
      if (own.length <= AT_A_TIME) continue
      const gone = own.shift() ?? ''
      tell(`going ${gone}`)
      const ring = (await rings.list()).find((one) => one.label === gone)
      assert.ok(ring !== undefined && (await rings.cancel(ring.id)) !== undefined, `${gone} was cancelled`)
    }
  },
  check: async (folder, told) => {
    const lines = told.flat()
    const going = new Set(lines.flatMap((line) => (line.startsWith('going ') ? line.slice(6) : [])))
    const set = lines.flatMap((line) => (line.startsWith('set ') ? line.slice(4) : []))
    const place = join(folder, 'rings')
    const kept = new Set((await openRings(place).list()).map(({ label }) => label))
    for (const label of set) assert.ok(kept.has(label) || going.has(label), `${label} is kept`)
    if (set.length > 0)
      for (const name of readdirSync(place).filter((one) => one.endsWith('.json')))
        assert.doesNotThrow(() => JSON.parse(readFileSync(join(place, name), 'utf8')), name)
    // Each run leaves its own; what was checked makes room.
    return set.length
  },
}
