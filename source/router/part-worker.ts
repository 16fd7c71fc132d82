/** A thread of `parallel-parts.ts`: does the parts that it was given, answers once, ends. Never imported. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Work } from './parallel-parts.ts'
import { learnPart } from './train-parts.ts'

const { lessons, recipe, parts } = workerData as Work
parentPort?.postMessage(parts.map((part) => learnPart(lessons[part.of] ?? lessons.tools, recipe, part)))
