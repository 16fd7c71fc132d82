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

/** In the order of the texts, each of length 1. */
export async function embedTexts(
  texts: readonly string[],
  { childPath, modelPath, adapterPath, folder }: TunedFiles,
): Promise<readonly Float32Array[]> {
  const count = availableParallelism()
  const most = Math.ceil(texts.length / count)
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const host = startSentences({ childPath, threads: 1 })
      const madePath = join(folder, String(at), 'tuned.gguf')
      const loaded = await host.load({ modelPath, adapted: { adapterPath, madePath } })
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
