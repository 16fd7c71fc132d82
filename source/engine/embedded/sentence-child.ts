// The sentence model's own process, as child.ts is the chat model's: a file that is wrong ends it and nothing else, and it can be
// there without a chat model. Texts in, a vector of length 1 for each out; by the model as it is, or as it was tuned.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import {
  getLlama,
  type Llama,
  type LlamaEmbeddingContext,
  LlamaLogLevel,
  type LlamaModel,
} from 'node-llama-cpp'
import { makeAdapted, sweepBeside } from './adapted-model.ts'
import { loadedPath, type SentenceFile, type SentenceOperations } from './sentence-protocol.ts'

/** A request is about this much text; what lies behind it hardly changes a vector, and costs time. */
const CONTEXT_TOKENS = 256
/** The engine puts tokens around a text, and leaves some free. */
const LONGEST_TOKENS = CONTEXT_TOKENS - 16

type Request = {
  [K in keyof SentenceOperations]: {
    readonly id: number
    readonly op: K
    readonly input: SentenceOperations[K]['input']
  }
}[keyof SentenceOperations]

/** By the path of what is loaded. */
const contexts = new Map<string, LlamaEmbeddingContext>()
let engine: Llama | undefined
let queue: Promise<void> = Promise.resolve()

process.on('message', (request: Request | { readonly op: 'abort' }) => {
  if (request.op !== 'abort') queue = queue.then(() => run(request))
})
// The program is gone: so is the reason to live.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})

async function run(request: Request): Promise<void> {
  const { id } = request
  try {
    const output = request.op === 'load' ? await load(request.input) : await embed(request.input)
    if (process.connected) process.send?.({ id, type: 'done', output })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (process.connected) process.send?.({ id, type: 'failed', code: 'load', message })
  }
}

async function load({ file, threads }: SentenceOperations['load']['input']): Promise<null> {
  engine ??= await getLlama({
    gpu: false,
    maxThreads: threads,
    build: 'never',
    logLevel: LlamaLogLevel.error,
  })
  contexts.set(loadedPath(file), await open(engine, file, threads))
  return null
}

async function open(
  llama: Llama,
  { modelPath, adapted }: SentenceFile,
  threads: number,
): Promise<LlamaEmbeddingContext> {
  const context = (model: LlamaModel) =>
    model.createEmbeddingContext({ contextSize: CONTEXT_TOKENS, threads })
  if (adapted === undefined) return context(await llama.loadModel({ modelPath }))
  const { adapterPath, madePath } = adapted
  await sweepBeside(madePath)
  if (existsSync(madePath)) {
    const made = await llama.loadModel({ modelPath: madePath }).catch(() => undefined)
    if (made !== undefined) return context(made)
    // Damaged: it is only made from others, so it is made again.
    await rm(madePath, { force: true })
  }
  await makeAdapted(modelPath, adapterPath, madePath)
  return context(await llama.loadModel({ modelPath: madePath }))
}

async function embed({ file, texts }: SentenceOperations['embed']['input']): Promise<readonly string[]> {
  const context = contexts.get(loadedPath(file))
  if (context === undefined) throw new Error('no sentence model is loaded')
  const vectors: string[] = []
  for (const text of texts) {
    const tokens = context.model.tokenize(text).slice(0, LONGEST_TOKENS)
    const { vector } = await context.getEmbeddingFor(tokens)
    const length = Math.hypot(...vector) || 1
    const floats = Float32Array.from(vector, (value) => value / length)
    vectors.push(Buffer.from(floats.buffer).toString('base64'))
  }
  return vectors
}
