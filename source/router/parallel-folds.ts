/** Cross-validation on all cores: each worker thread (`fold-worker.ts`) trains some of the folds. Same scores in the same order as without threads. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Requests, TrainingInput } from './examples.ts'
import type { UnseenScores } from './learn-calibration.ts'
import { type Recipe, standardRecipe } from './recipe.ts'
import type { CrossValidation } from './train.ts'
import { followUpInput } from './train-follow-ups.ts'

const WORKER = new URL('./fold-worker.ts', import.meta.url)

interface Job {
  /** Index of what is learned from. */
  readonly input: number
  readonly fold: number
}

/** What `fold-worker.ts` is given. */
export interface Work {
  readonly inputs: readonly Requests[]
  readonly recipe: Recipe
  readonly jobs: readonly Job[]
}

type Found = readonly { readonly input: number; readonly scores: readonly UnseenScores[] }[]

/** Scores every example with a model that was trained without its fold. Rejects if a worker fails. */
export async function crossValidateInParallel(
  input: TrainingInput,
  recipe: Recipe = standardRecipe,
): Promise<CrossValidation | undefined> {
  // The bundled program has no file for the threads; it trains in this one.
  if (!existsSync(WORKER)) return undefined
  const leaning = followUpInput(input)
  const inputs: readonly Requests[] = leaning === undefined ? [input] : [input, leaning]
  const jobs = inputs.flatMap((_, at) =>
    Array.from({ length: recipe.folds }, (_, fold) => ({ input: at, fold })),
  )
  const workers = Math.min(jobs.length, availableParallelism())
  const shares = Array.from({ length: workers }, (_, at) => jobs.filter((_, job) => job % workers === at))
  const found = (await Promise.all(shares.map((share) => runWorker({ inputs, recipe, jobs: share })))).flat()
  const scoresOf = (at: number) =>
    found
      .filter((one) => one.input === at)
      .flatMap((one) => one.scores)
      .sort((a, b) => a.fold - b.fold)
  return { tools: scoresOf(0), followUps: leaning && scoresOf(1) }
}

function runWorker(work: Work): Promise<Found> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: work })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a training thread ended with code ${code}`)))
  })
}
