// What keeps a message from being an order or news: a denial, a plan, somebody else who does it. Pure.

/** Letters stand before `n't`, so each of its verbs is named; people leave out the apostrophe, or have a curved one. */
export const DENIAL =
  "(?:not|never|cannot|(?:is|are|was|were|has|have|had|do|does|did|ca|could|would|should|must|need|might|wo|ai)n['’]?t)"

/** Right before the verb; further off it is the reason: "we don't need the oats any more, delete them". */
const HERE = "(?!\\p{L})(?:\\s+[\\p{L}'’]+){0,3}\\s*$"
const DENIES = new RegExp(`(?<!\\p{L})${DENIAL}${HERE}`, 'iu')

/** Where what an order stands in begins. */
const CLAUSE = /[.,;:!?–—]|(?<!\p{L})(?:so|but|then)(?!\p{L})/giu
/** It is asked of the one who reads it. */
const TO_YOU =
  /(?:^|[^\p{L}])(?:please|pls|kindly|you|you (?:can|could|may|should)|you to|let['’]?s|go ahead and)\W*$/iu
const WISHED = /(?<!\p{L})(?:i|we)(?: would|['’]d)? (?:want|like|need) to\W*$/iu
const PLANNED = new RegExp(
  `(?:(?<!\\p{L})(?:still|must|ought|should|shall|will|would|might|may|could|(?<!(?:we|you)\\s)can|(?:have|has|had|needs?|needed|wants?|wanted|like|got|going|plans?|planned|planning|try|tries|trying|tried|about|meant|hopes?|remember(?:ed)?|forgot|said|told me|asked me) to|gonna|gotta|before|until|when|if|once|unless|after)|\\p{L}['’]ll)${HERE}`,
  'iu',
)
/** Somebody stands before the verb. */
const THIRD =
  /(?:^|[^\p{L}])(?:[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Ww]ho|(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Yy]our)\s+[\p{L}'’-]+|(?!(?:Just|Also|And|Now|Ok|OK|Okay|Oh|Yes|Yep|Right|Well|Hey|Better|Then|So|I|We|We're|I'm)(?!\p{L}))\p{Lu}[\p{L}'-]*)(?:\s+(?:is|are|was|were)|['’](?:s|re))?\s+$/u
/** A thing can come off; so it is no one's doing. */
const DOES =
  /^(?:remov|delet|scratch|strike|cross|drop|bin|eras|tak|get|kick|leav|wip|scrub|throw|chuck|rub)/iu

/** Whether the order at that place is none: "I still have to delete …", "Tim will take … out". */
export function isHeldBack(message: string, at: number, verb: string, isListed: boolean): boolean {
  const text = message.slice(0, at)
  const breaks = [...text.matchAll(CLAUSE)]
  const last = breaks.at(-1)
  const before = last === undefined ? text : text.slice(last.index + last[0].length)
  if (TO_YOU.test(before) && !DENIES.test(before)) return false
  if (WISHED.test(before) && isListed) return false
  return DENIES.test(before) || PLANNED.test(before) || (DOES.test(verb) && THIRD.test(before))
}

/** Things are dropped and taken out, too. */
const OF_THINGS =
  /^(?:drop(?:ping)?$|cross$|(?:take|taking|get|kick|leave|throw|chuck|wants? taking)(?!\p{L}).*(?<!\p{L})out$)/iu

/** Whether that may be done to a thing as well as to what stands in a list: "drop the kids", "take the dog out". */
export function isOfThings(verb: string): boolean {
  return OF_THINGS.test(verb)
}

const RECORD =
  '(?:lists?|register|sheet|table|file|rota|roster|schedule|bookings?|menu|log|records?|rows?|lines?|entry|entries|orders?|inventory|diary|calendar|to-?dos?)'
const LISTED = new RegExp(
  `(?<!\\p{L})(?:off|from|out of|on|the|that|this|my|our|his|her|their)\\s+(?:\\p{L}+\\s+){0,2}${RECORD}(?!\\p{L})`,
  'iu',
)

/** Whether the list is spoken of, or a line of it. */
export function namesList(message: string): boolean {
  return LISTED.test(message)
}

/** What it is taken out of, in the message's words; empty: that is not said. */
export function takenFrom(message: string): string {
  return (
    /(?<!\p{L})(?:off|out of|from)\s+(?:the|my|our|this|that)\s+(?<place>[^,.;:!?]+)/iu.exec(message)?.groups
      ?.place ?? ''
  )
}
