// A request as the sentence model reads it: its words, the request before, and what the folder has of it. Pure.
import type { LastRequest } from '../contracts/request-acts.ts'

const LONGEST_LAST = 120
const LONGEST_GIST = 100

/** `gists` are texts of the likeliest tables, the likeliest first. What is learned from (scripts/learn-reading.ts) stands in this form. */
export function readingText(
  request: string,
  last: LastRequest | undefined,
  gists: readonly string[],
): string {
  const before =
    last === undefined ? 'none:' : `${last.tool ?? last.act}: ${last.message.slice(0, LONGEST_LAST)}`
  return [request, before, ...gists.map((gist) => gist.slice(0, LONGEST_GIST))].join(' | ')
}
