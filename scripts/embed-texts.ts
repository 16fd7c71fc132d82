// Vectors of texts by the tuned sentence model, with a process on each core.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startSentences } from '../source/engine/embedded/sentence-host.ts'

export interface TunedFiles {
  readonly childPath: string
  readonly modelPath: string
  readonly adapterPath: string
  /** Where the sums of both may be put. */
  readonly folder: string
}

/** By the model as it came; in the order of the texts, each of length 1. */
export function embedPlain(
  texts: readonly string[],
  { childPath, modelPath }: Omit<TunedFiles, 'adapterPath'>,
): Promise<readonly Float32Array[]> {
  return embedBy(texts, childPath, () => ({ modelPath }))
}

/** By the tuned model; in the order of the texts, each of length 1. */
export function embedTexts(
  texts: readonly string[],
  { childPath, modelPath, adapterPath, folder }: TunedFiles,
): Promise<readonly Float32Array[]> {
  return embedBy(texts, childPath, (at) => {
    const madePath = join(folder, String(at), 'tuned.gguf')
    return { modelPath, adapted: { adapterPath, madePath } }
  })
}

type Load = Parameters<ReturnType<typeof startSentences>['load']>[0]

async function embedBy(
  texts: readonly string[],
  childPath: string,
  loadOf: (at: number) => Load,
): Promise<readonly Float32Array[]> {
  const count = availableParallelism()
  const most = Math.ceil(texts.length / count)
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const host = startSentences({ childPath, threads: 1 })
      const loaded = await host.load(loadOf(at))
      const made: Float32Array[] = []
      const mine = texts.slice(at * most, (at + 1) * most)
      for (let from = 0; from < mine.length; from += 64)
        made.push(...(await loaded.embed(mine.slice(from, from + 64))))
      await host.close()
      return made
    }),
  )
  return parts.flat()
}
