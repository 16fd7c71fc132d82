// The sentence model, as it was tuned, with the vectors of all texts made beforehand, for what decides one text behind another without waiting.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Meaning, Vectors } from '../../source/contracts/meaning.ts'
import { meaningOfHome } from '../../source/home/meaning-of-home.ts'
import { findProgram, homePaths } from '../../source/paths.ts'

/** Undefined without `ETHERVOX_MODELS`, or without a sentence model there. Nothing is known of other texts. */
export async function readyMeaning(texts: readonly string[]): Promise<Meaning | undefined> {
  if (process.env.ETHERVOX_MODELS === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'ethervox-tuned-'))
  const meaning = meaningOfHome(findProgram(), homePaths(folder, process.env), () => true)
  const { tuned } = meaning
  const vectors = new Map<string, Float32Array>()
  // No more at once than are remembered.
  for (let from = 0; from < texts.length; from += 500) {
    const some = texts.slice(from, from + 500)
    while (
      tuned !== undefined &&
      isAtWork(tuned) &&
      some.some((text) => text !== '' && !tuned.vectorOf(text))
    )
      await tuned.prepare(some)
    for (const text of some) vectors.set(text, tuned?.vectorOf(text) ?? new Float32Array())
  }
  const state = tuned?.state ?? { type: 'absent' }
  await meaning.close()
  rmSync(folder, { recursive: true })
  if (state.type !== 'ready') return undefined
  const prepare = async () => {}
  const ready: Vectors = { state, prepare, vectorOf: (text) => vectors.get(text) }
  const close = async () => {}
  const none = { prepare, vectorOf: () => undefined, newProblem: () => undefined, close }
  return { state: { type: 'absent' }, ...none, tuned: ready }
}

function isAtWork({ state }: Vectors): boolean {
  return state.type === 'unused' || state.type === 'ready'
}
