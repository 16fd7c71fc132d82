// "I'm 72, please put that right", "The main stopcock is behind the washing machine. Write that down": of a story, "that" is what was said
// just before. Pure.

/** Where a sentence ends that another one follows; "Dr. Yilmaz" and "no. 7" go on. */
const END = /(?<!\b(?:mr|mrs|ms|dr|st|no|nr|prof|approx|e\.g|i\.e))[.!?]+["”)]*\s+(?=\S)/giu
/** A sentence that begins like this leans on the one before. */
const LEANS =
  /^(?:(?:and|but|so|also|then|or|because)\s|(?:he|she|it|they|him|her|them|his|their|its|this|that|these|those|there)(?!\p{L}))/iu

/** Where in `message` that begins which ends at `end`: a sentence, or a thought: also those that the sentence leans on. 0: neither is asked for. */
export function justSaidFrom(message: string, end: number, unit: unknown): number {
  if (unit !== 'sentence' && unit !== 'thought') return 0
  const said = message.slice(0, end).trimEnd()
  const starts = [0, ...[...said.matchAll(END)].map((match) => match.index + match[0].length)]
  // "My favourite colour is teal. Got it? Keep it"
  if (starts.length > 1 && (said.endsWith('?') || message[said.length] === '?')) starts.pop()
  return starts.findLast((start) => unit === 'sentence' || !LEANS.test(said.slice(start))) ?? 0
}
