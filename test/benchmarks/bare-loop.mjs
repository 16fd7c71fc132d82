// The same generation without ethervox: one process, one context, one loop. Prints tokens a second, a line a round.
import { getLlama } from 'node-llama-cpp'

const [modelPath, prompt, tokens, rounds] = process.argv.slice(2)
const llama = await getLlama({ gpu: false, maxThreads: 2, build: 'never', logLevel: 'error' })
const model = await llama.loadModel({ modelPath, useMmap: !/q4_0/i.test(modelPath) })
const context = await model.createContext({ contextSize: 8192, threads: 2, batchSize: 512 })
const sequence = context.getSequence()
const input = model.tokenize(prompt, true)
for (let round = 0; round < Number(rounds); round++) {
  await sequence.clearHistory()
  await sequence.evaluateWithoutGeneratingNewTokens(input.slice(0, -1))
  let count = 0
  let firstAt = 0
  for await (const _ of sequence.evaluate(input.slice(-1), { temperature: 0 })) {
    if (count++ === 0) firstAt = performance.now()
    if (count >= Number(tokens)) break
  }
  console.log(((count - 1) / (performance.now() - firstAt)) * 1000)
}
await llama.dispose()
