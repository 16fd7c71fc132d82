// "There are 209 days until the deadline" of a day that was 209 days ago: what is past is not to come. Pure.

const PAST = /\b(?:days?|weeks?|months?|years?|hours?|minutes?)\b[^.\n]{0,40}\bago\b/iu
const COMING =
  /\b(?:is|are|rings?|due)\b[^.\n]{0,60}\bin \d+ (?:days?|weeks?|months?|years?|hours?|minutes?)\b/iu
const SAYS_COMING =
  /\b(?:until|till|to go|left|away|from now|remaining)\b|\bin \d+ (?:days?|weeks?|months?|years?)\b/iu
const SAYS_PAST = /\b(?:ago|since|past|passed|over|was|were)\b/iu

/** Why an answer puts what the facts say on the other side of now; undefined: it does not, or they say both. */
export function findTurned(answer: string, facts: string): string | undefined {
  const [isPast, isComing] = [PAST.test(facts), COMING.test(facts)]
  if (isPast === isComing) return undefined
  if (isPast)
    return SAYS_COMING.test(answer) && !SAYS_PAST.test(answer) ? 'it calls coming what is past' : undefined
  return /\bago\b/iu.test(answer) ? 'it calls past what is to come' : undefined
}
