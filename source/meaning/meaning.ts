// Vectors of texts, made once: those of a conversation are remembered while the program runs, those of tools on disk as well. The
// sentence model is started with the first text and may fail at any time; then nothing is known of what comes, and it is told once.
// Next: kept-vectors.ts (the file), engine/embedded/sentence-host.ts (the model), docs/meaning.md.
import type { Meaning, MeaningProblem, MeaningState, Vectors } from '../contracts/meaning.ts'
import { readVectors, writeVectors } from './kept-vectors.ts'

/** A loaded sentence model. */
export interface SentenceModel {
  /** Id of the model, and the sum of its file: vectors of another one are of no use. */
  readonly id: string
  readonly sha256: string
  /** Where vectors are kept; undefined: nowhere. */
  readonly file: string | undefined
  /** A vector of length 1 for each text, in order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}

export interface MeaningParts {
  /** Asked with the first text; undefined: there is none on this machine. */
  readonly load: () => Promise<SentenceModel | undefined>
  /** The same of the model as it was tuned. */
  readonly loadTuned?: () => Promise<SentenceModel | undefined>
  /** The same as it was tuned on what requests ask for. */
  readonly loadReading?: () => Promise<SentenceModel | undefined>
  /** Ends whatever was loaded, or is being loaded. */
  readonly close?: () => Promise<void>
  /** False: it is not to be used. */
  readonly isOn?: () => boolean
  /** A message waits no longer than this, and the first ones until `startMs` behind the start. */
  readonly patienceMs?: number
  readonly startMs?: number
}

/** Of a conversation; a few hundred messages with their sentences. */
const MOST_REMEMBERED = 2_000
/** Texts that the process gets at once: what is asked meanwhile waits for no more than these. */
const BATCH = 16
const PATIENCE_MS = 3_000
/** A slow processor takes 3 s to make the tuned one, once, and 1 s to start it, longer while the chat model loads; without it the first message would be decided by its words. */
const START_MS = 10_000

/** Makes what starts the model when it is first needed. */
export function createMeaning(parts: MeaningParts): Meaning {
  const plain = new LazyVectors(parts)
  const tuned = parts.loadTuned && new LazyVectors({ ...parts, load: parts.loadTuned })
  const reading = parts.loadReading && new LazyVectors({ ...parts, load: parts.loadReading })
  let told: MeaningProblem['of'] | undefined
  return {
    get state() {
      return plain.state
    },
    tuned,
    reading,
    prepare: (texts, keep) => plain.prepare(texts, keep),
    vectorOf: (text) => plain.vectorOf(text),
    newProblem: () => {
      const of = plain.problem === undefined ? 'tools' : 'all'
      const reason = plain.problem ?? tuned?.problem ?? reading?.problem
      if (reason === undefined || told === 'all' || told === of) return undefined
      told = of
      return { of, reason }
    },
    close: async () => {
      plain.end()
      tuned?.end()
      reading?.end()
      await parts.close?.()
    },
  }
}

class LazyVectors implements Vectors {
  readonly #parts: Pick<MeaningParts, 'load' | 'isOn' | 'patienceMs' | 'startMs'>
  readonly #remembered = new Map<string, Float32Array>()
  #kept = new Map<string, Float32Array>()
  #state: MeaningState = { type: 'unused' }
  #loading: Promise<SentenceModel | undefined> | undefined
  #work: Promise<void> = Promise.resolve()
  #begunMs: number | undefined

  constructor(parts: Pick<MeaningParts, 'load' | 'isOn' | 'patienceMs' | 'startMs'>) {
    this.#parts = parts
  }

  get state(): MeaningState {
    return this.#parts.isOn?.() === false ? { type: 'off' } : this.#state
  }

  /** Why it stopped working, in a clause. */
  get problem(): string | undefined {
    return this.#state.type === 'failed' ? this.#state.reason : undefined
  }

  prepare(texts: readonly string[], keep = false): Promise<void> {
    const wanted = [...new Set(texts)].filter((text) => text !== '' && this.vectorOf(text) === undefined)
    const { type } = this.state
    if (wanted.length === 0 || (type !== 'unused' && type !== 'ready')) return Promise.resolve()
    this.#work = this.#work.then(() => this.#make(wanted, keep))
    const { patienceMs = PATIENCE_MS, startMs = START_MS } = this.#parts
    this.#begunMs ??= performance.now()
    const startsFor = type === 'ready' ? 0 : this.#begunMs + startMs - performance.now()
    return orAfter(this.#work, Math.max(patienceMs, startsFor))
  }

  vectorOf(text: string): Float32Array | undefined {
    if (this.#parts.isOn?.() === false) return undefined
    return this.#remembered.get(text) ?? this.#kept.get(text)
  }

  /** Nothing is made any more. */
  end(): void {
    this.#state = { type: 'absent' }
  }

  async #make(texts: readonly string[], keep: boolean): Promise<void> {
    try {
      const model = await this.#model()
      // What was asked for before may have made some.
      const missing = texts.filter((text) => this.vectorOf(text) === undefined)
      if (model === undefined || missing.length === 0) return
      for (let from = 0; from < missing.length; from += BATCH) {
        if (this.#state.type !== 'ready') return
        const batch = missing.slice(from, from + BATCH)
        const vectors = await model.embed(batch)
        for (const [at, text] of batch.entries()) this.#take(text, vectors[at], keep)
      }
      if (keep && model.file !== undefined) writeVectors(model.file, model.sha256, this.#kept)
    } catch (error) {
      if (this.#state.type === 'absent') return
      this.#state = { type: 'failed', reason: error instanceof Error ? error.message : String(error) }
    }
  }

  async #model(): Promise<SentenceModel | undefined> {
    if (this.#loading !== undefined) return this.#state.type === 'ready' ? this.#loading : undefined
    if (this.#state.type !== 'unused') return undefined
    this.#loading = this.#parts.load()
    const model = await this.#loading
    // Closed meanwhile.
    if (this.#state.type !== 'unused') return undefined
    this.#state = model === undefined ? { type: 'absent' } : { type: 'ready', model: model.id }
    if (model?.file !== undefined) this.#kept = readVectors(model.file, model.sha256)
    return model
  }

  #take(text: string, vector: Float32Array | undefined, keep: boolean): void {
    if (vector === undefined) return
    if (keep) this.#kept.set(text, vector)
    else {
      if (this.#remembered.size >= MOST_REMEMBERED)
        this.#remembered.delete(this.#remembered.keys().next().value ?? '')
      this.#remembered.set(text, vector)
    }
  }
}

async function orAfter(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
