// "There is no file `q1.md`; did you mean q1.txt?" – "Yes.": the call once more with what was offered. Pure.
import type { JsonObject } from '../contracts/json.ts'
import type { EarlierCall } from '../contracts/manifest.ts'

const OFFER = /\bdid you mean `?(?<offered>[^`?\n]+?)`?\?/iu
const SEVERAL = /`|, | or /u
const AGREES =
  /^\W*(?:yes|yep|yeah|yup|y|sure|ok|okay|right|correct|exactly|i do|i did|i meant (?:it|that(?: one)?)|that one|that's it)(?:[\s,.!]+(?:please|pls|i do|i did|that one|that's it|exactly|read it|do it|go ahead))*\W*$/iu

/** The arguments with the only value that the failed call offered; undefined: it offered none, several, or the message says more than yes. */
export function suggestedArguments(message: string, last: EarlierCall): JsonObject | undefined {
  const offered = OFFER.exec(last.said)?.groups?.offered
  if (!last.failed || offered === undefined || SEVERAL.test(offered) || !AGREES.test(message))
    return undefined
  const wrong = Object.entries(last.arguments).filter(
    ([, value]) => typeof value === 'string' && last.said.includes(`\`${value}\``),
  )
  const [only] = wrong
  return only === undefined || wrong.length > 1 ? undefined : { ...last.arguments, [only[0]]: offered }
}
