// Journeys about timers and alarms: what is told of them at the start, and the command that lists and cancels them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ring } from '../../source/contracts/rings.ts'
import type { Scene } from './run-journey.ts'

const ring = (kind: Ring['kind'], id: number, label: string, due: string): Ring => ({
  id,
  kind,
  label,
  dueMs: Date.parse(due),
  setMs: Date.parse('2026-03-11T22:00:00Z'),
})

const RINGS: readonly Ring[] = [
  ring('timer', 1, 'tea', '2026-03-12T10:05:00Z'),
  ring('alarm', 2, '', '2026-03-11T23:30:00Z'),
  ring('alarm', 3, 'dentist', '2026-03-12T14:00:00Z'),
  ring('timer', 4, '', '2026-03-12T10:30:00Z'),
]

function keepRings(home: string): void {
  mkdirSync(join(home, 'rings'))
  for (const one of RINGS) writeFileSync(join(home, 'rings', `${one.id}.json`), JSON.stringify(one))
}

export const RING_SCENES: { readonly [name: string]: Scene } = {
  rings: {
    title: 'what rang while the program was closed is told once, and the rest is listed and cancelled',
    before: keepRings,
    script: { answers: { hello: 'Hello!' } },
    showHome: true,
  },
}
