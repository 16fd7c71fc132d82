/** Cross-validation on all cores: each worker thread (`fold-worker.ts`) trains some of the folds. Same scores in the same order as `scoreUnseen`. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { collectExamples, type TrainingInput } from './examples.ts'
import type { UnseenScores } from './learn-calibration.ts'
import { type Recipe, standardRecipe } from './recipe.ts'
import { scoreUnseen } from './train.ts'

const WORKER = new URL('./fold-worker.ts', import.meta.url)

/** What `fold-worker.ts` is given. */
export interface Work {
  readonly input: TrainingInput
  readonly recipe: Recipe
  readonly folds: readonly number[]
}

/** Scores every example with a model that was trained without its fold. Rejects if a worker fails. */
export async function scoreUnseenInParallel(
  input: TrainingInput,
  recipe: Recipe = standardRecipe,
): Promise<UnseenScores[]> {
  // The bundled program has no file for the threads; it trains in this one.
  if (!existsSync(WORKER)) return scoreUnseen(collectExamples(input, recipe), recipe)
  const workers = Math.min(recipe.folds, availableParallelism())
  const folds = Array.from({ length: recipe.folds }, (_, fold) => fold)
  const shares = Array.from({ length: workers }, (_, at) => folds.filter((fold) => fold % workers === at))
  const found = await Promise.all(shares.map((share) => runWorker({ input, recipe, folds: share })))
  return found.flat().sort((a, b) => a.fold - b.fold)
}

function runWorker(work: Work): Promise<readonly UnseenScores[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: work })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a training thread ended with code ${code}`)))
  })
}
