// What a message wants added to something that somebody keeps: "add garri to the food", "another job for Saturday: oil the gate". Pure.

/** One way to read it. */
export interface Addition {
  /** What comes in, in the message's words. */
  readonly thing: string
  /** How it speaks of where; empty: it does not say. */
  readonly place: string
  /** It is asked for; false: it is told, and a list of things to get would have it. */
  readonly isOrder: boolean
  /** What stands behind the place. */
  readonly more?: string
  /** Where the place begins is only a guess. */
  readonly isSplit?: true
}

const VERBS =
  'add|append|put|stick|pop|whack|chuck|bung|shove|throw|jot|note|write|include|insert|get|squeeze|enter|log(?!\\s*(?:(?:in|on)?to|out|off)(?!\\p{L})|\\s+(?:in|on)(?=\\s+(?:and|at|as|to|with)(?!\\p{L})|\\W*$))|record|scribble|pencil|slap|lob|slot'
const INTO =
  '(?:in |along |on )?with|(?:on|in)to|on|in|to|under|among|at the (?:end|bottom|top) of|for|next to|beside'
const PLACE = '(?:my|the|our|what|all|his|her|their|this|next|your|that)'
const THAT = '(?:it|that|this|them|those|these|the title|him|her|the lot|one|that one|both)'
const BEFORE =
  "(?:^|[.,;:!?–—]\\s*|\\s-+\\s|(?<!\\p{L})(?:please|pls|and|so|then|to|you|let'?s|better|should|must|just|also|now|gonna)\\s+)"
const CALM =
  '(?:,?\\s+(?:please|pls|too|as well|thanks|thank you|ta|cheers|mate|for me|then|will (?:you|ya)))*'

/** "Add to my list: X". */
const TO_PLACE = new RegExp(
  `${BEFORE}(?:${VERBS})\\s+(?:down\\s+)?(?:${INTO})\\s+(?<place>${PLACE}(?!\\p{L})[^:,–—]{1,60}?)\\s*(?:[:–—]|\\s-\\s)\\s*(?<thing>\\S.*)$`,
  'iu',
)
/** "Add X to the list": where each "to the" stands is a reading of its own; or "on list". */
const ORDERED = new RegExp(
  `${BEFORE}(?:${VERBS})\\s+(?:down\\s+|in\\s+|on\\s+|also\\s+)?(?<rest>\\S.*)$`,
  'iu',
)
const SPLIT = new RegExp(
  `\\s+(?:down\\s+|on\\s+|please\\s+)?(?:(?:${INTO})\\s+(?=${PLACE}(?!\\p{L}))|(?:on|onto|to|under|with)\\s+(?=(?:\\p{L}+ )?(?:list|jobs|shopping|order|kit|church|board|books)(?!\\p{L})))`,
  'giu',
)
/** "X, stick it on (the list)". */
const BEHIND = new RegExp(
  `^(?<thing>\\S.*?)(?:\\s*[.,;:!–—-]+\\s*|\\s+)(?:(?:so|and|please|pls|can you|could you|would you|will you|you can|just|then|better)\\s+)*(?:${VERBS})(?:\\s+(?:please|pls))?(?<that>\\s+${THAT})?(?:\\s+(?:please|pls))?(?<down>\\s+(?:down|on|in|up|there))?(?:\\s+(?:please|pls))?(?:\\s+(?:${INTO})\\s+(?<place>[^.;!]+?))?${CALM}[\\s.!]*$`,
  'iu',
)
/** "Another thing for the concert: X". */
const ANOTHER =
  /^\W*(?:(?:oh|and|also|ok|right|hey)\W+)*(?:(?:another|one more|one|new)\s+(?:thing|item|entry|job|task|bit|one|more)?|(?<urgent>urgent|important)(?: one| job| thing)?)\s*(?:(?:for|on|in|to go on|to add to)\s+(?<place>[^,:–—]+?))?\s*(?:[,:–—]|\s-)\s*(?<thing>\S.*)$/iu
/** "We're out of X". */
const SHORT_OF =
  /(?:^|[.,;:!]\s*|(?<!\p{L})(?:i|we|and|so|also)(?=[\s'])\s*)(?:(?:(?:'m|'re|am|are|have|'ve|had)\s+)?(?:just\s+)?(?:nearly\s+|almost\s+|all\s+)?(?:run |ran |running )?(?:out of|outta|low on|short of)|(?:still |also |do )?needs?(?: (?:to (?:buy|get|order|pick up)|some|more|another|a few))*|(?:have|'ve got|got|gotta) (?:to )?(?:buy|get|order|pick up)|must (?:also )?(?:buy|get|order)(?: also)?)\s+(?<thing>[^.;!,]+)/iu

const STARTS = new RegExp(`^(?:please |can you |could you )?(?:${VERBS})(?!\\p{L})(?! up)`, 'iu')

/** "Put down X", "add a trip: X"; it does not say where. */
const ADDED =
  /^\W*(?:(?:please|pls|can you|could you|so|and|also)\s+)*(?:add|enter|log(?!\s*(?:(?:in|on)?to|out|off)(?!\p{L})|\s+(?:in|on)(?=\s+(?:and|at|as|to|with)(?!\p{L})|\W*$))(?: down)?|note(?: down)?|put down|write (?:in|down)|jot down|record|pencil in|book in|put in)\s+(?:that\s+)?(?:an? \p{L}+(?: \p{L}+)?:\s+)?(?<thing>\p{L}.*)$/iu
/** "Napkins for the stall also". */
const ALSO =
  /^(?<thing>(?!i |we |you |he |she |they |it )[^,.;:!?]{2,60}?) (?:for|on|to) (?<place>(?:the|my|our) [^,.;:!?]{2,40}?),? (?:also|too|as well)\W*$/iu
/** "The ketchup is finished". */
const FINISHED =
  /^\W*(?:(?:oh|so|and|the|our|my)\s+)*(?<thing>\p{L}+(?: \p{L}+){0,2}?)(?:'s| is| are| has| have)? (?:(?:nearly|almost|all) )?(?:finish(?:ed)?|gone|used up|run out|ran out)(?: (?:in|at) .*)?\W*$/iu
/** "I still have to send the timesheet". */
const TASK =
  /^(?:(?:oh|ok|so|and|also|right|damn|ugh)[,!.\s]+)*(?:i|we)(?:'ve|'m| am| are|'re)?(?: still| also| really)? (?:must|have to|has to|need to|got to|gotta|ought to|should)(?: still| also| really)? (?<thing>\p{L}+ [^.;!?,]+)/iu

/** What nobody buys: "out of ideas", "lunch is finished", "we need to talk". */
const NO_THING =
  /^(?:(?:the|my|our|any|more|good|of)\s+)*(?:time|energy|options?|luck|patience|ideas?|breath|space|room|words|excuses|hope|strength|money|cash|steam|memory|town|here|order|office|control|hand|sight|reach|work|touch|shape|fashion|place|bed|date|help|sleep|rest|(?:a )?(?:break|rest|nap|holiday|hand|hug|miracle|plan|change)|breakfast|lunch|dinner|supper|school|class|lesson|meeting|film|movie|match|game|show|concert|party|wedding|war|holidays?|day|week|weekend|month|year|summer|winter|season|semester|term|song|storm|rain|(?:to )?(?:talk|speak|chat|leave|go|hurry|sleep|think|stop|wait|relax)(?: (?:now|soon|about (?:it|this|that|us|something)))?)(?=\W*$|\s+(?:today|now|again|already|at|on|for|here|this)(?!\p{L}))/iu

/** All ways to read it, the plainest first; none: nothing is to be added. */
export function readAdditions(message: string): readonly Addition[] {
  const text = message.trim().replace(/\s+/g, ' ')
  const found: Addition[] = []
  const another = ANOTHER.exec(text)?.groups
  const inside = another?.thing ?? text
  const behind = BEHIND.exec(inside)?.groups
  const isBehind =
    behind !== undefined &&
    !STARTS.test(behind.thing ?? '') &&
    (behind.that ?? behind.down ?? behind.place) !== undefined
  if (isBehind)
    found.push({
      thing: toldThing(behind.thing ?? ''),
      place: `${another?.place ?? ''} ${behind.place ?? ''}`,
      isOrder: true,
    })
  else if (another !== undefined)
    found.push({ thing: inside, place: another.place ?? another.urgent ?? '', isOrder: true })
  const to = TO_PLACE.exec(text)?.groups
  if (to !== undefined) return [{ thing: plainThing(to.thing ?? ''), place: to.place ?? '', isOrder: true }]
  const rest = ORDERED.exec(text)?.groups?.rest
  if (rest !== undefined)
    for (const match of rest.matchAll(SPLIT)) {
      const thing = rest.slice(0, match.index)
      const [place = '', ...more] = rest.slice(match.index + match[0].length).split(/\s*[,:;–—]\s+/)
      if (!new RegExp(`^(?:${THAT}|please)$`, 'iu').test(thing))
        found.push({ thing, place, isOrder: true, isSplit: true, more: more.join(', ') })
    }
  const also = found.length === 0 ? ALSO.exec(text)?.groups : undefined
  if (also !== undefined)
    found.push({ thing: also.thing ?? '', place: also.place ?? '', isOrder: true, isSplit: true })
  const plain = found.length === 0 ? ADDED.exec(text)?.groups?.thing : undefined
  if (plain !== undefined) found.push({ thing: plain, place: '', isOrder: true })
  if (found.length === 0)
    for (const form of [SHORT_OF, FINISHED, TASK]) {
      const thing = form.exec(text)?.groups?.thing
      if (thing !== undefined && !NO_THING.test(thing)) found.push({ thing, place: '', isOrder: false })
    }
  return found
    .map((one) => ({ ...one, thing: plainThing(one.thing), place: one.place.trim() }))
    .filter(({ thing }) => /[\p{L}\d]/u.test(thing))
}

/** "Rui told me of X. I want to read it": the sentence that has the thing. */
function toldThing(before: string): string {
  const sentences = before.split(/(?<=[.!?])\s+/)
  const last = sentences.at(-1) ?? ''
  const isOfIt = new RegExp(`(?<!\\p{L})${THAT}(?!\\p{L})`, 'iu').test(last)
  return sentences.length > 1 && isOfIt ? sentences.slice(0, -1).join(' ') : before
}

const LEAD =
  /^(?:(?:oh|ok|okay|hey|right|so|and|also|please|pls|ah|actually|by the way|btw|hmm|then|well|sorry|just|damn|ugh)(?:[,!.]+\s*|\s+)|(?:that\s+)?(?:i|we|you|one|he|she|they)(?:'ll|'d|'ve|'re|'m)?\s+(?=(?:also\s+)?(?:will|must|should|needs?|wants?|have|has|got|gotta|would|could|ought|really|still|are|am|'?d)\b)|(?:somebody|someone|they|(?:my )?\p{L}+)\s+(?:recommended|suggested|told me (?:about|of)|mentioned)(?:\s+(?:me|to me|that i read))?\s+|i(?:'d| would) like (?:to )?|we(?:'d| would) like (?:to )?|(?:will|must|should|needs?|wants?|ought|gotta|have got|got|have|has)(?:\s+to)?\s+(?:also\s+)?|(?:are|am)\s+(?:out of|low on)\s+|to\s+(?=\p{L}))/iu
/** "I'm out of apples, put them on my list". */
const LACKING =
  /^(?:(?:i|we)(?:'m|'re| am| are|'ve| have)? (?:(?:nearly|almost|all|just|run|ran|running) )*(?:out of|outta|low on|short of)|(?:i|we) (?:don'?t|do not) have any(?: more)?|(?:i|we) have no(?: more)?|there(?:'s| is| are) no(?: more)?)\s+/iu
const TRAIL =
  /[\s,;.!–—-]+(?:too|as well|also|please|pls|at some point|some ?time|soon|when (?:i|we|you) can|next time(?: (?:i|we|you)\b.*)?|again|thanks|thank you|ta|cheers|for me|asap|eh|no hurry|no rush|before i forget|while you'?re at it|while i remember|if you would|would you|will you|somewhere|there|anyway)\s*$/iu

/** The thing without what is said around it. */
function plainThing(said: string): string {
  let text = said.trim()
  for (let before = ''; before !== text; ) {
    before = text
    text = text
      .replace(LACKING, '')
      .replace(LEAD, '')
      .replace(TRAIL, '')
      .replace(/^[\s,;:–—-]+|[\s,;:.!–—-]+$/gu, '')
      .replace(/^(['"“‘])(.*)['"”’]$/u, '$2')
  }
  return text
}

const NEW =
  /^\W*(?:(?:oh|ok|so|and|also|hey|right|please)\W+)*(?:we (?:have|'ve got|got) |i (?:have|'ve got|got) )?(?:an? )?(?:new|another|one more|walk-in)(?!\p{L})/iu

/** Whether a message begins with something new: "new booking: …". */
export function tellsNew(message: string): boolean {
  return NEW.test(message)
}

/** Something is to come in; what stands there stays. */
export function isAsked(message: string): boolean {
  return tellsNew(message) || readAdditions(message).some(({ isOrder }) => isOrder)
}
