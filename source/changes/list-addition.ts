// What a message adds to a list: a thing to get, a job to do. Pure.
import { type Found, isAllOf, type Near, placed, type Told } from './additions.ts'
import type { Group } from './groups.ts'
import { entryLine } from './new-entry.ts'
import type { Addition } from './read-addition.ts'
import { tellingOf } from './words.ts'

type List = Extract<Group, { type: 'list' }>

/** Words; a longer one is a story. */
const LONGEST = 14
/** A list is near what comes into it. */
const NEAR = 0.2
/** So many entries begin with something to be done. */
const DEEDS = 0.4

/** Kinds of lists, as people speak of them and as they call them. */
const KINDS: readonly RegExp[] = [
  /(?<!\p{L})(?:shop(?:s|ping)?|buy(?:ing)?|bought|gets?|need(?:s|ed)?|order(?:s|ing)?|grocer\p{L}*|supermarket|store|out of|low on|wanted|purchase\p{L}*|errands?)(?!\p{L})/iu,
  /(?<!\p{L})(?:to[ -]?do|todos?|jobs?|tasks?|chores?|things|stuff|actions?|gotta|doing|done|errands?|have to|must|plan|open points)(?!\p{L})/iu,
  /(?<!\p{L})(?:read(?:ing)?|books?|title)(?!\p{L})/iu,
  /(?<!\p{L})(?:watch(?:ing|list)?|films?|movies?|series)(?!\p{L})/iu,
  /(?<!\p{L})(?:pack(?:ing)?|kit|bring|bag|suitcase|take)(?!\p{L})/iu,
  /(?<!\p{L})(?:wish(?:es|list)?|presents?|gifts?|birthday|want(?:s|ed)?|would like)(?!\p{L})/iu,
]
const VERB =
  /^(?:ask|dress|mail|file|vaccinate|book|call|phone|ring|email|clean|fix|write|send|check|make|find|tidy|wash|paint|cut|mow|sort|print|return|renew|pay|collect|sweep|replace|mend|laminate|order|buy|get|take|bring|put|oil|feed|water|move|tell|speak|talk|arrange|plan|finish|prepare|organi[sz]e|repair|measure|remind|chase|do|empty|fill|charge|sharpen|update|post|invoice|burn)(?!\p{L})/iu
/** It is gone, and nobody needs it for anything else. */
const LACKING =
  /(?<!\p{L})(?:out of|outta|low on|finish(?:ed)?|all gone|used up|none left|no more)(?!\p{L})/iu
/** Any list is one. */
const GENERIC = /(?<!\p{L})(?:list|lists|board|sheet)(?!\p{L})/iu
const ARTICLE = /^(?:an?|some)\s+(?=\p{L})/iu
const BUYING = /^(?:buy|get|order|pick up|grab)\s+(?:also\s+|some\s+|more\s+)*/iu

/** An entry for each way to read the message; none: it stands there, or is for no such list. */
export function entriesFor(group: List, told: Told, near: Near): readonly Found[] {
  return told.typed.flatMap((one) => entryFor(group, one, told, near) ?? [])
}

function entryFor(group: List, said: Addition, { message, groups }: Told, near: Near): Found | undefined {
  const { place, isOrder } = said
  const thing = thingFor(group, said.thing)
  const stems = tellingOf(thing)
  const own = groups.filter(({ file }) => file === group.file)
  const isThere = own.some(
    (one) => one.type === 'list' && one.texts.some((text) => isAllOf(stems, tellingOf(text))),
  )
  if (
    stems.length === 0 ||
    isThere ||
    (!isOrder && isBought(stems, groups)) ||
    thing.split(/\s+/).length > LONGEST
  )
    return undefined
  if (said.isSplit && !isPlace(place, group, groups)) return undefined
  const likeness = near(group, thing)
  const isAny =
    GENERIC.test(place) && (tellingOf(place.replace(GENERIC, '')).length === 0 || likeness >= NEAR)
  const kind = isOfKind(place, group.about) ? 0.6 : isAny || isOfKind(message, group.about) ? 0.5 : 0
  const isDeed = VERB.test(thing)
  const deeds = group.texts.filter((text) => VERB.test(text)).length / group.texts.length
  // Things stand in a plain list more than in one with boxes.
  const plain = !isDeed && group.isBoxes ? 0.15 : 0
  const form = (isDeed === deeds >= DEEDS ? 0.3 : -0.3) - plain
  // What is only told has to be near what the list is about.
  const isOf = isDeed ? group.isBoxes : isOfKind('buy', group.about)
  const isTold = isOf && (likeness >= NEAR || (LACKING.test(message) && !isDeed))
  const order = isOrder ? 0.2 : isTold ? 0.5 : 0
  // Of two places that are named the longer one is meant.
  const length = Math.min(place.split(/\s+/).length, 8) * 0.01
  const score = placed(place, group, groups) + kind + form + order + likeness + length
  return { group, line: entryLine(group, thing), score }
}

/** A list of things to get has it already. */
function isBought(stems: readonly string[], groups: readonly Group[]): boolean {
  return groups.some(
    (one) =>
      one.type === 'list' &&
      isOfKind('buy', one.about) &&
      one.texts.some((text) => isAllOf(stems, tellingOf(text))),
  )
}

/** A shopping list has "milk", not "get some milk". */
function thingFor({ isBoxes, texts }: List, said: string): string {
  const thing = isBoxes ? said : said.replace(BUYING, '')
  return texts.some((text) => ARTICLE.test(text)) ? thing : thing.replace(ARTICLE, '')
}

/** "In the kitchen on the jobs": the kitchen is no list. */
function isPlace(place: string, group: List, groups: readonly Group[]): boolean {
  const [first = ''] = tellingOf(place)
  const begins = place.split(/\s+/).slice(0, 3).join(' ')
  return (
    place === '' || GENERIC.test(begins) || isOfKind(first, group.about) || placed(first, group, groups) > 0
  )
}

/** Whether what is said fits the kind that the list's name tells. */
function isOfKind(said: string, about: string): boolean {
  return KINDS.some((kind) => kind.test(said) && kind.test(about))
}
