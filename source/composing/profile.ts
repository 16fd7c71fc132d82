// What was measured of a model on this machine, kept beside its states.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChatMessage, Engine } from '../contracts/engine.ts'
import { probeAnswers } from '../governor/probe.ts'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { withFacts } from '../prompt/head.ts'

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

/** Keeps a profile in a model's states folder. Throws when the folder cannot be written. */
export async function writeProfile(statesDir: string, profile: ModelProfile): Promise<void> {
  await mkdir(statesDir, { recursive: true, mode: 0o700 })
  await writeFileAtomic(join(statesDir, 'profile.json'), `${JSON.stringify(profile, null, 2)}\n`)
}

/** Measures a model that has no profile, and keeps it; undefined: it has one. */
export async function probeOnce(
  statesDir: string,
  engine: Engine,
  head: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<ModelProfile['answers'] | undefined> {
  if ((await readProfile(statesDir)) !== undefined) return undefined
  const probed = await probeAnswers(engine, head, withFacts, signal)
  await writeProfile(statesDir, probed)
  return probed.answers
}
