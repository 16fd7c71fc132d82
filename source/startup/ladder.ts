// The four levels (docs/levels.md): what still works, decided from what could be read. Pure.

import type { Level } from '../contracts/event.ts'
import { capital } from '../lib/as-clause.ts'

/** What was found at start, each a reason in words where it is not as it should be. */
export interface Found {
  /** Why the home can be neither read nor made. */
  readonly home: string | undefined
  readonly settings: string | undefined
  readonly systemText: string | undefined
  readonly manifest: string | undefined
  /** Why there are no optimized prompts. */
  readonly overlay: string | undefined
}

export interface Rung {
  readonly level: Level
  /** One sentence for every step down, worst first, each with its repair. */
  readonly reasons: readonly string[]
}

/** Climbs as high as what was found allows. */
export function climb(found: Found): Rung {
  const emergency = [found.home, found.settings, found.systemText].filter((reason) => reason !== undefined)
  if (emergency.length > 0) {
    return {
      level: 4,
      reasons: emergency.map((reason) => `${capital(reason.replace(/\.$/, ''))}. Repair: \`/tools reload\`.`),
    }
  }
  if (found.manifest !== undefined) {
    return {
      level: 3,
      reasons: [`${capital(found.manifest)}; there are no tools. Repair: \`/tools reload\`.`],
    }
  }
  if (found.overlay !== undefined) return { level: 2, reasons: [`${capital(found.overlay)}.`] }
  return { level: 1, reasons: [] }
}
