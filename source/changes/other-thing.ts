// Whether a message speaks of another thing than the one that a file has: "the stain from the carpet", "Mia's temperature". Pure.
import { namesList } from './held-back.ts'
import { objectOf } from './read-deed.ts'
import type { Meant } from './score-items.ts'
import { isSame, tellingOf } from './words.ts'

const APART = /\s+(?:from|off|out of|of|about|in|on)\s+/iu
/** Here what is to go ends, and what is said of it begins. */
const BEHIND =
  /\s+(?:i|we|you|he|she|it|they|that|which|who|because|since|as|so|already|again|too|any ?more|for good|please|completely|entirely|altogether|with|at|for|until|till|when)(?!\p{L}).*$/iu
/** A line of a list, and nothing that stands in it. */
const LINE =
  /^(?:lines?|entry|entries|items?|rows?|tasks?|jobs?|things?|notes?|records?|bookings?|appointments?|orders?|one|stuff|todos?|bit|points?)$/iu

/** Whether what is to go is no line of it: its last word stands nowhere there, nor does what it is taken from. */
export function isOfOtherThing(one: Meant, message: string): boolean {
  const object = objectOf(message)
  const [first = '', ...behind] = object.replace(BEHIND, '').split(APART)
  if (object === '' || endsBefore(object, message)) return false
  const there = [...one.stems, ...one.about]
  const has = (word: string) => there.some((stem) => isSame(word, stem))
  const what = LINE.test(first.split(/\s+/).at(-1) ?? '') ? (behind[0] ?? '') : first
  // "Milk and eggs" are two lines.
  const heads = what.split(/\s+(?:and|or)\s+/iu).flatMap((part) => tellingOf(part).at(-1) ?? [])
  if (heads.length > 0 && !heads.some(has)) return true
  const place = tellingOf(behind.join(' '))
  return place.length > 0 && !namesList(message) && !place.some(has)
}

/** "It": what was said before is meant, and is a sentence. */
function endsBefore(object: string, message: string): boolean {
  return message.startsWith(object) && /[,.;:!?\s-]$/u.test(object)
}

/** Of a time, no thing has it. */
const TIME =
  /^(?:it|that|what|let|there|here|he|she|who|how|where|when|everyone|everybody|one|\p{L}*day|tomorrow|tonight|mornings?|afternoons?|evenings?|nights?|weeks?|months?|years?|seasons?|terms?)$/iu
const OWNER = /(?<!\p{L})(?<who>\p{L}+)['’]s\s+(?=\p{L})/giu
const OF =
  /(?<!\p{L})(?:for|of|at|in)\s+(?:the|my|our|her|his|their)\s+(?<what>\p{L}+(?: \p{L}+)?)(?=\s+(?:is|are|was|were|has|:))/giu
const PLACE = /(?<!\p{L})(?<place>outside|outdoors)(?!\p{L})/iu

/** Whether a value is said of something that stands nowhere in the file: "the code for the bike lock is 1234". */
export function isOfOther({ file }: Meant, message: string): boolean {
  const owners = [...message.matchAll(OWNER)].flatMap(({ groups }) => groups?.who ?? [])
  const things = [...message.matchAll(OF)].flatMap(({ groups }) => groups?.what?.split(' ') ?? [])
  const place = PLACE.exec(message)?.groups?.place ?? ''
  const there = tellingOf(`${file.path} ${file.text}`)
  return [...owners, ...things, place]
    .filter((word) => !TIME.test(word))
    .some((word) => tellingOf(word).some((stem) => !there.some((one) => isSame(stem, one))))
}
