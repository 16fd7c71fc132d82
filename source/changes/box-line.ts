// Whether an entry of a list with boxes is to be ticked off: an order says so, or it is told that it is over. Pure.
import type { Box } from './items.ts'
import { tellsNotYet, tellsOver, type Wish } from './read-deed.ts'
import { baseOf, isSame, tellingOf, wordsIn } from './words.ts'

/** So much of a list's entry is named, where it is ordered, and where it is only told. */
export const LEAST_ORDERED = 0.4
const LEAST_TOLD = 0.55
/** Of an entry that is said in other words. */
const ALL = 0.85

/** The line ticked off, or open again; undefined: neither is meant. `cover`: what share of its words is said. */
export function boxLine(item: Box, message: string, wish: Wish, cover: number): string | undefined {
  const isUndone = wish.deed === 'undone'
  if (item.done !== isUndone) return undefined
  const isTold = wish.deed === 'change' && (tellsOver(message) || saysItIs(item, message, cover))
  if (wish.deed !== 'done' && !isUndone && !isTold) return undefined
  if (cover < (isTold ? LEAST_TOLD : LEAST_ORDERED)) return undefined
  // "A skill called tea" calls no dentist.
  if (isTold && !namesThing(item, message)) return undefined
  return item.whole.replace(/\[[ xX]\]/, isUndone ? '[ ]' : '[x]')
}

/** "Invitation is written", of "write invitation": all of it, and its verb in another form; the same one would be an order. */
function saysItIs({ text }: Box, message: string, cover: number): boolean {
  const [verb = '', ...others] = wordsIn(text)
  if (others.length === 0 || cover < ALL || tellsNotYet(message)) return false
  const isOver = GOT.test(message)
  return [...message.matchAll(/[\p{L}\p{N}]+/gu)].some(({ 0: word, index }) => {
    const before = message.slice(0, index)
    if (baseOf(word) !== baseOf(verb) || TO.test(before)) return false
    return isOver || tellsOfIt(word.toLowerCase(), verb.toLowerCase(), before)
  })
}

/** "Got a new headshot", "the tax return is in": the entry begins with no verb. */
const GOT =
  /(?<!\p{L})(?:got(?! to(?!\p{L}))|(?:is|are|came) in(?=\W*$|\s+(?:now|at last|today|already))|(?:is|are) (?:at|with|away|ready|on (?:its|their|the) way)|went|gone|through|behind (?:me|us)|off to)(?!\p{L})/iu
/** "I went to clean the gutters" */
const TO = /(?<!\p{L})to\s+$/iu
const ADVERBS = String.raw`(?:\s+(?:now|all|finally|nice|and|very|so|really|just|again|already|at last|been))*\s+$`
const IS = new RegExp(
  `(?:(?<![\\p{L}'’])(?:is|are|was|were|be|been|has|have|had|looks?)|(?<!(?<!\\p{L})let)['’](?:s|m|re|ve))${ADVERBS}`,
  'iu',
)
const WHO = new RegExp(`(?<![\\p{L}'’])(?:i|we|he|she|they)${ADVERBS}`, 'iu')
/** Their past looks like an order. */
const UNCHANGED = /^(?:re)?(?:put|read|cut|set|let|shut|spread|split|hit|quit|sent|beat)$/u

function tellsOfIt(word: string, verb: string, before: string): boolean {
  if (word === verb) return IS.test(before) || (UNCHANGED.test(verb) && WHO.test(before))
  // "Cleaning the gutters", "Mark cleans the gutters": it is not over.
  return !(word.endsWith('ing') && !verb.endsWith('ing')) && word !== `${verb}s` && word !== `${verb}es`
}

/** Something besides its verb is said. */
function namesThing({ text }: Box, message: string): boolean {
  const [, ...others] = tellingOf(text)
  const said = tellingOf(message)
  return others.length === 0 || others.some((stem) => said.some((word) => isSame(word, stem)))
}
