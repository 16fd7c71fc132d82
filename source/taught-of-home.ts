// What was taught in a home, for its router: read again with the message behind a change, by whoever made it.
import type { TaughtExample } from './contracts/teaching.ts'
import type { HomePaths } from './paths.ts'
import { openCaseBook } from './teaching/case-book.ts'

/** The list is another one when the file is. */
export function taughtOf({ teaching }: Pick<HomePaths, 'teaching'>): () => readonly TaughtExample[] {
  const book = openCaseBook(teaching)
  return () => book.read().cases
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
