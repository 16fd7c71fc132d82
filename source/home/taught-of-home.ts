// What the router of a home learns besides its training: requests that the optimizer found for the model, then what the person
// taught, which is read again with the message behind a change, by whoever made it.
import type { ManifestEntry } from '../contracts/manifest.ts'
import type { TaughtExample } from '../contracts/teaching.ts'
import type { HomePaths } from '../paths.ts'
import type { Overlay } from '../prompt/overlay.ts'
import { openCaseBook } from '../teaching/case-book.ts'

export interface LearnedInHome {
  /** All of it, the person's last, so that their word counts for a message that both know. Another list when anything is another. */
  read(): readonly TaughtExample[]
  /** Tries these in place of the optimizer's that stand; undefined: those again. */
  tryOut(examples: readonly TaughtExample[] | undefined): void
}

/**
 * Opens it; nothing is read yet. A request for a tool that is gone is not learned: it would be taken from the tools that there are.
 */
export function learnedIn(
  { teaching }: Pick<HomePaths, 'teaching'>,
  overlay: Overlay,
  tools: readonly Pick<ManifestEntry, 'name'>[],
): LearnedInHome {
  const book = openCaseBook(teaching)
  const standing = examplesOf(overlay)
  let optimized = standing
  let known: { readonly of: readonly TaughtExample[]; readonly all: readonly TaughtExample[] } | undefined
  return {
    read: () => {
      const { cases } = book.read()
      if (known?.of !== cases) {
        const names = new Set(tools.map(({ name }) => name))
        const own = cases.filter(({ tool }) => tool === null || names.has(tool))
        known = { of: cases, all: [...optimized, ...own] }
      }
      return known.all
    },
    tryOut: (examples) => {
      optimized = examples?.map((one) => ({ ...one, optimized: true })) ?? standing
      known = undefined
    },
  }
}

function examplesOf(overlay: Overlay): readonly TaughtExample[] {
  if (overlay.type === 'none') return []
  return [...overlay.rows].flatMap(([tool, { examples = [], words = [] }]) => [
    ...examples.map((text) => ({ text, tool, optimized: true as const })),
    ...words.map((text) => ({ text, tool, optimized: true as const, isWords: true as const })),
  ])
}

/** The same behind requests that tools bring with them: for one message, what the person taught counts. */
export function withExamples(
  taught: () => readonly TaughtExample[],
  examples: readonly TaughtExample[],
): () => readonly TaughtExample[] {
  if (examples.length === 0) return taught
  let last: { readonly of: readonly TaughtExample[]; readonly all: readonly TaughtExample[] } | undefined
  return () => {
    const of = taught()
    // Another list is another lesson for the router.
    if (last?.of !== of) last = { of, all: [...examples, ...of] }
    return last.all
  }
}
