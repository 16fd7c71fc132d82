// What was measured of a model on this machine, kept beside its states.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ModelProfile {
  /** Who answers from a tool's result. */
  readonly answers: 'tool' | 'auto'
  /** How many of the probe's answers were faithful, of how many. */
  readonly faithful: number
  readonly asked: number
}

/** Reads the profile in a model's states folder; undefined when there is none or it is damaged. */
export async function readProfile(statesDir: string): Promise<ModelProfile | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(statesDir, 'profile.json'), 'utf8'))
    if (typeof value !== 'object' || value === null || !('answers' in value)) return undefined
    return value.answers === 'tool' || value.answers === 'auto' ? (value as ModelProfile) : undefined
  } catch {
    return undefined
  }
}
