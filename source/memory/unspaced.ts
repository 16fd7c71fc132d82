// Scripts that put no space between words: the index takes a whole sentence for one word, so what is searched is looked for in the
// text by two characters at a time. A query that has none of them costs nothing. Pure.
import { contentWords, folded } from './words.ts'

const UNSPACED =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]\p{M}*)+/gu
/** More would make a scan of a large memory slow. */
const MOST_PIECES = 24

/** Pieces that an entry's folded text is to have, each once; empty: the query is of words with spaces alone. */
export function piecesOf(query: string): readonly string[] {
  const text = folded(query)
  const runs = text.match(UNSPACED) ?? []
  if (runs.length === 0) return []
  const pairs = runs.flatMap((run) => {
    const signs = run.match(/\P{M}\p{M}*/gu) ?? []
    return signs.length < 2 ? [run] : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
  })
  const others = contentWords(text.replace(UNSPACED, ' '))
  return [...new Set([...pairs, ...others])].slice(0, MOST_PIECES)
}
