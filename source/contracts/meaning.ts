/** Texts by what they mean: a sentence model makes a vector of each, and texts that mean much the same point the same way. */

/** What is known of the sentence model; it is looked for with the first text. */
export type MeaningState =
  | { readonly type: 'unused' | 'absent' | 'off' }
  | { readonly type: 'ready'; readonly model: string }
  /** `reason` is a clause. */
  | { readonly type: 'failed'; readonly reason: string }

/** `reason` is a clause. `of`: all of it, or only what tells the program's own tools apart. */
export interface MeaningProblem {
  readonly of: 'all' | 'tools'
  readonly reason: string
}

/** Vectors of texts, made ahead of when they are asked for. */
export interface Vectors {
  readonly state: MeaningState
  /**
   * Makes the vectors of these texts that have none yet. Resolves without them where that fails or takes too long: what is asked for
   * then is found by words. `keep`: on disk, too; for what tools say of themselves, never for what a person says.
   */
  prepare(texts: readonly string[], keep?: boolean): Promise<void>
  /** Of length 1; undefined: not made. */
  vectorOf(text: string): Float32Array | undefined
}

export interface Meaning extends Vectors {
  /**
   * By the same model as it was tuned on requests for the tools that come with the program: they tell those apart, and say nothing of how
   * much alike two texts are. Undefined: there is no such model.
   */
  readonly tuned?: Vectors | undefined
  /** By the same model as it was tuned on what requests ask for (`source/reading/`). Undefined: there is no such model. */
  readonly reading?: Vectors | undefined
  /** What stopped working, the first time that this is asked behind it. */
  newProblem(): MeaningProblem | undefined
  /** Ends its process. */
  close(): Promise<void>
}

/** Cosine of two vectors of length 1: -1 to 1, above about 0.5 they are about the same thing. */
export function likeness(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number)
  return sum
}
