/** A thread of `parallel-folds.ts`: trains and scores the folds that it was given, answers once, ends. Never imported. */
import { parentPort, workerData } from 'node:worker_threads'
import { collectExamples } from './examples.ts'
import type { Work } from './parallel-folds.ts'
import { scoreFold } from './train.ts'

const { input, recipe, folds } = workerData as Work
const set = collectExamples(input, recipe)
parentPort?.postMessage(folds.flatMap((fold) => scoreFold(set, recipe, fold)))
