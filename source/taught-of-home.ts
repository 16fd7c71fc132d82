// What was taught in a home, for its router: read again with the message behind a change, by whoever made it.
import type { TaughtExample } from './contracts/teaching.ts'
import type { HomePaths } from './paths.ts'
import { openCaseBook } from './teaching/case-book.ts'

/** The list is another one when the file is. */
export function taughtOf({ teaching }: Pick<HomePaths, 'teaching'>): () => readonly TaughtExample[] {
  const book = openCaseBook(teaching)
  return () => book.read().cases
}
