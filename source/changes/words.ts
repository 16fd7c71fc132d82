// Words of a message and of a file as they are held against each other when something changed. Pure.
import { editDistance } from '../lib/nearest-name.ts'
import { wordStem } from '../lib/word-stem.ts'

/** What people say of a thing that was done, and what the list calls it. */
const PAST =
  'sent send|got get|bought buy|made make|paid pay|payed pay|took take|taken take|swept sweep|built build|wrote write|written write|found find|told tell|rang ring|rung ring|fed feed|given give|gave give|sold sell|hung hang|lent lend|brought bring|sewn sew|sewed sew|sown sow|sowed sow|mown mow|dug dig|drawn draw|drew draw|read read|put put|cut cut|set set|left leave|held hold|done do|did do|picked pick|fixed fix|tidied tidy|applied apply|copied copy|dried dry|rewrote rewrite|rebooked rebook|chose choose|chosen choose|ironed iron|wound wind|threw throw|thrown throw|went go|ran run|swam swim|rode ride|caught catch'
const BASE = new Map(PAST.split('|').map((pair) => pair.split(' ') as [string, string]))

/** A short day is a value, and no word that names something: "wedding" is none. */
const WEEKDAY = /^(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)$/u

const EMPTY = new Set(
  'a about after again all also am an and any are as at back be been both but by can could did do does done for from get give go going got had has have he her here him his i if in into is it its just let like list me more my need no not now of off ok okay on one ones only or our out over please put really she so some take tell than that the their them then there these they thing things this those to too up us very was we were what when where which who will with would yes yet you your im ive id its were dont hes shes theyre cant one today tick mark check cross strike scratch remove delete set change make update'
    .split(' ')
    .map(wordStem),
)

/** Stem of a word as the list may have it: "mowed" and "mow", "sent" and "send". */
export function baseOf(word: string): string {
  const plain = word.toLowerCase()
  return wordStem(BASE.get(plain) ?? (plain.length > 4 ? plain.replace(/(?<=[^e])ed$/, '') : plain))
}

/** Its words, in order. */
export function wordsIn(text: string): readonly string[] {
  const apart = text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/['’](?:s|ve|m|re|d|ll)?(?!\p{L})/giu, ' ')
  return apart.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Stems that tell something, each once. */
export function tellingOf(text: string): readonly string[] {
  return [...new Set(wordsIn(text).map(baseOf))].filter(
    (stem) => !EMPTY.has(stem) && !WEEKDAY.test(stem) && stem.length > 1,
  )
}

/** The same, and each two words that stand beside each other as one: a `pickup` is said as "pick up". */
export function tellingWithPairs(text: string): readonly string[] {
  const words = wordsIn(text).map((word) => word.toLowerCase())
  const pairs = words.slice(1).map((word, at) => baseOf(`${words[at]}${word}`))
  return [...new Set([...tellingOf(text), ...pairs])]
}

/** A slip in a shorter stem makes another word too easily. */
const SHORTEST_SLIP = 5

/** Whether a word of the message is that of the file, but for a slip. */
export function isSame(said: string, there: string): boolean {
  if (said === there) return true
  const isLong = Math.min(said.length, there.length) >= SHORTEST_SLIP && !/\d/.test(said + there)
  const isNear = isLong && said[0] === there[0] && Math.abs(said.length - there.length) <= 1
  return isNear && editDistance(said, there) === 1
}
