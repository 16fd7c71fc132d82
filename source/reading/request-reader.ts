// What a request asks for, by what was learned: its words and what stands around them as a sentence model reads them, and as figures.
import type { Vectors } from '../contracts/meaning.ts'
import type { Act, Reading, RequestRead } from '../contracts/request-acts.ts'
import { readingFigures } from './figures.ts'
import { actShares, beyondOf, type ReadingModel } from './reading-model.ts'
import { readingText } from './reading-text.ts'

export interface RequestReaderParts {
  readonly model: () => ReadingModel
  /** The sentence model that was tuned for it; undefined: there is none. */
  readonly vectors: Vectors | undefined
}

export class RequestReader {
  readonly #parts: RequestReaderParts

  constructor(parts: RequestReaderParts) {
    this.#parts = parts
  }

  /** By words alone where the sentence model is not there. */
  async read({ request, route, last, tables }: RequestRead): Promise<Reading> {
    const { vectors } = this.#parts
    const model = this.#parts.model()
    const text = readingText(request, last, tables?.gists ?? [])
    await vectors?.prepare([text])
    const isOf = vectors?.state.type === 'ready' && vectors.state.model === model.model
    const figures = readingFigures({ request, route, last, tables }, model.groups, model.aboutCount)
    const vector = isOf ? vectors.vectorOf(text) : undefined
    return {
      acts: actShares(figures, vector, model),
      isMeant: vector !== undefined,
      beyond: beyondOf(vector, model),
    }
  }

  /** What a call was, as a request that leans on it sees it. */
  actOf(tool: string): Act {
    return this.#parts.model().actOf[tool] ?? 'tool'
  }
}
