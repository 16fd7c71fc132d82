/**
 * Mistyped words: one that the training hardly had becomes the common word that one slip away from it ("firday": "friday"). Common
 * words are those of the vocabulary, which has them as hashes only, so every slip is tried. Figures: docs/router.md.
 */
import type { RouteDecision } from '../contracts/router.ts'
import { hashWord } from './features.ts'
import { createLookup, type Vocabulary } from './vocabulary.ts'

/** Shorter ones are a slip away from too many. */
const SHORTEST = 5
const LONGEST = 20
/** Longer messages are texts. */
const LONGEST_MESSAGE = 400
/** So many times as many texts have the common word. */
const TIMES = 20
/** From this probability on nothing that is mistyped would change "no tool". */
const PLAINLY_NONE = 0.9
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Not beside what makes it a path, an address, a quotation or a name of code. */
const WORD = /(?<![\p{L}\p{N}_./'"“`@#-])\p{L}[\p{L}']*(?![\p{L}\p{N}_/'"”`@-]|\.\p{L})/gu

/** Gives a message with its mistyped words made right; undefined: there are none. */
export function createSpelling({ hashes, counts }: Vocabulary): (message: string) => string | undefined {
  // Made with the first message that needs it: most starts have none.
  let find: ReturnType<typeof createLookup> | undefined
  const textsWith = (word: string) => {
    find ??= createLookup(hashes)
    return counts[find(hashWord(word))] ?? 0
  }
  return (message) => {
    if (message.length > LONGEST_MESSAGE) return undefined
    const spelled = message.replace(WORD, (word, at: number) => {
      // A name, unless it only begins the message.
      if (/\p{Lu}/u.test(at === 0 ? word.slice(1) : word)) return word
      return commonest(word.toLowerCase(), textsWith) ?? word
    })
    return spelled === message ? undefined : spelled
  }
}

function commonest(word: string, textsWith: (word: string) => number): string | undefined {
  if (word.length < SHORTEST || word.length > LONGEST) return undefined
  let most = TIMES * Math.max(1, textsWith(word))
  let found: string | undefined
  for (const other of slipsOf(word)) {
    const texts = textsWith(other)
    if (texts < most) continue
    most = texts
    found = other
  }
  return found
}

/** Every word that one letter left out, put in, replaced, or swapped with its neighbour makes. */
function* slipsOf(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at += 1) {
    const [before, behind] = [word.slice(0, at), word.slice(at)]
    for (const letter of LETTERS) {
      yield before + letter + behind
      if (behind !== '') yield before + letter + behind.slice(1)
    }
    if (behind === '') continue
    yield before + behind.slice(1)
    if (behind.length > 1) yield before + behind.charAt(1) + behind.charAt(0) + behind.slice(2)
  }
}

/** What is not plainly for no tool is looked at once more with its mistyped words made right. */
export function decideBySpelling(
  whole: RouteDecision,
  respell: () => string | undefined,
  decideFor: (text: string) => RouteDecision,
): RouteDecision {
  const isOpen = whole.tool === null && whole.confidence < PLAINLY_NONE
  const spelled = isOpen ? respell() : undefined
  if (spelled === undefined) return whole
  const again = decideFor(spelled)
  return again.tool === null ? whole : again
}
