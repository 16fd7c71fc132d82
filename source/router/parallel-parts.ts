/** A training on all cores: each worker thread (`part-worker.ts`) does some of the parts. The same result as without threads. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { TrainingInput } from './examples.ts'
import type { Lesson } from './fit.ts'
import { type Recipe, standardRecipe } from './recipe.ts'
import {
  type ForBoth,
  joinParts,
  type Learned,
  type Part,
  type PartDone,
  partsOf,
  prepareLessons,
} from './train-parts.ts'

const WORKER = new URL('./part-worker.ts', import.meta.url)

/** What `part-worker.ts` is given. */
export interface Work {
  readonly lessons: ForBoth<Lesson>
  readonly recipe: Recipe
  readonly parts: readonly Part[]
}

/**
 * Learns and cross-validates both classifiers. Rejects if a worker fails. undefined in the bundled program, which has no file for
 * the threads: it trains in its own.
 */
export async function learnInParallel(
  input: TrainingInput,
  recipe: Recipe = standardRecipe,
): Promise<ForBoth<Learned> | undefined> {
  if (!existsSync(WORKER)) return undefined
  const lessons = prepareLessons(input, recipe)
  const shares = shareParts(lessons, partsOf(lessons, recipe, true), availableParallelism())
  const done = await Promise.all(shares.map((parts) => runWorker({ lessons, recipe, parts })))
  return joinParts(done.flat())
}

/** Each part in turn goes to the thread that has least to do; at most `threads` lists, none empty. */
function shareParts(
  lessons: ForBoth<Lesson>,
  parts: readonly Part[],
  threads: number,
): readonly (readonly Part[])[] {
  const shares = Array.from({ length: threads }, () => ({ parts: [] as Part[], work: 0 }))
  for (const part of parts) {
    const least = shares.reduce((a, b) => (b.work < a.work ? b : a))
    least.parts.push(part)
    least.work += workOf(part, lessons[part.of])
  }
  return shares.map((share) => share.parts).filter((own) => own.length > 0)
}

/** Rows times classes, and what each row costs whatever the classes. */
function workOf({ fold }: Part, lesson: Lesson | undefined): number {
  const { examples = [], tools = [] } = lesson?.set ?? {}
  const rows = examples.filter((example) => fold === undefined || example.fold !== fold).length
  return rows * (tools.length + 10)
}

function runWorker(work: Work): Promise<readonly PartDone[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: work })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`a training thread ended with code ${code}`)))
  })
}
