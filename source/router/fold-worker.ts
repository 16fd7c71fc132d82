/** A thread of `parallel-folds.ts`: trains and scores the folds that it was given, answers once, ends. Never imported. */
import { parentPort, workerData } from 'node:worker_threads'
import { collectExamples } from './examples.ts'
import type { Work } from './parallel-folds.ts'
import { scoreFold } from './train.ts'

const { inputs, recipe, jobs } = workerData as Work
const sets = inputs.map((input) => collectExamples(input, recipe))
const found = jobs.flatMap(({ input, fold }) => {
  const set = sets[input]
  return set === undefined ? [] : [{ input, scores: scoreFold(set, recipe, fold) }]
})
parentPort?.postMessage(found)
