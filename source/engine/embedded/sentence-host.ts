// The program's side of the sentence model's process.
import { ProcessLink } from './process-link.ts'
import type { SentenceFile, SentenceOperations } from './sentence-protocol.ts'

export interface SentenceStart {
  /** The process's program: `sentence-child.ts`, or `.js` in a build. */
  readonly childPath: string
  readonly threads: number
}

/** A running process, with any number of models. */
export interface SentenceHost {
  /** Loads a model there; with an adapter, its sum with it. `embed` gives a vector of length 1 for each text. Both throw `EngineFailure`. */
  load(file: SentenceFile): Promise<Embedder>
  close(): Promise<void>
}

export interface Embedder {
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}

const NEVER = new AbortController().signal

/** Starts the process. */
export function startSentences({ childPath, threads }: SentenceStart): SentenceHost {
  const link = new ProcessLink<SentenceOperations>(childPath)
  return {
    load: async (file) => {
      await link.ask('load', { file, threads }, NEVER)
      return { embed: async (texts) => (await link.ask('embed', { file, texts }, NEVER)).map(vectorFrom) }
    },
    close: () => link.close(),
  }
}

function vectorFrom(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new Float32Array(bytes.buffer)
}
