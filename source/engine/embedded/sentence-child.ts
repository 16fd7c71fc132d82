// The sentence model's own process, as child.ts is the chat model's: a file that is wrong ends it and nothing else, and it can be
// there without a chat model. Texts in, a vector of length 1 for each out.
import { getLlama, type LlamaEmbeddingContext, LlamaLogLevel } from 'node-llama-cpp'
import type { SentenceOperations } from './sentence-protocol.ts'

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

let context: LlamaEmbeddingContext | undefined
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

async function load({ modelPath, threads }: SentenceOperations['load']['input']): Promise<null> {
  const llama = await getLlama({
    gpu: false,
    maxThreads: threads,
    build: 'never',
    logLevel: LlamaLogLevel.error,
  })
  const model = await llama.loadModel({ modelPath })
  context = await model.createEmbeddingContext({ contextSize: CONTEXT_TOKENS, threads })
  return null
}

async function embed(texts: readonly string[]): Promise<readonly string[]> {
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
