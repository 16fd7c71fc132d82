// The program's side of the sentence model's process.
import { ProcessLink } from './process-link.ts'
import type { SentenceOperations } from './sentence-protocol.ts'

export interface SentenceLoad {
  /** The process's program: `sentence-child.ts`, or `.js` in a build. */
  readonly childPath: string
  readonly modelPath: string
  readonly threads: number
}

const NEVER = new AbortController().signal

/** Starts the process and loads the model there. `embed` gives a vector of length 1 for each text. Both throw `EngineFailure`. */
export async function loadSentenceModel({ childPath, ...options }: SentenceLoad) {
  const link = new ProcessLink<SentenceOperations>(childPath)
  try {
    await link.ask('load', options, NEVER)
  } catch (error) {
    await link.close()
    throw error
  }
  return {
    embed: async (texts: readonly string[]): Promise<readonly Float32Array[]> =>
      (await link.ask('embed', texts, NEVER)).map(vectorFrom),
    close: () => link.close(),
  }
}

function vectorFrom(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new Float32Array(bytes.buffer)
}
