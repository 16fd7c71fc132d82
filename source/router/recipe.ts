/** How the classifier is made. The figures were chosen by cross-validation: `docs/router.md`. */
export interface Recipe {
  /** A feature is kept if at least this many examples have it. */
  readonly minDocuments: number
  /** Length of each block of a row: words, parts of words, shapes. */
  readonly blockLengths: readonly [number, number, number]
  /** Whether features that the training never saw make a message's vector shorter: what is foreign counts less. */
  readonly unknownShortens: boolean
  /** Inverse of the L2 penalty, as in scikit-learn. */
  readonly strength: number
  /** 0: every example weighs the same; 1: every class weighs the same. */
  readonly balance: number
  /** Weight of a tool's own description as an example, for a tool with fewer than `fewExamples`; 0: not used. */
  readonly descriptionWeight: number
  /** Ends the learning when a pass over the rows changes a row's surest probability by less than this, on average. */
  readonly tolerance: number
  readonly maxPasses: number
  readonly folds: number
  /** Features and weights of the classifier, in bytes; what it has above that is left out, the least first. */
  readonly mostBytes: number
  /** Wanted share of requests without a tool that get one, 0 to 1, with up to `tools` tools; with more of them less, by the square root. */
  readonly falseCalls: { readonly share: number; readonly tools: number }
  /** No tool may have more of the false calls than so many times what each would have if all had the same. */
  readonly mostOfOne: number
}

/** Below this many examples a tool's description helps to learn it. */
export const fewExamples = 12

const FOLLOW_UP_SHARE = 0.22

/** What the shipped manifest is made with. */
export const standardRecipe: Recipe = {
  minDocuments: 2,
  blockLengths: [0.7, 1, 0.6],
  unknownShortens: false,
  strength: 30,
  balance: 0.5,
  descriptionWeight: 0.3,
  tolerance: 0.001,
  maxPasses: 20,
  folds: 3,
  // Of the chunk's 1.5 MiB; the rest is for the second classifier.
  mostBytes: 1_250_000,
  falseCalls: { share: 0.025, tools: 31 },
  mostOfOne: 4,
}

/** The wanted share of false calls with so many tools, 0 to 1. */
export function falseCallsOf({ falseCalls: { share, tools } }: Recipe, count: number): number {
  return share * Math.min(1, Math.sqrt(tools / Math.max(1, count)))
}

/** The same for the classifier of messages that lean on the turn before them: they are few. */
export function followUpRecipe(recipe: Recipe): Recipe {
  return { ...recipe, descriptionWeight: 0, mostBytes: recipe.mostBytes * FOLLOW_UP_SHARE }
}
